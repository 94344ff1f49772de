//! Dialogs of pages: answered at once by policy, and recorded.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::frames::FrameId;
use crate::capture::bounded::{self, Weight};

/// How `alert`, `confirm`, `prompt` and `beforeunload` are answered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum DialogPolicy {
    /// OK; a prompt gets its default text.
    #[default]
    Accept,
    /// Cancel. A `beforeunload` is accepted all the same, or the page could never be left.
    Dismiss,
    /// As [`Self::Accept`], but whoever is asked before leaving stays.
    Stay,
}

/// The kind of a dialog.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DialogKind {
    /// `window.alert`
    Alert,
    /// `window.confirm`
    Confirm,
    /// `window.prompt`
    Prompt,
    /// The question before a page is left.
    Beforeunload,
}

/// A dialog that a page opened, and how it was answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Dialog {
    /// What kind of dialog.
    pub kind: DialogKind,
    /// Its text.
    pub message: String,
    /// Default text of a prompt.
    pub default_prompt: String,
    /// Address of the page or frame that opened it.
    pub url: String,
    /// The frame, if the browser told.
    pub frame: Option<FrameId>,
    /// True if it was answered with OK.
    pub accepted: bool,
    /// When, in milliseconds since the Unix epoch.
    pub timestamp: u64,
}

impl Weight for Dialog {
    fn weight(&self) -> usize {
        size_of::<Self>() + self.message.len() + self.default_prompt.len() + self.url.len()
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct DialogOpening {
    #[serde(default)]
    url: String,
    frame_id: Option<FrameId>,
    #[serde(default)]
    message: String,
    #[serde(rename = "type")]
    kind: DialogKind,
    #[serde(default)]
    default_prompt: String,
}

/// The dialog of a `Page.javascriptDialogOpening` event, with the answer to send.
pub(super) fn answer(
    params: Value,
    policy: DialogPolicy,
    timestamp: u64,
) -> Option<(Dialog, Value)> {
    let opening: DialogOpening = serde_json::from_value(params).ok()?;
    let leaves = opening.kind == DialogKind::Beforeunload;
    let accepted = match policy {
        DialogPolicy::Accept => true,
        DialogPolicy::Dismiss => leaves,
        DialogPolicy::Stay => !leaves,
    };
    let answer = json!({"accept": accepted, "promptText": opening.default_prompt});
    let DialogOpening {
        url,
        frame_id: frame,
        message,
        kind,
        default_prompt,
    } = opening;
    Some((
        Dialog {
            kind,
            message: bounded::text(message, 0),
            default_prompt: bounded::text(default_prompt, 0),
            url: bounded::address(url),
            frame,
            accepted,
            timestamp,
        },
        answer,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaving_a_page_is_refused_by_those_who_stay_only() {
        for (kind, policy, want) in [
            ("confirm", DialogPolicy::Accept, true),
            ("confirm", DialogPolicy::Dismiss, false),
            ("beforeunload", DialogPolicy::Dismiss, true),
            ("beforeunload", DialogPolicy::Stay, false),
            ("confirm", DialogPolicy::Stay, true),
        ] {
            let params = json!({"type": kind, "message": "?", "url": "http://a/"});
            let (dialog, answer) = answer(params, policy, 1).unwrap();
            assert_eq!(
                (dialog.accepted, answer["accept"].as_bool()),
                (want, Some(want)),
                "{kind}"
            );
        }
    }
}
