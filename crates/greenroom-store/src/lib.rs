//! What Greenroom keeps on disk: sessions, artifacts, events, journal, saved states, logs.
//!
//! [`SessionStore`] opens, finds and closes sessions. A [`Session`] has its own folder with an
//! [`EventLog`], [`Artifacts`] and, once a course plays, a [`Journal`]. [`SavedStates`] are the
//! projections of journals that outlive their sessions.

mod artifacts;
mod data_dir;
mod elsewhere;
mod error;
mod event_tail;
mod events;
pub mod journal;
mod limits;
pub mod logs;
mod new_session;
mod operations;
mod package;
mod reach;
mod retention;
mod runtime_slot;
pub mod saved_state;
mod server_lock;
mod session;
mod session_closing;
mod session_id;
mod session_record;
mod session_store;
pub mod shared;
mod taking_over;

pub use artifacts::{Artifact, ArtifactType, Artifacts, NewArtifact, kept_artifacts};
pub use data_dir::DataDir;
pub use elsewhere::ElsewhereSession;
pub use error::StoreError;
pub use event_tail::EventTail;
pub use events::{EventLog, EventPage, EventQuery, SessionEvent, kept_events};
pub use journal::Journal;
pub use limits::StoreLimits;
pub use operations::{OperationFailure, OperationHandle, OperationState, OperationStatus};
pub use package::{CourseSummary, OpenPackage, PackageFile, SourcePackage, find_ignoring_case};
pub use reach::{OWN_SCHEME, OutOfReach, Purpose, Reach, Reason, WRITABLE};
pub use retention::{CleanUp, clean_up};
pub use runtime_slot::RuntimeSlot;
pub use saved_state::{Namespace, Owner, SavedState, SavedStates};
pub use session::{Session, SessionCall, SessionOptions, SessionState};
pub use session_closing::ClosingSession;
pub use session_id::SessionId;
pub use session_record::{CloseReason, ClosedSession};
pub use session_store::SessionStore;
pub use shared::{ShareFault, Shared};
