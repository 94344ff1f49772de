//! One line of JSON per package.

use serde_json::{Value, json};

use crate::batch::Kind;
use crate::ended::Ended;
use crate::judged::Kept;

/// All that is known of one package.
pub fn row(kind: Kind, ended: &Ended, kept: Option<&Kept>) -> Value {
    let mut row = json!({
        "package": ended.shown,
        "kind": kind,
        "outcome": ended.outcome,
        "attempts": ended.attempts,
        "seconds": ended.seconds,
        "reused": ended.reused,
    });
    if let Some(reason) = &ended.reason {
        row["reason"] = json!(reason);
    }
    if let Some(kept) = kept {
        row["content_hash"] = json!(kept.content_hash);
        row["greenroom"] = json!(kept.greenroom);
        row["settings"] = json!(kept.settings);
        let judged = serde_json::to_value(&kept.judged).unwrap_or_default();
        if let (Value::Object(judged), Some(row)) = (judged, row.as_object_mut()) {
            row.extend(judged);
            // The outcome says it, together with what could not be judged.
            row.remove("passed");
        }
    }
    row
}
