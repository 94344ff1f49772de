//! The course on the stage of a rehearsal: opened, pictured, called, reloaded, closed.

use std::sync::Arc;
use std::time::Duration;

use greenroom_browser::{ContextEvent, World};
use greenroom_store::{Session, SessionOptions};
use scorm_session::rehearsal::{CaseCourse, UnloadCall};
use scorm_session::{Answer, ApiFunction, Learner};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::BrowserTheatre;
use super::fault::TheatreFault;
use crate::course::runtime::{Ending, Runtime};
use crate::page::picture::{self, CaptureOptions, Picture};
use crate::rehearsal::generated_package;
use crate::{Fault, StageError};

/// How long one call of the content may take.
pub(super) const CALL_LIMIT: Duration = Duration::from_secs(20);

/// Makes calls in the content's document.
const CALL_API: &str = include_str!("call_api.js");

/// Loads a document again once this call is answered.
const RELOAD: &str = "function () { setTimeout(() => location.reload(), 0); return {} }";
const RELOAD_LIMIT: Duration = Duration::from_secs(10);

impl BrowserTheatre {
    pub(super) fn session(&mut self, course: &CaseCourse) -> Result<Arc<Session>, TheatreFault> {
        let key = course.course.key();
        if let Some(session) = self.sessions.get(&key) {
            return Ok(Arc::clone(session));
        }
        let path = if let Some(package) = &self.package {
            package.clone()
        } else {
            let folder = self.folder.join(format!("course-{}", self.sessions.len()));
            if let Err(source) = generated_package::write(&folder, course) {
                return Err(TheatreFault::Generate { folder, source });
            }
            folder
        };
        let sessions = self.runtimes.sessions();
        let opened = sessions.open(&path, SessionOptions::default(), &CancellationToken::new())?;
        let session = Arc::clone(&opened);
        self.sessions.insert(key, Arc::clone(&session));
        Ok(session)
    }

    pub(super) fn runtime(&self) -> Result<&Arc<Runtime>, TheatreFault> {
        self.open.as_ref().ok_or(TheatreFault::NoCourse)
    }

    /// The course that is open, or was last.
    pub(super) fn last(&self) -> Option<&Arc<Runtime>> {
        self.open.as_ref().or(self.closed.as_ref())
    }

    /// Takes a picture; gives the path of its file.
    pub(super) fn picture(
        &self,
        runtime: &Runtime,
        options: &CaptureOptions,
    ) -> Result<String, TheatreFault> {
        let captured = self.handle.block_on(picture::capture(runtime, options));
        self.keep(runtime, &captured?)
    }

    pub(super) fn keep(
        &self,
        runtime: &Runtime,
        picture: &Picture,
    ) -> Result<String, TheatreFault> {
        let session = self.home.as_ref().unwrap_or(&runtime.session);
        let artifact = picture.keep(session, runtime, "scorm_rehearse")?;
        Ok(artifact.absolute_path.display().to_string())
    }

    /// Closes the open course; gives the learner back with what it left.
    pub(super) fn close(&mut self, ending: Ending) -> Result<Option<Learner>, TheatreFault> {
        let Some(runtime) = self.open.take() else {
            return Ok(None);
        };
        let session_id = runtime.session.id().as_str().to_owned();
        let closing = self.runtimes.close_as(&session_id, "close", ending);
        let closed = self.handle.block_on(closing);
        let learner = runtime.live.read(|replica| replica.engine.learner());
        self.closed = Some(runtime);
        closed?;
        Ok(Some(learner))
    }

    /// The page of the content is loaded again.
    pub(super) fn reload(&self) -> Result<(), TheatreFault> {
        let runtime = self.runtime()?;
        let reloading = async {
            let frame = runtime.content()?;
            let mut events = runtime.context.events();
            frame
                .call_function::<Value>(World::Main, RELOAD, &[], CALL_LIMIT)
                .await?;
            let loaded_again = async {
                while let Some(event) = events.next().await {
                    let here = matches!(&event, ContextEvent::Navigated { frame: at, .. } if at == frame.id());
                    if here {
                        return;
                    }
                }
            };
            let waited = tokio::time::timeout(RELOAD_LIMIT, loaded_again).await;
            waited.map_err(|_| {
                StageError::new(Fault::PageLoadFailed, "the page did not load again")
            })?;
            runtime.settle_within(RELOAD_LIMIT).await?;
            runtime.flush().await?;
            Ok::<_, StageError>(())
        };
        Ok(self.handle.block_on(reloading)?)
    }

    /// Makes calls in the content, now or while it is unloaded.
    pub(super) fn in_content(
        &self,
        calls: &[UnloadCall],
        later: bool,
    ) -> Result<Vec<Answer>, TheatreFault> {
        let runtime = self.runtime()?;
        let scorm12 = runtime
            .live
            .read(|replica| replica.engine.course().version.is_scorm12());
        let (object, name): (_, fn(ApiFunction) -> &'static str) = if scorm12 {
            ("API", ApiFunction::name_1_2)
        } else {
            ("API_1484_11", ApiFunction::name_2004)
        };
        let calls: Vec<Value> = calls
            .iter()
            .map(|(function, args)| json!([name(*function), args]))
            .collect();
        let arguments = [json!(object), json!(calls), json!(later)];
        let content = runtime.content()?;
        let making = content.call_function(World::Main, CALL_API, &arguments, CALL_LIMIT);
        Ok(self.handle.block_on(making)?)
    }
}
