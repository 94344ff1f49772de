//! An element, as results show it.

use greenroom_browser::{ElementInfo, Rect};
use schemars::JsonSchema;
use scorm_session::rehearsal::format::{Element, PageAct};
use serde::Serialize;

use super::named;

/// What an act was done to.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ElementReport {
    pub tag_name: String,
    pub id: String,
    pub class_name: String,
    /// At most 200 characters
    pub text_content: String,
    /// Matches this element alone
    pub selector: String,
    /// Id of its frame
    pub frame: Option<String>,
    pub visible: bool,
    pub disabled: bool,
    /// How a rehearsal names it.
    #[serde(skip)]
    #[schemars(skip)]
    pub named: Element,
    /// The act, where something else than real input did it.
    #[serde(skip)]
    #[schemars(skip)]
    pub done_by: Option<Box<PageAct>>,
    /// Its middle in the frame's viewport.
    #[serde(skip)]
    #[schemars(skip)]
    pub middle: (f64, f64),
}

impl ElementReport {
    /// The act as rehearsals write it: what did it, else this act by real input.
    pub fn act(&self, by_input: impl FnOnce(Element) -> PageAct) -> PageAct {
        match &self.done_by {
            Some(act) => (**act).clone(),
            None => by_input(self.named.clone()),
        }
    }
}

impl From<ElementInfo> for ElementReport {
    fn from(info: ElementInfo) -> Self {
        let Rect {
            x,
            y,
            width,
            height,
        } = info.rect;
        Self {
            named: named::element(&info),
            done_by: None,
            middle: (x + width / 2.0, y + height / 2.0),
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
