//! The paths among a call's arguments: found by the marks of the schema, and let through or refused.
//!
//! Every parameter that names a file or folder carries the mark `x-path`; a test over all tools fails
//! for one without. So a tool never sees a path that its caller may not name.

use greenroom_store::{OutOfReach, Purpose, Reach, Reason};
use serde_json::Value;

use crate::{ErrorCode, ToolError};

/// The mark of a parameter that names a path: `read` or `write`.
pub(crate) const MARK: &str = "x-path";

/// Replaces every path by the one that is meant, or refuses the call.
pub(crate) fn resolve(
    schema: &Value,
    arguments: &mut Value,
    reach: &Reach,
) -> Result<(), ToolError> {
    if reach.is_everywhere() {
        return Ok(());
    }
    resolve_at("", schema, arguments, reach)
}

fn resolve_at(
    name: &str,
    schema: &Value,
    value: &mut Value,
    reach: &Reach,
) -> Result<(), ToolError> {
    let purpose = schema[MARK].as_str().and_then(Purpose::of_mark);
    match value {
        Value::String(text) => {
            if let Some(purpose) = purpose {
                let found = reach.find(text, purpose);
                let found = found.map_err(|out| match out.reason {
                    Reason::NoRoom => no_room(name, reach),
                    _ => refused(name, purpose, &out),
                })?;
                *text = found.to_string_lossy().into_owned();
            }
        }
        Value::Array(items) => {
            for item in items {
                resolve_at(name, &schema["items"], item, reach)?;
            }
        }
        Value::Object(members) => {
            for (member, value) in members {
                resolve_at(member, &schema["properties"][member], value, reach)?;
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
    Ok(())
}

/// The error that names the parameter, the reason and the next step.
pub(crate) fn refused(parameter: &str, purpose: Purpose, out: &OutOfReach) -> ToolError {
    let error = ToolError::new(ErrorCode::PathNotAllowed, format!("{parameter}: {out}"))
        .detail("parameter", parameter)
        .detail("path", &out.path)
        .detail("reason", out.reason.as_str());
    match purpose {
        Purpose::Read => error,
        Purpose::Write => error.hint(
            "Leave it out where it may be absent, name something below greenroom://files/, or ask the operator for a folder (--root).",
        ),
    }
}

/// As for uploads: which limit, how much of it is used, and how to have more.
fn no_room(parameter: &str, reach: &Reach) -> ToolError {
    let (most, used) = reach.file_bytes().unwrap_or_default();
    let message =
        format!("{parameter}: your files take {used} of {most} bytes, so nothing more is written");
    ToolError::new(ErrorCode::LimitExceeded, message)
        .hint("GET /files lists yours; DELETE /files/PATH removes one, where PATH stands behind greenroom:// in its address.")
        .detail("parameter", parameter)
        .detail("limit", "file_bytes")
        .detail("maximum", most)
        .detail("used", used)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn marked_paths_are_resolved_at_any_depth_and_nothing_else_is_touched() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("own/uploads")).unwrap();
        let own = folder.path().join("own").canonicalize().unwrap();
        let reach = Reach::within(&own, &[]).unwrap();
        let schema = json!({"properties": {
            "package_path": {"type": "string", "x-path": "read"},
            "text": {"type": "string"},
            "more": {"type": "array", "items": {"properties": {
                "file": {"type": "string", "x-path": "read"},
            }}},
        }});
        let mut arguments = json!({
            "package_path": "greenroom://uploads/a.zip", "text": "/etc/passwd",
            "more": [{"file": "greenroom://uploads/b.zip"}],
        });
        resolve(&schema, &mut arguments, &reach).unwrap();
        assert_eq!(arguments["package_path"], json!(own.join("uploads/a.zip")));
        assert_eq!(
            arguments["more"][0]["file"],
            json!(own.join("uploads/b.zip"))
        );
        assert_eq!(arguments["text"], "/etc/passwd");

        let mut outside = json!({"more": [{"file": "/etc/passwd"}]});
        let error = resolve(&schema, &mut outside, &reach).unwrap_err();
        assert_eq!(error.code, ErrorCode::PathNotAllowed);
        assert_eq!(error.details["parameter"], "file");
        assert!(error.hint.contains("/uploads/"), "{error:?}");
        resolve(&schema, &mut outside, &Reach::default()).unwrap();
    }
}
