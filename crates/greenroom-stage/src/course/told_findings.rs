//! What lint found, told in the session's stream of events, so that it stands in the timeline.

use greenroom_report::{Analysis, FindingRecord, worst_first};
use greenroom_store::{Session, StoreError};
use serde_json::json;

/// The kind of the event.
pub(in crate::course) const KIND: &str = "validation:findings";
/// The worst are named.
const NAMED: usize = 40;

/// Tells what a check of the session's course found.
pub fn tell(session: &Session, analysis: &Analysis) -> Result<(), StoreError> {
    let all = analysis.findings();
    let worst = worst_first(all).into_iter().take(NAMED);
    let named = worst.map(FindingRecord::from).map(|one| {
        json!({
            "code": one.code, "rule": one.rule, "severity": one.severity, "message": one.message,
            "file": one.file, "line": one.line, "advice": one.fix_suggestion,
        })
    });
    let payload = json!({
        "findings": named.collect::<Vec<_>>(), "omitted": all.len().saturating_sub(NAMED),
    });
    session.emit(KIND, Some(payload))?;
    Ok(())
}
