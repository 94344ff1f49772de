//! What the learner does on the page of the content.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Call;

/// One act on the page of the content. Selectors are CSS; `A >>> B` leads into frame A.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "action", rename_all = "snake_case", deny_unknown_fields)]
pub enum PageAct {
    /// Clicks the element that is named by a selector or by its visible text.
    Click {
        /// The element.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        selector: Option<String>,
        /// Its text, where there is no selector.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// Gives a field a value.
    Fill {
        /// The field.
        selector: String,
        /// Text or number, value or label of an option, true or false for a box.
        value: serde_json::Value,
    },
    /// Types on the keyboard.
    Type {
        /// What is typed.
        text: String,
        /// The element that gets the focus first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        selector: Option<String>,
        /// Keys after the text, such as `Enter`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        press: Vec<String>,
    },
    /// Waits until an element is visible, or for some time.
    Wait {
        /// The element.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        selector: Option<String>,
        /// The longest wait with a selector (5000), the whole wait without.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ms: Option<u64>,
    },
    /// Takes a picture that is kept with the artifacts.
    Screenshot {
        /// Only this element.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        selector: Option<String>,
        /// The whole height of the page.
        #[serde(default)]
        full_page: bool,
    },
    /// States what must have come of the acts since the last such statement.
    Expect {
        /// Calls of the content, in this order; others may lie between. Without `args`, any will
        /// do.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        calls: Vec<Call>,
        /// Values of the data model, by element.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        data: BTreeMap<String, String>,
        /// Identifier of the item that is delivered now.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        activity: Option<String>,
    },
}
