//! The events of a session, with those of the sessions that it was resumed from.

use std::path::Path;
use std::sync::Arc;

use greenroom_store::journal::JournalReader;
use greenroom_store::{SessionEvent, SessionId, kept_events};
use scorm_session::rehearsal::format::{TrackingWanted, ViewportSize};

use super::{About, Recorded, record};
use crate::course::runtimes::Runtimes;
use crate::{Fault, StageError};

/// A course is not followed back through more sessions.
const MOST_SESSIONS: usize = 20;
/// The usual window.
const USUAL: (u32, u32) = (1024, 768);

/// Makes a rehearsal of what was done in a session, whether it is open or closed.
///
/// The page's last events are in it: the caller has flushed the runtime if one is open.
pub fn record_session(
    runtimes: &Runtimes,
    session_id: &str,
    from_seq: u64,
) -> Result<Recorded, StageError> {
    let folder = runtimes.sessions().data_dir().sessions();
    let mut events = read_events(&folder, session_id).ok_or_else(|| unknown(session_id))?;
    let mut from_seq = from_seq;
    let mut known = vec![session_id.to_owned()];
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
    let live = runtimes.find(session_id).map(|it| Arc::clone(&it.live));
    let live = live.or_else(|| Some(Arc::clone(&runtimes.person(session_id)?.live)));
    let root = live.and_then(|live| {
        live.read(|replica| {
            let overview = replica.engine.overview();
            overview.activities.first().map(TrackingWanted::from)
        })
    });
    let about = About {
        viewport: first_viewport(&events),
        root,
        from_seq,
        ..about(&folder, session_id)
    };
    Ok(record(&events, about))
}

/// Makes a rehearsal of what a person did since a recording began, from what is on the disk. `root`
/// is the tracking of the whole course while it plays.
pub fn record_person(
    sessions: &Path,
    session_id: &str,
    root: Option<TrackingWanted>,
) -> Result<Recorded, StageError> {
    let mut events = read_events(sessions, session_id).ok_or_else(|| unknown(session_id))?;
    let begins = |event: &SessionEvent| {
        let payload = event.payload.as_ref();
        event.kind == "runtime:opened" && payload.is_some_and(|it| it["records"] == true)
    };
    let Some(began) = events.iter().rposition(begins) else {
        let message = format!("nothing was recorded in session {session_id}");
        return Err(StageError::new(Fault::InvalidParams, message).hint("Choose Record first."));
    };
    let events = events.split_off(began);
    let about = About {
        root,
        ..about(sessions, session_id)
    };
    let recorded = record(&events, about);
    if recorded.rehearsal.steps.is_empty() {
        return Err(
            StageError::new(Fault::InvalidParams, "nothing has been played yet")
                .hint("Wait until the course is there, and play it."),
        );
    }
    Ok(recorded)
}

fn unknown(session_id: &str) -> StageError {
    let message = format!("there is no session {session_id}");
    StageError::new(Fault::UnknownSession, message)
}

/// Which course it is.
fn about(sessions: &Path, session_id: &str) -> About {
    let course = JournalReader::open(&sessions.join(session_id))
        .map(|journal| journal.header().package_path.clone())
        .ok()
        .filter(|path| !path.as_os_str().is_empty());
    let name = course
        .as_deref()
        .and_then(Path::file_stem)
        .map_or("course".into(), |name| name.to_string_lossy());
    About {
        id: format!("{name}-recorded"),
        course: course.as_ref().map(|path| path.display().to_string()),
        ..About::default()
    }
}

/// The size of the window at the first launch, if it is not the usual one.
fn first_viewport(events: &[SessionEvent]) -> Option<ViewportSize> {
    let first = events.iter().find(|event| event.kind == "runtime:opened")?;
    let viewport = &first.payload.as_ref()?["viewport"];
    let size = |key: &str| u32::try_from(viewport[key].as_u64()?).ok();
    let (width, height) = (size("width")?, size("height")?);
    unusual(ViewportSize { width, height })
}

/// The size, if it is not the usual one.
pub(super) fn unusual(size: ViewportSize) -> Option<ViewportSize> {
    ((size.width, size.height) != USUAL).then_some(size)
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
    let events = kept_events(&sessions.join(id.as_str())).ok()?;
    events.map(Result::ok).collect()
}
