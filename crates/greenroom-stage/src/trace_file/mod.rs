//! A trace: one HTML file with everything that is kept of a session, which any browser shows.
//!
//! It holds the journal as it is stored, what the session's stream tells beside it (acts, console,
//! network, saved states), pictures, the engine, and the viewer (`web/trace`). Whoever opens it sees
//! every moment of the session, since state is a fold of the journal. It needs no server and no
//! network, and its policy forbids both.

mod elsewhere;
mod journals;
mod live;
mod mask;
mod masked_journal;
mod page;
mod pictures;
mod records;
mod source_lines;
mod transcript;
mod weaving;

use std::io;
use std::path::Path;

use greenroom_store::SessionId;

use crate::{Fault, StageError};

/// A trace, ready to be written.
#[derive(Debug)]
pub struct Trace {
    /// The whole file.
    pub html: String,
    /// Entries of the journal.
    pub events: usize,
    /// Pictures inside.
    pub pictures: usize,
    /// Pictures that had no room, or may show what is masked.
    pub pictures_left_out: usize,
    /// Masked values that the engine answers otherwise than the original ones.
    pub answered_otherwise: usize,
}

/// Makes a trace of what is kept of a session, open or closed. Blocks on the disk.
///
/// The page's last events are in it if the caller has flushed the runtime.
pub fn export(sessions: &Path, session_id: &str, mask: bool) -> Result<Trace, StageError> {
    let unknown = || {
        let message = format!("there is no session {session_id}");
        StageError::new(Fault::UnknownSession, message)
    };
    let id = SessionId::parse(session_id).ok_or_else(unknown)?;
    let directory = sessions.join(id.as_str());
    if !directory.is_dir() {
        return Err(unknown());
    }
    let written = transcript::write(&directory, &id, mask)?;
    let made =
        page::make(&written, pictures::of(&directory, mask)).map_err(|error| not_packed(&error))?;
    Ok(Trace {
        html: made.html,
        events: written.events,
        pictures: made.pictures,
        pictures_left_out: made.pictures_left_out,
        answered_otherwise: written.answered_otherwise,
    })
}

fn not_packed(error: &io::Error) -> StageError {
    let message = format!("the trace was not made: {error}");
    StageError::new(Fault::ArtifactWriteFailed, message)
}
