//! Questions about the learner's controls.

use serde::{Deserialize, Serialize};

/// One question about the learner's controls.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UiCheck {
    /// The control asked about.
    pub control: Control,
    /// The state asked about.
    pub state: ControlState,
    /// The required truth value of "the control is in that state".
    pub answer: bool,
    /// Identifier of the menu entry, for `toc_entry`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
}

/// A control of the learner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Control {
    /// The Continue button.
    Continue,
    /// The Previous button.
    Previous,
    /// The table of contents as a whole.
    Toc,
    /// One entry of the table of contents.
    TocEntry,
}

/// A state of a control.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ControlState {
    /// Offered and usable.
    Enabled,
    /// Not enabled; hidden counts.
    Disabled,
    /// The entry can be chosen.
    Selectable,
    /// The entry is listed.
    Visible,
}
