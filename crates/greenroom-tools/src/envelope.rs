//! The result of a call on the wire, built in this one place.
//!
//! Data tools answer with `structuredContent` and the same JSON as text. A result with a picture
//! carries no `structuredContent`, because several clients hand the model only that and drop the
//! picture; its order is pictures first, then one text block with the envelope.

use std::path::Path;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use greenroom_report::Cache;
use serde::Serialize;
use serde_json::Value;

use crate::answer::CutNote;
use crate::config::TextForm;
use crate::reply::{Artifact, Extras};

/// A finished call: content blocks for MCP, the envelope for everyone else.
#[derive(Clone, Debug)]
pub struct CallResult {
    pub content: Vec<Content>,
    pub structured: Option<Value>,
    pub envelope: Value,
}

/// One content block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    Text(String),
    Image { base64: String, mime: String },
}

/// A tool's reply after its type is erased: data as JSON, message for people, and the extras.
#[derive(Clone, Debug)]
pub struct ErasedReply {
    pub data: Value,
    pub message: String,
    pub extras: Extras,
}

/// The members in the order in which a reader wants them.
#[derive(Serialize)]
struct Envelope<'a> {
    success: bool,
    error_code: Option<&'a str>,
    message: &'a str,
    data: Value,
    artifacts: &'a [Artifact],
    #[serde(skip_serializing_if = "Option::is_none")]
    artifacts_manifest_path: Option<&'a Path>,
    diagnostics: Diagnostics<'a>,
}

#[derive(Serialize)]
struct Diagnostics<'a> {
    duration_ms: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    cache: Option<Cache>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notices: &'a [String],
    /// Present if the answer was too long and parts were left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    cut: Option<&'a CutNote>,
}

/// Builds the result of a call.
pub(crate) fn build(reply: ErasedReply, took: Duration, form: TextForm) -> CallResult {
    let ErasedReply {
        data,
        message,
        extras,
    } = reply;
    let envelope = Envelope {
        success: true,
        error_code: None,
        message: message.lines().next().unwrap_or_default(),
        data,
        artifacts: &extras.artifacts,
        artifacts_manifest_path: extras.artifacts_manifest_path.as_deref(),
        diagnostics: Diagnostics {
            duration_ms: took.as_millis() as u64,
            cache: extras.cache,
            notices: &extras.notices,
            cut: extras.cut.as_ref(),
        },
    };
    let text = match (&extras.text, form) {
        (Some(text), _) => text.clone(),
        (None, TextForm::Summary) if extras.images.is_empty() => message.clone(),
        (None, _) => serde_json::to_string(&envelope).unwrap_or_default(),
    };
    let envelope = serde_json::to_value(&envelope).unwrap_or_default();
    let mut content: Vec<Content> = extras
        .images
        .iter()
        .map(|image| Content::Image {
            base64: STANDARD.encode(&image.bytes),
            mime: image.mime.clone(),
        })
        .collect();
    let structured = content.is_empty().then(|| envelope.clone());
    content.push(Content::Text(text));
    CallResult {
        content,
        structured,
        envelope,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::reply::Reply;

    fn build_from(reply: Reply<Value>) -> CallResult {
        let erased = ErasedReply {
            data: reply.output,
            message: "done\nmore".to_owned(),
            extras: reply.extras,
        };
        build(erased, Duration::from_millis(12), TextForm::Json)
    }

    #[test]
    fn data_results_mirror_the_envelope_in_text() {
        let reply = Reply::new(json!({"a": 1}))
            .notice("sandbox not available")
            .cache(Cache::Hit);
        let result = build_from(reply.artifact("report", "sessions/x/reports/1.html"));
        let envelope = json!({
            "success": true, "error_code": null, "message": "done", "data": {"a": 1},
            "artifacts": [{"type": "report", "path": "sessions/x/reports/1.html"}],
            "diagnostics": {"duration_ms": 12, "cache": "hit", "notices": ["sandbox not available"]},
        });
        assert_eq!(result.structured.as_ref(), Some(&envelope));
        let [Content::Text(text)] = result.content.as_slice() else {
            panic!("one text block")
        };
        assert_eq!(serde_json::from_str::<Value>(text).unwrap(), envelope);
    }

    #[test]
    fn a_picture_comes_first_and_drops_structured_content() {
        let result = build_from(Reply::new(json!({})).image(vec![1, 2, 3], "image/png"));
        assert!(result.structured.is_none());
        assert_eq!(
            result.content[0],
            Content::Image {
                base64: "AQID".to_owned(),
                mime: "image/png".to_owned()
            }
        );
        assert!(matches!(&result.content[1], Content::Text(text) if text.contains("\"success\"")));
    }
}
