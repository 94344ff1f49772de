//! What the workbench asks of the journals of open sessions.

use futures::FutureExt as _;
use futures::future::BoxFuture;
use greenroom_web::workbench::courses::NotDone;
use greenroom_web::workbench::journals::{
    JournalFeed, JournalPlace, LmsLimit, SessionJournals, SourceLines, SourcePlace, StoredPicture,
};

use super::elsewhere::TailedTranscript;
use super::live::LiveTranscript;
use super::{export, pictures, source_lines};
use crate::course::lms;
use crate::course::person::PeoplesCourses;
use crate::{Fault, StageError};

impl SessionJournals for PeoplesCourses {
    fn journal(&self, session_id: &str, from: JournalPlace) -> Option<Box<dyn JournalFeed>> {
        if let Ok(session) = self.session(session_id) {
            return Some(Box::new(LiveTranscript::new(session, from)));
        }
        let directory = self.directory(session_id).ok()?;
        let is_open = self.open_elsewhere(session_id);
        let moves = self.neighbors().moves(session_id);
        let transcript = TailedTranscript::new(&directory, is_open, moves, from);
        Some(Box::new(transcript))
    }

    fn picture<'a>(
        &'a self,
        session_id: &'a str,
        name: &'a str,
    ) -> BoxFuture<'a, Result<StoredPicture, NotDone>> {
        async move {
            let directory = self.directory(session_id)?;
            let name = name.to_owned();
            let read = move || pictures::read(&directory, &name);
            let picture = tokio::task::spawn_blocking(read).await;
            let picture = picture.map_err(StageError::from)?;
            Ok(picture.ok_or_else(|| {
                StageError::new(Fault::InvalidParams, "the session has no such picture")
            })?)
        }
        .boxed()
    }

    fn source_lines<'a>(
        &'a self,
        session_id: &'a str,
        place: SourcePlace,
    ) -> BoxFuture<'a, Result<SourceLines, NotDone>> {
        async move {
            let lines = if let Some(session) = self.elsewhere_session(session_id) {
                let read = move || source_lines::read_from(&session.package_path, place);
                tokio::task::spawn_blocking(read).await
            } else {
                let session = self.session(session_id)?;
                let read = move || source_lines::read(&session, &place);
                tokio::task::spawn_blocking(read).await
            };
            Ok(lines.map_err(StageError::from)??)
        }
        .boxed()
    }

    fn lms_limits(&self) -> Vec<LmsLimit> {
        lms::kept_lengths()
    }

    fn trace<'a>(&'a self, session_id: &'a str) -> BoxFuture<'a, Result<String, NotDone>> {
        async move {
            // Only to refuse what is no session of this user.
            self.directory(session_id)?;
            if let Some(runtime) = self.runtimes().find(session_id) {
                runtime.flush().await?;
            }
            let sessions = self.runtimes().sessions().data_dir().sessions();
            let id = session_id.to_owned();
            let make = move || export(&sessions, &id, false);
            let made = tokio::task::spawn_blocking(make).await;
            Ok(made.map_err(StageError::from)??.html)
        }
        .boxed()
    }

    fn fork<'a>(
        &'a self,
        session_id: &'a str,
        moment: usize,
    ) -> BoxFuture<'a, Result<String, NotDone>> {
        self.forked(session_id, moment).boxed()
    }
}
