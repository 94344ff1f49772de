//! Everything in the page that can be acted on, with selectors that work.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::automation::AutomationApi;
use super::content;
use crate::course::runtime::Runtime;
use crate::{Fault, StageError};

const ELEMENTS: &str = concat!(
    "(includeHidden, listening) => {\n",
    include_str!("injected/words.js"),
    include_str!("injected/purpose.js"),
    include_str!("injected/elements.js"),
    "}",
);
/// Whether a click on an element hands an answer in.
pub const SUBMITS: &str = concat!(
    "(element) => {\n",
    include_str!("injected/words.js"),
    include_str!("injected/purpose.js"),
    "return purposeOf(element) === \"submit\" }",
);
const LOOK_LIMIT: Duration = Duration::from_secs(15);
/// What may react to the pointer without any other sign of it than a listener.
const CANDIDATES: &str = include_str!("injected/candidates.js");
/// Events by which an element reacts to the pointer.
const POINTER_EVENTS: [&str; 7] = [
    "click",
    "dblclick",
    "mousedown",
    "mouseup",
    "pointerdown",
    "pointerup",
    "touchstart",
];
/// Bytes of JSON for all lists together, when nothing else is in the answer.
pub const BUDGET: usize = 7000;
/// Keys of entries that hold selectors of their own document.
const SELECTORS: [&str; 4] = [
    "selector",
    "container_selector",
    "submit_selector",
    "submit_button",
];

/// One element of one list.
#[derive(Clone, Debug, Deserialize)]
pub struct Found {
    pub list: String,
    pub entry: Map<String, Value>,
}

/// The lists, as far as they fit.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct Lists {
    pub forms: Vec<Value>,
    pub buttons: Vec<Value>,
    pub inputs: Vec<Value>,
    pub assessments: Vec<Value>,
    pub navigation: Vec<Value>,
    pub interactive_elements: Vec<Value>,
    /// Entries that did not fit; go on with `offset`
    pub omitted: usize,
}

/// All elements of all frames, numbered by `ref` from 1.
pub async fn find(runtime: &Runtime, include_hidden: bool) -> Result<Vec<Found>, StageError> {
    if runtime.live.read(|replica| replica.departed.is_some()) {
        return Ok(Vec::new());
    }
    let root = content::frame(runtime, None)?;
    let interactions: Vec<String> = match AutomationApi::find(runtime).await? {
        Some(api) => {
            let listed = api.interactions(runtime).await?;
            let ids = listed.iter().filter_map(|one| one["id"].as_str());
            ids.map(ToOwned::to_owned).collect()
        }
        None => Vec::new(),
    };
    let mut all: Vec<Found> = Vec::new();
    for frame in content::frames(runtime) {
        // Without the browser's word on listeners the rest is still found.
        let listening = frame.listening(CANDIDATES, &POINTER_EVENTS).await;
        let arguments = [json!(include_hidden), json!(listening.unwrap_or_default())];
        let found = frame
            .call_with_toolkit::<Vec<Found>>(ELEMENTS, &arguments, LOOK_LIMIT)
            .await;
        let found = match found {
            Ok(found) => found,
            // A frame that went away has nothing to act on.
            Err(error) if content::is_absent(runtime, &error) => continue,
            Err(error) => {
                let url = frame.info().map(|info| info.url).unwrap_or_default();
                return Err(StageError::new(
                    Fault::DomFindError,
                    format!("the elements of {url} could not be read: {error}"),
                )
                .detail("frame", frame.id().to_string())
                .detail("cause", error.to_string()));
            }
        };
        let path = frame.path_from(&root).await.map_err(StageError::from)?;
        let id = frame.id().to_string();
        for Found { list, entry } in found {
            let mut entry = placed(entry, &path);
            entry.insert("frame".to_owned(), json!(id));
            entry.insert("ref".to_owned(), json!(all.len() + 1));
            name_interaction(&mut entry, &interactions);
            all.push(Found { list, entry });
        }
    }
    Ok(all)
}

/// Selectors of an entry, and of what is in it, made to lead from the SCO's document.
fn placed(entry: Map<String, Value>, path: &[String]) -> Map<String, Value> {
    let lead = |selector: &str| {
        let steps = path.iter().map(String::as_str).chain([selector]);
        steps.collect::<Vec<_>>().join(" >>> ")
    };
    entry
        .into_iter()
        .map(|(key, value)| {
            let value = match value {
                Value::String(selector) if SELECTORS.contains(&key.as_str()) => {
                    json!(lead(&selector))
                }
                Value::Array(list) if key == "answers" || key == "inputs" => list
                    .into_iter()
                    .map(|inner| match inner {
                        Value::Object(inner) => Value::Object(placed(inner, path)),
                        other => other,
                    })
                    .collect(),
                other => other,
            };
            (key, value)
        })
        .collect()
}

/// Replaces the test id by the interaction that it belongs to.
fn name_interaction(entry: &mut Map<String, Value>, interactions: &[String]) {
    let mark = entry.remove("testid").unwrap_or_default();
    let id = entry.get("question_id").and_then(Value::as_str);
    let belongs = |interaction: &&String| {
        let mark = mark.as_str().unwrap_or_default();
        mark.strip_prefix(interaction.as_str())
            .is_some_and(|rest| rest.starts_with('-'))
            || id == Some(interaction.as_str())
    };
    if let Some(interaction) = interactions.iter().find(belongs) {
        entry.insert("interaction_id".to_owned(), json!(interaction));
    }
}

impl Lists {
    /// Entries from `offset` on, as far as they fit into `budget` bytes, but at least one.
    pub fn of(found: Vec<Found>, offset: usize, budget: usize) -> Self {
        let mut lists = Self::default();
        let mut left = budget;
        for (index, Found { list, entry }) in found.into_iter().skip(offset).enumerate() {
            let entry = Value::Object(entry);
            let size = entry.to_string().len();
            if index > 0 && (lists.omitted > 0 || size > left) {
                lists.omitted += 1;
                continue;
            }
            left = left.saturating_sub(size);
            match list.as_str() {
                "forms" => lists.forms.push(entry),
                "buttons" => lists.buttons.push(entry),
                "inputs" => lists.inputs.push(entry),
                "assessments" => lists.assessments.push(entry),
                "navigation" => lists.navigation.push(entry),
                _ => lists.interactive_elements.push(entry),
            }
        }
        lists
    }
}
