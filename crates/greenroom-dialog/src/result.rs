//! The response builder: a dialog as `data` of a tool result, and as a WebSocket reply.

use crate::attachments::Attachment;
use crate::declaration::DialogTool;
use crate::dialog::Dialog;
use crate::iso_time::iso;
use crate::outcome::Outcome;
use serde_json::{Map, Value, json};

/// `data` of a result on MCP. A dialog that is still open is `pending`.
pub fn data(dialog: &Dialog, now: u64) -> Value {
    let outcome = dialog.response.as_ref();
    let answered = matches!(outcome, Some(Outcome::Answered { .. }));
    let ended = outcome.map_or(now, |_| dialog.ended_at());
    let mut data = json!({
        "status": outcome.map_or("pending", Outcome::status),
        "answered": answered,
        "code": outcome.map_or(Some("DIALOG_PENDING"), Outcome::code),
        "dialog_id": dialog.dialog_id,
        "tool": dialog.tool,
        "created_at": dialog.created_at,
        "answered_at": dialog.answered_at(),
        "waited_ms": ended.saturating_sub(dialog.created_at),
        "source": null,
        "answer": null,
        "attachments": outcome.map_or(&[][..], Outcome::attachments)
            .iter().map(Attachment::for_result).collect::<Vec<_>>(),
    });
    if let Some(Outcome::Answered { answer, source, .. }) = outcome {
        data["source"] = json!(source);
        data["answer"] = answer.clone();
        if let Some(proof) = dialog.answered_by.as_ref().and_then(|by| by.proof) {
            data["proof"] = json!(proof);
        }
    }
    if let Some(comment) = outcome.and_then(Outcome::comment) {
        data["comment"] = json!(comment);
    }
    if let Some(Outcome::Cancelled { by, .. }) = outcome {
        data["cancelled"] = json!(true);
        data["cancelled_by"] = json!(by);
    }
    if !dialog.notes.is_empty() {
        data["notes"] = json!(dialog.notes);
    }
    if outcome.is_none() {
        data["next"] =
            json!({"tool": "dialog_result", "arguments": {"dialog_id": dialog.dialog_id}});
    }
    data
}

/// The envelope's message, from the data. Without an answer it begins with `No answer`.
pub fn message(data: &Value) -> String {
    let has_comment = data["comment"].is_string();
    match data["status"].as_str().unwrap_or_default() {
        "answered" => match answer_line(&data["answer"], data["comment"].as_str()) {
            Some(line) => format!("The human answered: {line}"),
            None => "The human answered.".to_owned(),
        },
        "cancelled" if data["cancelled_by"] == "agent" => {
            "No answer: the question was taken back.".to_owned()
        }
        "cancelled" => "No answer: the human closed the question.".to_owned(),
        "declined" if has_comment => {
            "No answer: the human declined the question, with a reason in comment.".to_owned()
        }
        "declined" => "No answer: the human declined the question.".to_owned(),
        "no_response" => "No answer: nobody acted before the question's time was over.".to_owned(),
        _ => format!(
            "No answer yet; the question stays open. Call dialog_result with dialog_id {} to wait on.",
            data["dialog_id"].as_str().unwrap_or_default()
        ),
    }
}

/// An image as it travels in a WebSocket result.
#[derive(Clone, Debug)]
pub struct WsImage {
    pub data_url: String,
    pub mime: String,
    pub name: String,
}

/// The reply on the WebSocket endpoint: `Ok(result)` or `Err(error object)`.
pub fn ws_reply(
    tool: &DialogTool,
    dialog: &Dialog,
    outcome: &Outcome,
    images: &[WsImage],
) -> Result<Value, Value> {
    let timestamp = iso(dialog.ended_at());
    match outcome {
        Outcome::Answered {
            answer, comment, ..
        } => {
            let mut result = match tool.ws_result {
                Some(shape) => shape(answer),
                None => answer.as_object().cloned().unwrap_or_default(),
            };
            if let Some(name) = tool.images_as {
                result.insert(name.to_owned(), ws_images(images));
            }
            if let Some(comment) = comment {
                result.insert("comment".to_owned(), json!(comment));
            }
            result.insert("timestamp".to_owned(), json!(timestamp));
            Ok(Value::Object(result))
        }
        Outcome::Cancelled { comment, .. } => Err(user_cancelled(&timestamp, comment.as_ref())),
        Outcome::Declined { comment } => {
            let mut error = user_cancelled(&timestamp, comment.as_ref());
            error["data"]["declined"] = json!(true);
            Err(error)
        }
        Outcome::Expired => Err(json!({
            "code": -32011, "message": "No response",
            "data": {"expired": true, "timestamp": timestamp},
        })),
    }
}

fn user_cancelled(timestamp: &str, comment: Option<&String>) -> Value {
    let mut data = Map::new();
    data.insert("cancelled".to_owned(), json!(true));
    data.insert("timestamp".to_owned(), json!(timestamp));
    if let Some(comment) = comment {
        data.insert("comment".to_owned(), json!(comment));
    }
    json!({"code": -32603, "message": "User cancelled the dialog", "data": data})
}

fn ws_images(images: &[WsImage]) -> Value {
    images
        .iter()
        .map(|image| json!({"data": image.data_url, "type": image.mime, "name": image.name}))
        .collect()
}

impl Dialog {
    /// The answer for people, in one line of at most 200 characters.
    pub fn answer_line(&self) -> Option<String> {
        match &self.response {
            Some(Outcome::Answered {
                answer, comment, ..
            }) => answer_line(answer, comment.as_deref()),
            _ => None,
        }
    }
}

fn answer_line(answer: &Value, comment: Option<&str>) -> Option<String> {
    let text = |name: &str| {
        answer[name]
            .as_str()
            .filter(|text| !text.is_empty())
            .map(str::to_owned)
    };
    let labels = || {
        let labels = answer["labels"].as_array().filter(|all| !all.is_empty())?;
        let labels: Vec<&str> = labels.iter().filter_map(Value::as_str).collect();
        Some(labels.join(", "))
    };
    let line = match &answer["confirmed"] {
        Value::Bool(true) => Some("Yes".to_owned()),
        Value::Bool(false) => Some("No".to_owned()),
        _ => labels()
            .or_else(|| text("label"))
            .or_else(|| text("choice"))
            .or_else(|| text("text"))
            .or_else(|| text("additionalContext"))
            .or_else(|| text("additionalText"))
            .or_else(|| comment.map(str::to_owned)),
    };
    line.map(|line| crate::dialog::one_line(&line))
        .filter(|line| !line.is_empty())
}

#[cfg(test)]
mod tests;
