//! Lines with `Function(arguments)` and what came of it, whoever wrote them.
//!
//! Loggers quote values without escaping them. So the end of a value is the first quote behind
//! which the rest of the line reads as the end of a call.

mod outcome;

use scorm_runtime::ApiFunction;

use self::outcome::{Outcome, outcome};
use super::{Heard, Said};
use crate::element_name;
use crate::field_log::{LoggedCall, Told};
use crate::truncation;

/// Blanks that may stand between a function and its parenthesis.
const MOST_BLANKS: usize = 2;
/// A first argument is a name or a code: not longer than this.
const LONGEST_NAME: usize = 4096;
/// Behind so many functions on one line that begin no call, nobody looks for more.
const MOST_FAILURES: usize = 64;

/// A function with an opening parenthesis.
struct Site {
    name: &'static str,
    function: ApiFunction,
    /// Behind the parenthesis.
    inside: usize,
}

/// A call that was read, and where it ends.
pub(super) struct Found {
    pub(super) heard: Heard,
    /// The logger told how many seconds it took.
    pub(super) timed: bool,
    end: usize,
}

pub(super) fn read(line: &str, open: Option<&LoggedCall>) -> Option<Vec<Said>> {
    let found = calls(line);
    if !found.is_empty() {
        let said = found.into_iter().map(|found| Said::Call(found.heard));
        return Some(said.collect());
    }
    // A console shows what an entered call returned on the next line.
    let awaits = open.is_some_and(|call| call.result.is_none());
    let shown = line.trim().trim_start_matches(['<', '·', '•']).trim_start();
    let result = outcome::alone(shown).filter(|_| awaits)?;
    Some(vec![Said::Result(result)])
}

/// Whether a line tells a call.
pub(crate) fn mentions_call(line: &str) -> bool {
    !calls(line).is_empty()
}

/// All calls of a line.
pub(super) fn calls(line: &str) -> Vec<Found> {
    let mut found = Vec::new();
    let (mut from, mut failures) = (0, 0);
    while let Some(site) = next_site(line, from).filter(|_| failures < MOST_FAILURES) {
        if let Some(call) = parse(line, &site) {
            from = call.end;
            found.push(call);
        } else {
            from = site.inside;
            failures += 1;
        }
    }
    found
}

/// Whether a line begins a call and leaves it open.
pub(super) fn is_unfinished(line: &str) -> bool {
    let from = calls(line).last().map_or(0, |call| call.end);
    let Some(site) = next_site(line, from) else {
        return false;
    };
    let inside = line[site.inside..].trim_start();
    inside.is_empty() || first_argument(inside, site.function).is_some()
}

fn next_site(line: &str, from: usize) -> Option<Site> {
    let opens = line[from..].match_indices('(').map(|(at, _)| from + at);
    opens.into_iter().find_map(|at| {
        let before = line[from..at].trim_end_matches(' ');
        if at - from - before.len() > MOST_BLANKS {
            return None;
        }
        let part_of_name = |char: char| char.is_ascii_alphanumeric() || char == '_' || char == '$';
        let name = before.trim_end_matches(part_of_name).len();
        let (name, function) = function_named(&before[name..])?;
        Some(Site {
            name,
            function,
            inside: at + 1,
        })
    })
}

/// The function of a name that the API has.
pub(super) fn function_named(name: &str) -> Option<(&'static str, ApiFunction)> {
    let named = |function: ApiFunction| {
        let names = [function.name_2004(), function.name_1_2()];
        let found = names.into_iter().find(|own| *own == name)?;
        Some((found, function))
    };
    ApiFunction::ALL.into_iter().find_map(named)
}

fn parse(line: &str, site: &Site) -> Option<Found> {
    let text = &line[site.inside..];
    let (first, quoted, used) = first_argument(text, site.function)?;
    let rest = text[used..].trim_start();
    let at = text.len() - rest.len();
    let found = |args: Vec<Told>, outcome: Outcome, end: usize| Found {
        heard: Heard {
            name: Some(site.name),
            function: site.function,
            args,
            value_missing: false,
            result: outcome.result,
            error: outcome.error,
            derived: false,
        },
        timed: outcome.timed,
        end: site.inside + end,
    };
    let is_set = site.function == ApiFunction::SetValue;
    if let Some(behind) = rest.strip_prefix(')') {
        if is_set {
            return None;
        }
        let outcome = outcome(behind, site.function)?;
        let end = at + 1 + outcome.used;
        return Some(found(first.into_iter().collect(), outcome, end));
    }
    let value = rest.strip_prefix(',').filter(|_| is_set)?;
    let value = value.trim_start();
    let at = text.len() - value.len();
    let (value, outcome, used) = second_argument(value, quoted)?;
    let args = first.into_iter().chain([value]).collect();
    Some(found(args, outcome, at + used))
}

/// The first argument, whether it is quoted, and how much of the text it takes.
fn first_argument(text: &str, function: ApiFunction) -> Option<(Option<Told>, bool, usize)> {
    let trimmed = text.trim_start();
    let blanks = text.len() - trimmed.len();
    if let Some((close, width)) = opening_quote(trimmed) {
        // Names and codes have no quotes in them.
        let end = find_within(&trimmed[width..], &[close])?;
        let inside = &trimmed[width..width + end];
        let used = blanks + width + end + close.len_utf8();
        return Some((Some(truncation::told(inside)), true, used));
    }
    let end = find_within(trimmed, &[',', ')'])?;
    let inside = trimmed[..end].trim();
    let fits = match function {
        ApiFunction::GetValue | ApiFunction::SetValue => element_name::is_name(inside),
        ApiFunction::GetErrorString | ApiFunction::GetDiagnostic => {
            inside.bytes().all(|byte| byte.is_ascii_digit())
        }
        _ => inside.is_empty(),
    };
    let told = (!inside.is_empty()).then(|| Told::whole(inside));
    fits.then_some((told, false, blanks + end))
}

fn find_within(text: &str, wanted: &[char]) -> Option<usize> {
    let mut near = text.char_indices().take(LONGEST_NAME);
    near.find(|(_, char)| wanted.contains(char))
        .map(|(at, _)| at)
}

/// The value of a SetValue, what came of the call, and how much of the text both take.
fn second_argument(text: &str, first_quoted: bool) -> Option<(Told, Outcome, usize)> {
    let is_set = ApiFunction::SetValue;
    if let Some((close, width)) = opening_quote(text) {
        let inside = &text[width..];
        for escapes in [true, false] {
            for (at, _) in inside.match_indices(close) {
                if escapes && is_escaped(&inside[..at]) {
                    continue;
                }
                let behind = inside[at + close.len_utf8()..].trim_start();
                let Some(behind) = behind.strip_prefix(')') else {
                    continue;
                };
                if let Some(outcome) = outcome(behind, is_set) {
                    let used = text.len() - behind.len() + outcome.used;
                    return Some((value(&inside[..at], close), outcome, used));
                }
            }
        }
        // The logger cut the line itself.
        let rest = truncation::told(inside);
        return rest.cut.then(|| (rest, Outcome::default(), text.len()));
    }
    if first_quoted {
        // A name would be a variable of a script.
        let end = text.find(')')?;
        let inside = text[..end].trim();
        let literal = inside.parse::<f64>().is_ok()
            || matches!(inside, "true" | "false" | "null" | "undefined");
        let outcome = outcome(&text[end + 1..], is_set).filter(|_| literal)?;
        let used = end + 1 + outcome.used;
        return Some((Told::whole(inside), outcome, used));
    }
    for (end, _) in text.match_indices(')') {
        if let Some(outcome) = outcome(&text[end + 1..], is_set) {
            let used = end + 1 + outcome.used;
            return Some((value(&text[..end], ')'), outcome, used));
        }
    }
    None
}

/// The quote that ends what the first character opens, and the width of that one.
fn opening_quote(text: &str) -> Option<(char, usize)> {
    let first = text.chars().next()?;
    let close = match first {
        '"' | '\'' | '`' => first,
        '“' | '„' => '”',
        '‘' | '‚' => '’',
        '«' => '»',
        _ => return None,
    };
    Some((close, first.len_utf8()))
}

fn is_escaped(before: &str) -> bool {
    let slashes = before.len() - before.trim_end_matches('\\').len();
    slashes % 2 == 1
}

/// A value as it was set. Where its own quotes are escaped, the logger wrote a literal.
fn value(text: &str, close: char) -> Told {
    let escaped = text.contains(&format!("\\{close}"));
    let literal = match close {
        '"' if escaped => serde_json::from_str::<String>(&format!("\"{text}\"")).ok(),
        '\'' | '`' if escaped => Some(text.replace(&format!("\\{close}"), &close.to_string())),
        _ => None,
    };
    let mut told = truncation::told(literal.as_deref().unwrap_or(text));
    told.joined = literal.is_none() && text.contains('\n');
    told
}

#[cfg(test)]
mod tests;
