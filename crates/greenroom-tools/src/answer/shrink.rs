//! Cuts a JSON value to a number of bytes, and says what was cut.
//!
//! Small members stay whole and the large ones share what is left. Lists keep their first entries,
//! so whoever makes a list puts the worst first. The kind of every value stays: a list is a list,
//! a text is a text, however little of it is left.

use greenroom_report::excerpt::size;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

/// Below this, a container is emptied.
const LEAST: usize = 24;
/// Members of an object that get less than this each are entries of a table, of which the first
/// ones are shown; more, and they are parts of a record, of which all are shown.
const LEAST_MEMBER: usize = 40;
/// Longer names of members are cut.
const LONGEST_NAME: usize = 200;
/// An entry of a list may take this share of it, so that a huge one leaves room for others.
const ENTRY_SHARE: usize = 6;
/// An entry of a list need not be smaller than this.
const LEAST_ENTRY: usize = 900;

/// One thing of which a part was left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Cut {
    /// `errors`, `pages[0].text`
    pub(crate) path: String,
    /// Entries or characters that are left
    pub(crate) shown: usize,
    /// Entries or characters that there were
    pub(crate) of: usize,
}

/// Makes `value` fit into `budget` bytes of JSON.
pub(crate) fn shrink(value: &mut Value, budget: usize) -> Vec<Cut> {
    let mut cuts = Vec::new();
    shrink_at("", value, budget, &mut cuts);
    cuts
}

fn shrink_at(path: &str, value: &mut Value, budget: usize, cuts: &mut Vec<Cut>) {
    if size(value) <= budget {
        return;
    }
    match value {
        Value::String(text) => {
            let of = text.chars().count();
            let (kept, shown) = beginning(text, budget);
            *text = kept;
            cuts.push(cut(path, shown, of));
        }
        Value::Array(entries) => {
            let of = entries.len();
            shrink_entries(path, entries, budget, cuts);
            if entries.len() < of {
                cuts.push(cut(path, entries.len(), of));
            }
        }
        Value::Object(members) => shrink_members(path, members, budget, cuts),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Keeps all entries if each can have a fair part, else the first ones that fit.
fn shrink_entries(path: &str, entries: &mut Vec<Value>, budget: usize, cuts: &mut Vec<Cut>) {
    if budget < LEAST {
        entries.clear();
        return;
    }
    let room = budget - 2;
    let mut sizes: Vec<usize> = entries.iter().map(|entry| size(entry) + 1).collect();
    let fair: usize = sizes.iter().map(|size| (*size).min(LEAST_ENTRY)).sum();
    if fair <= room {
        sizes.sort_unstable();
        let level = level(&sizes, room).unwrap_or(room).saturating_sub(1);
        for (index, entry) in entries.iter_mut().enumerate() {
            shrink_at(&format!("{path}[{index}]"), entry, level, cuts);
        }
        return;
    }
    let share = (room / ENTRY_SHARE).max(LEAST_ENTRY).min(room);
    let mut used = 0;
    let mut kept = 0;
    for (index, entry) in entries.iter_mut().enumerate() {
        let mut within = Vec::new();
        shrink_at(&format!("{path}[{index}]"), entry, share, &mut within);
        let taken = size(entry) + 1;
        if used + taken > room {
            break;
        }
        cuts.append(&mut within);
        used += taken;
        kept += 1;
    }
    entries.truncate(kept);
}

fn shrink_members(
    path: &str,
    members: &mut Map<String, Value>,
    budget: usize,
    cuts: &mut Vec<Cut>,
) {
    if budget < LEAST {
        let of = members.len();
        members.clear();
        cuts.push(cut(path, 0, of));
        return;
    }
    shorten_names(path, members, cuts);
    let room = budget - 2;
    let fixed: usize = members.keys().map(|name| name.len() + 4).sum();
    let mut sizes: Vec<usize> = members.values().map(size).collect();
    sizes.sort_unstable();
    match level(&sizes, room.saturating_sub(fixed)) {
        Some(level) if level >= LEAST_MEMBER => {
            for (name, member) in members.iter_mut() {
                shrink_at(&join(path, name), member, level, cuts);
            }
        }
        _ => keep_first_members(path, members, room, cuts),
    }
}

/// The largest size of a member at which all of them fit together.
fn level(sizes: &[usize], mut room: usize) -> Option<usize> {
    let mut left = sizes.len();
    for &size in sizes {
        let share = room / left;
        if size > share {
            return Some(share);
        }
        room -= size;
        left -= 1;
    }
    None
}

fn keep_first_members(
    path: &str,
    members: &mut Map<String, Value>,
    room: usize,
    cuts: &mut Vec<Cut>,
) {
    let of = members.len();
    let share = (room / ENTRY_SHARE).max(LEAST_MEMBER).min(room);
    let mut used = 0;
    let mut is_full = false;
    members.retain(|name, member| {
        if is_full {
            return false;
        }
        let mut within = Vec::new();
        shrink_at(&join(path, name), member, share, &mut within);
        let taken = name.len() + 4 + size(member);
        is_full = used + taken > room;
        if !is_full {
            used += taken;
            cuts.append(&mut within);
        }
        !is_full
    });
    if members.len() < of {
        cuts.push(cut(path, members.len(), of));
    }
}

fn shorten_names(path: &str, members: &mut Map<String, Value>, cuts: &mut Vec<Cut>) {
    if members.keys().all(|name| name.len() <= LONGEST_NAME) {
        return;
    }
    let whole = std::mem::take(members);
    for (index, (name, member)) in whole.into_iter().enumerate() {
        if name.len() <= LONGEST_NAME {
            members.insert(name, member);
            continue;
        }
        let (kept, shown) = beginning(&name, LONGEST_NAME - 8);
        cuts.push(cut(&join(path, &kept), shown, name.chars().count()));
        // Names that begin alike stay different names.
        members.insert(format!("{kept}{index}"), member);
    }
}

fn cut(path: &str, shown: usize, of: usize) -> Cut {
    Cut {
        path: path.to_owned(),
        shown,
        of,
    }
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() {
        name.to_owned()
    } else {
        format!("{path}.{name}")
    }
}

/// The beginning of a text that takes at most `budget` bytes as JSON, marked, and its length.
pub(crate) fn beginning(text: &str, budget: usize) -> (String, usize) {
    // Two quotes, and three bytes for the mark.
    let room = budget.saturating_sub(5);
    let mut used = 0;
    let mut kept = String::new();
    let mut shown = 0;
    for character in text.chars() {
        used += escaped_length(character);
        if used > room {
            kept.push('…');
            break;
        }
        kept.push(character);
        shown += 1;
    }
    (kept, shown)
}

fn escaped_length(character: char) -> usize {
    match character {
        '"' | '\\' | '\n' | '\r' | '\t' | '\u{8}' | '\u{c}' => 2,
        character if character < ' ' => 6,
        character => character.len_utf8(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn shrunk(mut value: Value, budget: usize) -> (Value, Vec<Cut>) {
        let cuts = shrink(&mut value, budget);
        let length = value.to_string().len();
        assert!(length <= budget, "{length} of {budget} bytes: {value}");
        (value, cuts)
    }

    #[test]
    fn what_fits_stays_as_it_is() {
        let value = json!({"a": [1, 2, 3], "b": "text"});
        assert_eq!(shrunk(value.clone(), 100), (value, Vec::new()));
    }

    #[test]
    fn small_members_stay_and_large_ones_share_the_rest() {
        let value =
            json!({"score": 40, "errors": vec!["e".repeat(90); 500], "text": "t".repeat(9000)});
        let (value, cuts) = shrunk(value, 2000);
        assert_eq!(value["score"], 40);
        let shown = value["errors"].as_array().unwrap().len();
        assert!((8..20).contains(&shown), "{shown} errors");
        assert!(value["text"].as_str().unwrap().len() > 700);
        let told: Vec<(&str, usize)> = cuts.iter().map(|cut| (&*cut.path, cut.of)).collect();
        assert_eq!(told, [("errors", 500), ("text", 9000)]);
        assert_eq!(cuts[0].shown, shown);
    }

    #[test]
    fn a_huge_entry_leaves_room_for_others() {
        let value = json!([{"big": "x".repeat(50_000)}, {"small": 1}, {"small": 2}]);
        let (value, _) = shrunk(value, 3000);
        assert_eq!(value[2]["small"], 2);
    }

    #[test]
    fn any_value_fits_any_budget() {
        let mut deep = json!("bottom".repeat(100));
        for level in 0..100 {
            deep = json!({format!("level {level}"): [deep, "beside".repeat(30)]});
        }
        let table: Map<String, Value> = (0..5000)
            .map(|n| (format!("id{n}"), json!({"n": n})))
            .collect();
        let values = [
            deep,
            Value::Object(table),
            json!({"n".repeat(100_000): 1, "o".repeat(100_000): [2]}),
            json!("\u{1}\"\\\n漢".repeat(3000)),
            json!(vec![vec![vec![0; 50]; 50]; 50]),
        ];
        for value in values {
            for budget in [200, 1000, 8000] {
                shrunk(value.clone(), budget);
            }
        }
    }
}
