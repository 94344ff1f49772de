//! `scorm_get_data_model_history`: how the data model changed over time.

use std::fmt;

use greenroom_dialog::iso_time::iso;
use greenroom_report::excerpt;
use greenroom_stage::course::replica::Replica;
use schemars::JsonSchema;
use scorm_session::history::HistoryEntry;
use serde::{Deserialize, Serialize};

use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormGetDataModelHistory;

/// Show how the data model changed over time
///
/// Returns changes with before, after, source, origin; total, has_more.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormGetDataModelHistoryParams {
    /// The session
    session_id: String,
    /// From this time
    #[serde(default)]
    since_ts: Option<u64>,
    /// One or several
    #[serde(default)]
    element_prefix: Option<OneOrMore>,
    /// Only this RTE session
    #[serde(default)]
    change_session_id: Option<String>,
    /// At most
    #[serde(default = "default_limit")]
    #[schemars(range(min = 1, max = 10_000))]
    limit: usize,
    /// Skip
    #[serde(default)]
    offset: usize,
    #[serde(default)]
    /// By time
    order: Order,
    /// 0: whole
    #[serde(default = "default_value_length")]
    max_value_length: usize,
}

fn default_limit() -> usize {
    1000
}

fn default_value_length() -> usize {
    4096
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum OneOrMore {
    One(String),
    More(Vec<String>),
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Order {
    #[default]
    Asc,
    Desc,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormGetDataModelHistoryOutput {
    session_id: String,
    changes: Vec<Change>,
    /// Of the whole history
    total: usize,
    /// After the filters
    matched: usize,
    has_more: bool,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Change {
    id: usize,
    element: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    previous_value: Option<String>,
    new_value: Option<String>,
    /// api:SetValue, api:Commit, api:Terminate, internal or restore
    source: &'static str,
    /// content, tool or engine
    origin: &'static str,
    timestamp: u64,
    timestamp_iso: String,
    /// RTE session
    session_id: String,
    activity: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    collection_index: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    collection_property: Option<String>,
    previous_value_truncated: bool,
    new_value_truncated: bool,
    /// In characters, when it was cut
    #[serde(skip_serializing_if = "Option::is_none")]
    new_value_original_length: Option<usize>,
}

impl fmt::Display for ScormGetDataModelHistoryOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} changes", self.changes.len(), self.matched)
    }
}

impl Tool for ScormGetDataModelHistory {
    const NAME: &'static str = "scorm_get_data_model_history";
    const TITLE: &'static str = "Data model history";
    const EFFECT: Effect = Effect::ReadOnly;
    const ERRORS: &'static [ErrorCode] = &[ErrorCode::RuntimeNotOpen, ErrorCode::BrowserCrashed];
    type Params = ScormGetDataModelHistoryParams;
    type Output = ScormGetDataModelHistoryOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let runtime = cx.runtimes().require(&params.session_id)?;
        runtime.flush().await?;
        let output = runtime
            .live
            .read(|replica| select(replica, params, cx.room()));
        Ok(output.into())
    }
}

fn select(
    replica: &Replica,
    params: ScormGetDataModelHistoryParams,
    room: usize,
) -> ScormGetDataModelHistoryOutput {
    let prefixes = match params.element_prefix {
        None => Vec::new(),
        Some(OneOrMore::One(prefix)) => vec![prefix],
        Some(OneOrMore::More(prefixes)) => prefixes,
    };
    let fits = |(entry, rte_session): &(&HistoryEntry, String)| {
        params.since_ts.is_none_or(|since| entry.at >= since)
            && (prefixes.is_empty()
                || prefixes
                    .iter()
                    .any(|prefix| entry.element.starts_with(prefix.as_str())))
            && params
                .change_session_id
                .as_ref()
                .is_none_or(|wanted| wanted == rte_session)
    };
    let mut matched: Vec<(&HistoryEntry, String)> = replica.changes().filter(fits).collect();
    if params.order == Order::Desc {
        matched.reverse();
    }
    let count = matched.len();
    let longest = Longest {
        characters: params.max_value_length,
        bytes: room / 2,
    };
    let page = matched
        .into_iter()
        .skip(params.offset)
        .map(|(entry, rte_session)| Change::of(entry, rte_session, longest));
    let changes = excerpt::first(page, Some(params.limit), room);
    ScormGetDataModelHistoryOutput {
        session_id: params.session_id,
        total: replica.history.entries().len(),
        matched: count,
        has_more: params.offset.saturating_add(changes.len()) < count,
        changes,
    }
}

impl Change {
    fn of(entry: &HistoryEntry, rte_session: String, most: Longest) -> Self {
        let (previous_value, previous_length) = cut(entry.before.as_deref(), most);
        let (new_value, new_length) = cut(entry.after.as_deref(), most);
        let (collection_index, collection_property) = collection_place(&entry.element).unzip();
        Self {
            id: entry.id,
            element: entry.element.clone(),
            previous_value,
            new_value,
            source: entry.source.as_str(),
            origin: entry.origin.as_str(),
            timestamp: entry.at,
            timestamp_iso: iso(entry.at),
            session_id: rte_session,
            activity: entry.activity.clone(),
            collection_index,
            collection_property,
            previous_value_truncated: previous_length.is_some(),
            new_value_truncated: new_length.is_some(),
            new_value_original_length: new_length,
        }
    }
}

/// How much of a value is told.
#[derive(Clone, Copy)]
struct Longest {
    /// 0: all.
    characters: usize,
    /// What the answer has room for.
    bytes: usize,
}

/// A value within the limits, and its length in characters if it had to be cut.
fn cut(value: Option<&str>, most: Longest) -> (Option<String>, Option<usize>) {
    let Some(value) = value else {
        return (None, None);
    };
    let is_over = |(nth, (start, character)): &(usize, (usize, char))| {
        let too_many = most.characters > 0 && *nth >= most.characters;
        too_many || start + character.len_utf8() > most.bytes
    };
    match value.char_indices().enumerate().find(is_over) {
        Some((_, (end, _))) => (Some(value[..end].to_owned()), Some(value.chars().count())),
        None => (Some(value.to_owned()), None),
    }
}

/// `cmi.interactions.0.result` lies at 0 of its collection and is the property `result`.
fn collection_place(element: &str) -> Option<(usize, String)> {
    let mut rest = element;
    while let Some((part, behind)) = rest.split_once('.') {
        if let Ok(index) = part.parse() {
            return Some((index, behind.to_owned()));
        }
        rest = behind;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{Longest, collection_place, cut};

    #[test]
    fn values_are_cut_between_characters() {
        let cut = |value, characters, bytes| cut(value, Longest { characters, bytes });
        assert_eq!(cut(None, 4, 99), (None, None));
        assert_eq!(cut(Some("tea"), 3, 99), (Some("tea".to_owned()), None));
        assert_eq!(
            cut(Some("thé vert"), 3, 99),
            (Some("thé".to_owned()), Some(8))
        );
        assert_eq!(cut(Some("tea"), 0, 99), (Some("tea".to_owned()), None));
        assert_eq!(
            cut(Some("thé vert"), 0, 3),
            (Some("th".to_owned()), Some(8))
        );
    }

    #[test]
    fn names_tell_the_place_in_their_collection() {
        let place = |element| collection_place(element);
        assert_eq!(
            place("cmi.interactions.0.result"),
            Some((0, "result".into()))
        );
        assert_eq!(
            place("cmi.interactions.2.objectives.1.id"),
            Some((2, "objectives.1.id".into()))
        );
        assert_eq!(place("cmi.location"), None);
    }
}
