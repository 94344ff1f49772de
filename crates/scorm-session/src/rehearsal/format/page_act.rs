//! What the learner does on the page of the content.

use serde::{Deserialize, Serialize};

use super::{Call, Element, Statement, UiAction};

/// One act on the page of the content, or a statement about what came of those before it.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "action", rename_all = "snake_case")]
pub enum PageAct {
    /// Clicks an element.
    Click {
        /// Which one.
        #[serde(flatten)]
        on: Element,
        /// Single, double or with the right button.
        #[serde(default, skip_serializing_if = "ClickCount::is_single")]
        click: ClickCount,
    },
    /// Gives a field a value.
    Fill {
        /// The field.
        #[serde(flatten)]
        on: Element,
        /// Text or number, value or label of an option, true or false for a box, a list of options.
        value: serde_json::Value,
    },
    /// Types on the keyboard.
    Type {
        /// What is typed; may be empty.
        #[serde(default)]
        text: String,
        /// The element that gets the focus first; without one, what has it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        selector: Option<String>,
        /// Or its role, with `name`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        role: Option<String>,
        /// Its accessible name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// Keys after the text, such as `Enter`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        press: Vec<String>,
    },
    /// Drags one element onto another, or by a distance.
    Drag {
        /// What is dragged.
        #[serde(flatten)]
        on: Element,
        /// Where it is dropped.
        to: DropPlace,
    },
    /// Moves the pointer onto an element.
    Hover {
        /// Which one.
        #[serde(flatten)]
        on: Element,
    },
    /// Scrolls until an element is in view, or the page to a place.
    Scroll {
        /// What comes into view; none = the page itself.
        #[serde(flatten)]
        on: Element,
        /// Where the page scrolls to, without an element.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<ScrollPlace>,
    },
    /// Waits until an element is visible, or for some time.
    Wait {
        /// The element.
        #[serde(flatten)]
        on: Element,
        /// The longest wait with an element (5000), the whole wait without.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ms: Option<u64>,
    },
    /// Chooses files for a file field.
    Upload {
        /// The field.
        #[serde(flatten)]
        on: Element,
        /// Paths, relative to the rehearsal.
        files: Vec<String>,
    },
    /// Lets the films and sounds on the page play to their end, without the time it would take.
    PlayOut,
    /// How dialogs of the page are answered from now on.
    Dialogs {
        /// OK or Cancel.
        answer: DialogAnswer,
        /// What is entered into a prompt; its default text when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// Gives the window another size.
    Viewport {
        /// In CSS pixels.
        width: u32,
        /// In CSS pixels.
        height: u32,
    },
    /// The learner uses a control of the LMS and the activity stays, as with a refusal.
    Navigate {
        /// The control.
        request: UiAction,
        /// Identifier of the chosen activity.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<String>,
        /// It must be refused, with a reason (`CODE: words`) that fits this pattern.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        refused: Option<String>,
    },
    /// Calls the API as a tool does, whether the content has initialized or not.
    Call(Box<Call>),
    /// Calls the course's automation API.
    Automation {
        /// Its function.
        function: String,
        /// Its arguments.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        args: Vec<serde_json::Value>,
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
    Expect(Box<Statement>),
}

impl PageAct {
    /// The element that gets the focus before something is typed; empty for other acts, and
    /// where the focus stays.
    pub fn focused(&self) -> Element {
        match self {
            Self::Type {
                selector,
                role,
                name,
                ..
            } => Element {
                selector: selector.clone(),
                role: role.clone(),
                name: name.clone(),
                ..Element::default()
            },
            _ => Element::default(),
        }
    }
}

/// How an element is clicked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ClickCount {
    /// Once.
    #[default]
    Single,
    /// Twice.
    Double,
    /// Once, with the right button.
    Right,
}

impl ClickCount {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
    fn is_single(&self) -> bool {
        *self == Self::Single
    }
}

/// Where a dragged element is dropped.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DropPlace {
    /// Onto this element.
    #[serde(flatten)]
    pub on: Element,
    /// Or so many CSS pixels to the right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_x: Option<f64>,
    /// And so many down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_y: Option<f64>,
}

/// Where a page scrolls to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ScrollPlace {
    /// Its beginning.
    Top,
    /// Its end.
    Bottom,
}

/// How a dialog is answered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DialogAnswer {
    /// OK.
    #[default]
    Accept,
    /// Cancel.
    Dismiss,
}
