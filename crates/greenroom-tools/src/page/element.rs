//! An element, as results show it.

use greenroom_browser::ElementInfo;
use schemars::JsonSchema;
use serde::Serialize;

/// What an act was done to.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ElementReport {
    pub(crate) tag_name: String,
    pub(crate) id: String,
    pub(crate) class_name: String,
    /// At most 200 characters
    pub(crate) text_content: String,
    /// Matches this element alone
    pub(crate) selector: String,
    /// Id of its frame
    pub(crate) frame: Option<String>,
    pub(crate) visible: bool,
    pub(crate) disabled: bool,
}

impl From<ElementInfo> for ElementReport {
    fn from(info: ElementInfo) -> Self {
        Self {
            tag_name: info.tag_name,
            id: info.id,
            class_name: info.class_name,
            text_content: info.text_content,
            selector: info.selector,
            frame: info.frame.map(|frame| frame.to_string()),
            visible: info.visible,
            disabled: info.disabled,
        }
    }
}
