//! Calls and their answers between servers.

use greenroom_tools::{CallResult, Content, ToolError};
use rmcp::model::Resource;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::mcp::Answered;

/// The version of this form. Servers of another one are not asked.
pub(super) const FORM: &str = "1";
/// The header that names it.
pub(super) const FORM_HEADER: &str = "x-greenroom-form";

/// A call that another server is to make.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ForwardedCall {
    pub(super) house: String,
    pub(super) tool: String,
    pub(super) arguments: Map<String, Value>,
    pub(super) rpc_id: Option<String>,
    pub(super) client: Option<String>,
}

/// What another server says.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ForwardedAnswer {
    /// The call was made; this is its result.
    Done(Value),
    /// The call was made and failed.
    Failed(Value),
    /// Nothing was done: it is not there.
    NotThere,
    /// Nothing was done: the server is about to end.
    Draining,
}

/// The result of a call.
pub(super) fn told((result, links): &Answered) -> Value {
    let content: Vec<Value> = result
        .content
        .iter()
        .map(|block| match block {
            Content::Text(text) => json!({ "text": text }),
            Content::Image { base64, mime } => json!({"image": base64, "mime": mime}),
        })
        .collect();
    json!({
        "content": content,
        "structured": result.structured,
        "envelope": result.envelope,
        "links": links,
    })
}

/// The way back of [`told`].
pub(super) fn answered(mut value: Value) -> Option<Answered> {
    let mut content = Vec::new();
    for block in value["content"].as_array()? {
        content.push(match block["text"].as_str() {
            Some(text) => Content::Text(text.to_owned()),
            None => Content::Image {
                base64: block["image"].as_str()?.to_owned(),
                mime: block["mime"].as_str()?.to_owned(),
            },
        });
    }
    let links: Vec<Resource> = serde_json::from_value(value["links"].take()).ok()?;
    let structured = Some(value["structured"].take()).filter(|it| !it.is_null());
    let result = CallResult {
        content,
        structured,
        envelope: value["envelope"].take(),
    };
    Some((result, links))
}

/// What is said of a call that was made here.
pub(super) fn of_outcome(outcome: &Result<Answered, ToolError>) -> ForwardedAnswer {
    match outcome {
        Ok(answered) => ForwardedAnswer::Done(told(answered)),
        Err(error) => ForwardedAnswer::Failed(error.to_tell()),
    }
}

#[cfg(test)]
mod tests {
    use greenroom_tools::ErrorCode;

    use super::*;

    #[test]
    fn answers_come_as_they_were_sent() {
        let result = CallResult {
            content: vec![
                Content::Image {
                    base64: "AQID".to_owned(),
                    mime: "image/png".to_owned(),
                },
                Content::Text("{}".to_owned()),
            ],
            structured: None,
            envelope: json!({"success": true}),
        };
        let link = Resource::new("greenroom://sessions/x/1.png", "1.png");
        let sent = (result, vec![link]);
        let (got, links) = answered(told(&sent)).unwrap();
        assert_eq!(got.content, sent.0.content);
        assert_eq!((got.structured, got.envelope), (None, sent.0.envelope));
        assert_eq!(links, sent.1);
        let error = ToolError::new(ErrorCode::RuntimeNotOpen, "none").detail("a", 1);
        let got = ToolError::told(&error.to_tell()).unwrap();
        assert_eq!(got.wire_message(), error.wire_message());
        assert_eq!(got.wire_data(), error.wire_data());
    }
}
