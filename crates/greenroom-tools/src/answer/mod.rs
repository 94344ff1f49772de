//! How long an answer may be, and what becomes of one that is longer.
//!
//! Every answer goes through [`fit`], so the bound holds for every tool. A tool that knows what is
//! worth showing shapes its lists itself, by `Cx::room`: worst first, by page, the rest counted.
//! What is still too long is cut here, and the whole answer is kept as a file.

mod extent;
mod kept;
mod shrink;

use std::sync::Arc;

use greenroom_report::excerpt::size;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::app::App;
use crate::envelope::ErasedReply;
use crate::reply::Artifact;

#[cfg(test)]
pub(crate) use extent::ASK_FOR_MORE;
pub(crate) use extent::Extent;
pub(crate) use shrink::{beginning, shrink};

/// Bytes of a message; it is one line for people.
const MESSAGE: usize = 700;
/// Bytes for what was cut and where the whole is.
const CUT_NOTE: usize = 900;
/// Cuts that an answer names; the rest is counted.
const NAMED_CUTS: usize = 5;
/// Artifacts that an answer lists; `artifacts.json` has them all.
const LISTED_ARTIFACTS: usize = 12;
/// Notices of an answer, and the bytes of each.
const NOTICES: usize = 5;
const NOTICE: usize = 300;
/// Bytes of the details of a failure.
const DETAILS: usize = 3000;
/// Bytes of the text of a failure.
const FAILURE: usize = 1200;
/// Bytes of its hint.
const HINT: usize = 700;

/// What was left out of an answer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct CutNote {
    /// Bytes of the whole answer
    pub(crate) bytes: usize,
    /// File that has it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) whole_answer: Option<String>,
    /// Why there is no such file
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) not_kept: Option<String>,
    /// Members that are left out everywhere
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) left_out: Vec<&'static str>,
    /// What is shown in part
    pub(crate) parts: Vec<shrink::Cut>,
    /// Further parts
    #[serde(skip_serializing_if = "greenroom_report::excerpt::is_zero")]
    pub(crate) more_parts: usize,
}

/// Makes a reply fit. What is left out is told, and the whole is kept as a file.
pub(crate) async fn fit(
    app: &Arc<App>,
    tool: &str,
    session_id: &str,
    extent: Extent,
    mut reply: ErasedReply,
) -> ErasedReply {
    reply.message = short(&reply.message, MESSAGE);
    if extent == Extent::Whole {
        return reply;
    }
    bound_extras(&mut reply);
    let beside = size(&reply.message) + size(&reply.extras.artifacts) + size(&reply.extras.notices);
    let room = extent.bytes().saturating_sub(beside + 250);
    let bytes = size(&reply.data);
    if bytes <= room {
        return reply;
    }
    let mut data = std::mem::take(&mut reply.data);
    let mut cut = data.clone();
    let room = room.saturating_sub(CUT_NOTE);
    let left_out = leave_out(app, tool, &mut cut, room);
    let mut cuts = shrink(&mut cut, room);
    reply.data = cut;
    if let Some(text) = &mut reply.extras.text {
        shorten_text(text, room);
    }

    let own = data
        .get("session_id")
        .and_then(Value::as_str)
        .map(str::to_owned);
    let session = own.unwrap_or_else(|| session_id.to_owned());
    let (app, name) = (Arc::clone(app), tool.to_owned());
    let kept =
        tokio::task::spawn_blocking(move || kept::keep(&app, &name, Some(&session), &data.take()));
    let kept = kept.await.map_err(kept::NotKept::from).flatten();

    // Long lists tell more than long texts.
    cuts.sort_by_key(|cut| (cut.path.contains('['), std::cmp::Reverse(cut.of)));
    let more_parts = cuts.len().saturating_sub(NAMED_CUTS);
    cuts.truncate(NAMED_CUTS);
    for cut in &mut cuts {
        cut.path = short(&cut.path, 80);
    }
    let mut note = CutNote {
        bytes,
        left_out,
        whole_answer: None,
        not_kept: None,
        parts: cuts,
        more_parts,
    };
    match kept {
        Ok((path, absolute)) => {
            note.whole_answer = Some(absolute.display().to_string());
            reply.extras.artifacts.push(Artifact {
                kind: "report".to_owned(),
                path,
            });
        }
        Err(why) => note.not_kept = Some(short(&why.to_string(), NOTICE)),
    }
    reply.extras.cut = Some(note);
    reply
}

/// Leaves out what the tool can do without, one name after the other, until the answer fits.
fn leave_out(app: &App, tool: &str, data: &mut Value, room: usize) -> Vec<&'static str> {
    let Ok(offered) = app.toolset.find(tool) else {
        return Vec::new();
    };
    let mut left_out = Vec::new();
    for &name in offered.tool.left_out_first() {
        if size(data) <= room {
            break;
        }
        if remove(data, name) {
            left_out.push(name);
        }
    }
    left_out
}

fn remove(value: &mut Value, name: &str) -> bool {
    match value {
        Value::Object(members) => {
            let mut removed = members.remove(name).is_some();
            for member in members.values_mut() {
                removed |= remove(member, name);
            }
            removed
        }
        Value::Array(entries) => {
            let mut removed = false;
            for entry in entries {
                removed |= remove(entry, name);
            }
            removed
        }
        _ => false,
    }
}

/// Artifacts and notices are bounded, whatever the tool did.
fn bound_extras(reply: &mut ErasedReply) {
    let extras = &mut reply.extras;
    let unlisted = extras.artifacts.len().saturating_sub(LISTED_ARTIFACTS);
    if unlisted > 0 {
        extras.artifacts.truncate(LISTED_ARTIFACTS);
        let notice = format!("{unlisted} more artifacts are in artifacts.json");
        extras.notices.insert(0, notice);
    }
    extras.notices.truncate(NOTICES);
    for notice in &mut extras.notices {
        *notice = short(notice, NOTICE);
    }
}

/// The text block of families that have one of their own; JSON stays JSON.
fn shorten_text(text: &mut String, budget: usize) {
    if text.len() <= budget {
        return;
    }
    *text = match serde_json::from_str::<Value>(text) {
        Ok(mut value) => {
            shrink(&mut value, budget);
            value.to_string()
        }
        Err(_) => short(text, budget),
    };
}

/// The beginning of a text, marked if there was more.
pub(crate) fn short(text: &str, bytes: usize) -> String {
    if text.len() <= bytes {
        text.to_owned()
    } else {
        beginning(text, bytes).0
    }
}

/// The text of a failure: values of the caller are cut, what comes after them is not.
///
/// A failure often ends with what helps, so the middle is left out.
pub(crate) fn failure_text(text: &str) -> String {
    if text.len() <= FAILURE {
        return text.to_owned();
    }
    let head = beginning(text, FAILURE * 2 / 3).0;
    let from = text.len() - FAILURE / 3;
    let tail = (from..text.len()).find_map(|start| text.get(start..));
    format!("{head} {}", tail.unwrap_or_default())
}

/// The hint of a failure.
pub(crate) fn failure_hint(hint: &str) -> String {
    short(hint, HINT)
}

/// The details of a failure.
pub(crate) fn failure_details(details: &serde_json::Map<String, Value>) -> Value {
    let mut details = Value::Object(details.clone());
    shrink(&mut details, DETAILS);
    details
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TOOLS;

    #[test]
    fn parameters_that_ask_for_more_exist() {
        let schemas: Vec<String> = TOOLS
            .iter()
            .map(|tool| Value::Object(tool.input_schema()).to_string())
            .collect();
        for name in ASK_FOR_MORE {
            let member = format!("\"{name}\":");
            assert!(
                schemas.iter().any(|schema| schema.contains(&member)),
                "no tool has the parameter {name}"
            );
        }
    }

    #[test]
    fn a_failure_keeps_its_beginning_and_its_end() {
        let text = format!("no file `{}` exists; near: index.html", "ü".repeat(500_000));
        let short = failure_text(&text);
        assert!(short.len() <= FAILURE + 10, "{} bytes", short.len());
        assert!(short.starts_with("no file `ü") && short.ends_with("near: index.html"));
    }
}
