//! The events of a session, with those of the sessions that it was resumed from.

use std::path::Path;

use greenroom_store::{EventQuery, Session, SessionEvent, SessionId};
use scorm_session::rehearsal::format::{TrackingWanted, ViewportSize};

use super::{About, Recorded, record};
use crate::StageError;
use crate::course::runtimes::Runtimes;

/// A course is not followed back through more sessions.
const MOST_SESSIONS: usize = 20;
/// The usual window.
const USUAL: (u32, u32) = (1024, 768);

/// Makes a rehearsal of what was done in a session.
///
/// The page's last events are in it: the caller has flushed the runtime if one is open.
pub fn record_session(
    runtimes: &Runtimes,
    session: &Session,
    from_seq: u64,
) -> Result<Recorded, StageError> {
    let mut events = all_events(session)?;
    let mut from_seq = from_seq;
    let folder = runtimes.sessions().data_dir().sessions();
    let mut known = vec![session.id().to_string()];
    while let Some(before) = resumed_from(&events).filter(|id| !known.contains(id)) {
        // Ids of another session say nothing about this one.
        from_seq = 0;
        let Some(mut earlier) = read_events(&folder, &before) else {
            break;
        };
        earlier.append(&mut events);
        events = earlier;
        known.push(before);
        if known.len() == MOST_SESSIONS {
            break;
        }
    }
    let runtime = runtimes.find(session.id().as_str());
    let root = runtime.as_ref().and_then(|runtime| {
        runtime.live.read(|replica| {
            let overview = replica.engine.overview();
            overview.activities.first().map(TrackingWanted::from)
        })
    });
    let viewport = runtime.map(|runtime| runtime.viewport());
    let viewport = viewport
        .filter(|viewport| (viewport.width, viewport.height) != USUAL)
        .map(|viewport| ViewportSize {
            width: viewport.width,
            height: viewport.height,
        });
    let package = session.package();
    let source = package.map(|package| package.path().to_owned());
    let name = source
        .as_deref()
        .and_then(Path::file_stem)
        .map_or("course".to_owned(), |name| name.to_string_lossy().into_owned());
    let about = About {
        id: format!("{name}-recorded"),
        course: source.map(|path| path.display().to_string()),
        viewport,
        root,
        from_seq,
    };
    Ok(record(&events, about))
}

fn all_events(session: &Session) -> Result<Vec<SessionEvent>, StageError> {
    let query = EventQuery {
        since: 0,
        max: usize::MAX,
        types: Vec::new(),
    };
    Ok(session.events().page(&query)?.events)
}

/// The session that saved what the first launch resumed.
fn resumed_from(events: &[SessionEvent]) -> Option<String> {
    let first = events.iter().find(|event| event.kind == "runtime:opened")?;
    let payload = first.payload.as_ref()?;
    let from = payload["saved_from"].as_str()?;
    payload["resumed"].as_bool()?.then(|| from.to_owned())
}

/// The events of a session that may be closed. Its id comes from a saved state, so it may be
/// anything.
fn read_events(sessions: &Path, id: &str) -> Option<Vec<SessionEvent>> {
    let id = SessionId::parse(id)?;
    let file = sessions.join(id.as_str()).join("events.ndjson");
    let text = std::fs::read_to_string(file).ok()?;
    let events = text.lines().map(|line| serde_json::from_str(line).ok());
    events.collect()
}
