//! What the documents of the content show at one moment, and what changed between two.

use std::collections::BTreeMap;
use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::content;
use crate::StageError;
use crate::course::runtime::Runtime;

const STATE: &str = include_str!("injected/state.js");
const LOOK_LIMIT: Duration = Duration::from_secs(15);

/// The visible controls and texts of all frames, by selector.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct DomState {
    pub url: String,
    pub title: String,
    pub elements: BTreeMap<String, Seen>,
    /// Elements left out to keep the answer short
    #[serde(skip_serializing_if = "greenroom_report::excerpt::is_zero")]
    pub omitted: usize,
}

/// A control with its state, or a text.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Seen {
    /// Its type, or its role
    #[serde(skip_serializing_if = "Option::is_none")]
    pub control: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disabled: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

#[derive(Deserialize)]
struct OneDocument {
    title: String,
    elements: BTreeMap<String, Seen>,
}

impl DomState {
    /// What is shown now. Content that is gone shows nothing.
    pub async fn read(runtime: &Runtime) -> Result<Self, StageError> {
        let mut state = Self {
            url: runtime.url(),
            ..Self::default()
        };
        let Ok(root) = content::frame(runtime, None) else {
            return Ok(state);
        };
        for frame in content::frames(runtime) {
            let shown = frame.call_with_toolkit::<OneDocument>(STATE, &[], LOOK_LIMIT);
            let path = frame.path_from(&root);
            let (document, path) = match (shown.await, path.await) {
                (Ok(document), Ok(path)) => (document, path),
                // A frame that went away shows nothing.
                (Err(error), _) | (_, Err(error)) if content::is_absent(runtime, &error) => {
                    continue;
                }
                (Err(error), _) | (_, Err(error)) => return Err(error.into()),
            };
            if state.title.is_empty() {
                state.title = document.title;
            }
            for (selector, seen) in document.elements {
                let steps = path.iter().cloned().chain([selector]);
                let selector = steps.collect::<Vec<_>>().join(" >>> ");
                state.elements.insert(selector, seen);
            }
        }
        Ok(state)
    }

    /// Only what differs from `other`, and the element that was acted on; at most `budget` bytes.
    #[must_use]
    pub fn differing(&self, other: &Self, target: Option<&str>, budget: usize) -> Self {
        let matters = |selector: &str, seen: &Seen| {
            Some(selector) == target || other.elements.get(selector) != Some(seen)
        };
        let mut short = Self {
            url: self.url.clone(),
            title: self.title.clone(),
            ..Self::default()
        };
        let mut left = budget;
        // The element that was acted on comes first, whatever the budget.
        let acted_on = |(selector, _): &(&String, &Seen)| Some(selector.as_str()) == target;
        let (first, rest): (Vec<_>, Vec<_>) = self
            .elements
            .iter()
            .filter(|(selector, seen)| matters(selector, seen))
            .partition(acted_on);
        for (selector, seen) in first.into_iter().chain(rest) {
            let size = selector.len() + serde_json::to_string(seen).map_or(0, |text| text.len());
            if short.elements.is_empty() || size <= left {
                short.elements.insert(selector.clone(), seen.clone());
                left = left.saturating_sub(size);
            } else {
                short.omitted += 1;
            }
        }
        short
    }

    /// Whether a control for answers is there and none holds an answer.
    pub fn is_unanswered(&self) -> bool {
        let mut answers = self.elements.values().filter(|seen| seen.is_answer());
        let holds = |seen: &Seen| match seen.checked {
            Some(checked) => checked,
            None => seen.value.as_ref().is_some_and(|value| !value.is_empty()),
        };
        answers.clone().next().is_some() && !answers.any(holds)
    }
}

impl Seen {
    /// Whether learners answer with it.
    pub fn is_answer(&self) -> bool {
        let kind = self.control.as_deref().unwrap_or_default();
        let choice = matches!(kind, "radio" | "checkbox" | "option");
        choice || (self.value.is_some() && kind != "range")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(entries: &[(&str, Seen)]) -> DomState {
        DomState {
            elements: entries
                .iter()
                .map(|(selector, seen)| ((*selector).to_owned(), seen.clone()))
                .collect(),
            ..DomState::default()
        }
    }

    fn radio(checked: bool) -> Seen {
        Seen {
            control: Some("radio".to_owned()),
            checked: Some(checked),
            ..Seen::default()
        }
    }

    fn text(words: &str) -> Seen {
        Seen {
            text: Some(words.to_owned()),
            ..Seen::default()
        }
    }

    #[test]
    fn only_what_changed_is_shown_and_the_target() {
        let before = state(&[("#a", radio(false)), ("#b", radio(false)), ("p", text("?"))]);
        let after = state(&[("#a", radio(true)), ("#b", radio(false)), ("p", text("?"))]);
        let shown = after.differing(&before, Some("p"), 1000);
        assert_eq!(shown.elements.keys().collect::<Vec<_>>(), ["#a", "p"]);
        let short = after.differing(&DomState::default(), Some("p"), 10);
        assert_eq!(short.elements.keys().collect::<Vec<_>>(), ["p"]);
        assert_eq!(short.omitted, 2);
    }

    #[test]
    fn unanswered_needs_controls_without_an_answer() {
        assert!(state(&[("#a", radio(false)), ("p", text("?"))]).is_unanswered());
        assert!(!state(&[("#a", radio(true)), ("#b", radio(false))]).is_unanswered());
        assert!(!state(&[("p", text("?"))]).is_unanswered());
    }
}
