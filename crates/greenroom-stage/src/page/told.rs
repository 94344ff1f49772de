//! Acts on the page, told in the session's stream so that they can be recorded.

use std::time::Duration;

use greenroom_store::{Session, StoreError};
use scorm_session::rehearsal::format::PageAct;
use serde_json::json;

use super::content;
use crate::course::runtime::Runtime;

const LOOK_LIMIT: Duration = Duration::from_secs(2);

/// The visible headings of a document, the first few.
const HEADINGS: &str = "() => {
    const scopes = [document, ...greenroom.shadowRootsIn(document)];
    const all = scopes.flatMap((scope) => [...scope.querySelectorAll('h1, h2, h3, [role=heading]')]);
    return all.filter(greenroom.visible).slice(0, 6).map((it) => greenroom.describe(it).name).filter(Boolean);
}";

/// Tells that an act begins: what the content does from now on may come of it.
pub fn acting(session: &Session) {
    if let Err(error) = session.emit("page:acting", None) {
        tracing::warn!(%error, "the beginning of an act was not reported");
    }
}

/// Tells an act that was carried out, after [`acting`]; `rehearsal::record` takes it from there.
pub fn report(session: &Session, act: &PageAct) -> Result<(), StoreError> {
    let payload = json!({"act": act, "outcome": "done"});
    session.emit("page:act", Some(payload)).map(drop)
}

/// Tells which headings the page shows, once it has come to rest.
pub async fn report_headings(runtime: &Runtime) {
    let mut headings = Vec::new();
    for frame in content::frames(runtime) {
        // What cannot say has no heading.
        let seen = frame.call_with_toolkit::<Vec<String>>(HEADINGS, &[], LOOK_LIMIT);
        headings.extend(seen.await.unwrap_or_default());
    }
    if headings.is_empty() {
        return;
    }
    let payload = json!({"headings": headings, "activity": runtime.activity()});
    if let Err(error) = runtime.session.emit("page:seen", Some(payload)) {
        tracing::warn!(%error, "what the page shows was not reported");
    }
}
