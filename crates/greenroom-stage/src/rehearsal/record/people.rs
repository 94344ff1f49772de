//! Recordings of what people do in their own browsers.

use std::path::Path;
use std::sync::Arc;

use futures::FutureExt as _;
use futures::future::BoxFuture;
use greenroom_store::{ArtifactType, NewArtifact, kept_events};
use greenroom_web::workbench::courses::NotDone;
use greenroom_web::workbench::recording::{RecordedFile, Recording};
use scorm_session::rehearsal::format::TrackingWanted;
use serde_json::json;

use super::{LeftOut, Recorded, record_person};
use crate::course::person::PeoplesCourses;
use crate::{Fault, StageError};

/// Told when a recording is on the disk.
const RECORDED: &str = "rehearsal:recorded";

impl Recording for PeoplesCourses {
    fn save_recording<'a>(
        &'a self,
        session_id: &'a str,
    ) -> BoxFuture<'a, Result<RecordedFile, NotDone>> {
        async move {
            let session = self.session(session_id)?;
            let person = self.runtimes().person(session_id);
            let root = person.as_ref().and_then(|person| {
                person.live.read(|replica| {
                    let overview = replica.engine.overview();
                    overview.activities.first().map(TrackingWanted::from)
                })
            });
            let folder = self.runtimes().sessions().data_dir().sessions();
            let recording = Arc::clone(&session);
            let written = tokio::task::spawn_blocking(move || {
                let id = recording.id().as_str();
                let Recorded {
                    rehearsal,
                    left_out,
                } = record_person(&folder, id, root)?;
                let text = serde_json::to_vec_pretty(&rehearsal)
                    .map_err(|fault| StageError::new(Fault::Unknown, fault.to_string()))?;
                let metadata = json!({"steps": rehearsal.steps.len()});
                let new = NewArtifact {
                    kind: ArtifactType::Trace,
                    mime: "application/json".to_owned(),
                    tool: "workbench".to_owned(),
                    title: format!("Rehearsal {}", rehearsal.id),
                    metadata: metadata.as_object().cloned().unwrap_or_default(),
                };
                let artifact = recording.artifacts().write("json", &text, new)?;
                Ok::<_, StageError>(RecordedFile {
                    path: artifact.absolute_path,
                    steps: rehearsal.steps.len(),
                    statements: rehearsal.statements(),
                    left_out: left_out.iter().map(in_words).collect(),
                })
            });
            let saved = written.await.map_err(StageError::from)??;
            let payload = json!({"path": saved.path, "by": "person"});
            let told = session.emit(RECORDED, Some(payload));
            told.map_err(StageError::from)?;
            if let Some(person) = person {
                person.end_recording();
            }
            Ok(saved)
        }
        .boxed()
    }
}

fn in_words(left_out: &LeftOut) -> String {
    format!("{}: {}", left_out.what, left_out.why)
}

/// How the recording of a session stands, by what is on the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordingStands {
    /// Nothing was recorded yet.
    NotBegun,
    /// The person plays.
    GoesOn,
    /// The person has left the course.
    Left,
    /// The person has ended it in the page, which has a file of it.
    Saved,
}

/// How the recording of a session stands; another process may be playing it.
pub fn recording_stands(sessions: &Path, session_id: &str) -> RecordingStands {
    let mut stands = RecordingStands::NotBegun;
    let Ok(events) = kept_events(&sessions.join(session_id)) else {
        return stands;
    };
    for event in events.flatten() {
        let payload = event.payload.unwrap_or_default();
        stands = match (event.kind.as_str(), stands) {
            ("runtime:opened", _) if payload["records"] == true => RecordingStands::GoesOn,
            ("runtime:opened", RecordingStands::Left) => RecordingStands::GoesOn,
            ("runtime:closed", RecordingStands::GoesOn) if payload["cause"] != "replayed" => {
                RecordingStands::Left
            }
            (RECORDED, _) => RecordingStands::Saved,
            (_, stands) => stands,
        };
    }
    stands
}
