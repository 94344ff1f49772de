//! What a dialog tool is: one declaration, from which everything else follows.

use crate::refusal::Refusal;
use crate::submission::Given;
use greenroom_schema::Fault;
use serde_json::{Map, Value};

/// Looks at parameters that fit the schema for what a schema cannot say.
pub type Check = fn(&Map<String, Value>, &mut Vec<Fault>);

/// Makes `data.answer` of what the human gave, or says what is wrong with it.
pub type Accept = fn(&Map<String, Value>, &Given<'_>) -> Result<Value, Refusal>;

/// Makes the members of the WebSocket result of an answer; images are put beside it by others.
pub type WsResult = fn(&Value) -> Map<String, Value>;

/// A dialog tool. MCP tool, whitelist, validation, renderer and documentation come from it.
#[derive(Clone, Debug)]
pub struct DialogTool {
    /// The registry name.
    pub name: String,
    /// Two to four words for people.
    pub title: String,
    /// First line imperative; a second paragraph says what it returns.
    pub description: String,
    /// Object schema with `properties` and `required`.
    pub parameters: Value,
    /// Schema of `data.answer`.
    pub answer: Value,
    /// Which card the page shows; `generic_form` builds one from the answer schema.
    pub dialog_type: String,
    /// Rules that no schema can state.
    pub check: Option<Check>,
    /// Without one, an answer must fit the answer schema.
    pub accept: Option<Accept>,
    /// Without one, the answer's members are the result.
    pub ws_result: Option<WsResult>,
    /// Where images stand in the WebSocket result; a tool without takes no images as answer.
    pub images_as: Option<&'static str>,
    /// Whether an answer may be remembered.
    pub rememberable: bool,
}

/// The card that is built from the answer schema.
pub const GENERIC_FORM: &str = "generic_form";

impl DialogTool {
    /// A tool declared by its schemas alone, shown as a generic form.
    pub fn new(name: &str, description: &str, parameters: Value, answer: Value) -> Self {
        Self {
            name: name.to_owned(),
            title: name.replace('_', " "),
            description: description.to_owned(),
            parameters,
            answer,
            dialog_type: GENERIC_FORM.to_owned(),
            check: None,
            accept: None,
            ws_result: None,
            images_as: None,
            rememberable: false,
        }
    }
}

/// The value of a text member, or nothing.
pub(crate) fn text<'a>(members: &'a Map<String, Value>, name: &str) -> Option<&'a str> {
    members.get(name).and_then(Value::as_str)
}

/// Whether a boolean member is set.
pub(crate) fn is_set(members: &Map<String, Value>, name: &str) -> bool {
    members.get(name).and_then(Value::as_bool).unwrap_or(false)
}
