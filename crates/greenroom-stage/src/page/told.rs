//! Acts on the page, told in the session's stream so that they can be recorded.

use greenroom_store::{Session, StoreError};
use scorm_session::rehearsal::format::PageAct;
use serde_json::json;

use super::content;
use crate::course::runtime::Runtime;
use std::time::Duration;

const LOOK_LIMIT: Duration = Duration::from_secs(2);

/// The first visible heading of a document.
const HEADING: &str = "() => {
    for (const scope of [document, ...greenroom.shadowRootsIn(document)]) {
        const found = [...scope.querySelectorAll('h1, h2, h3, [role=heading]')].find(greenroom.visible);
        if (found) return greenroom.describe(found).name;
    }
    return '';
}";

/// Tells an act that was carried out; `rehearsal::record` takes it from there.
pub fn tell(session: &Session, act: &PageAct) -> Result<(), StoreError> {
    let payload = json!({"act": act, "outcome": "done"});
    session.emit("page:act", Some(payload)).map(drop)
}

/// Tells which heading the page shows, once it has come to rest.
pub async fn tell_heading(runtime: &Runtime) {
    for frame in content::frames(runtime) {
        // What cannot say has no heading.
        let heading = frame.call_with_toolkit::<String>(HEADING, &[], LOOK_LIMIT);
        if let Ok(heading) = heading.await
            && !heading.is_empty()
        {
            let payload = json!({"heading": heading, "activity": runtime.activity()});
            if let Err(error) = runtime.session.emit("page:seen", Some(payload)) {
                tracing::warn!(%error, "a heading was not told");
            }
            return;
        }
    }
}
