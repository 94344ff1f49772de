//! The course on the stage of a rehearsal: opened, pictured, called.

use std::sync::Arc;
use std::time::Duration;

use greenroom_browser::World;
use greenroom_store::{Session, SessionOptions};
use scorm_session::rehearsal::{CaseCourse, UnloadCall};
use scorm_session::{Answer, ApiFunction};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::BrowserTheatre;
use super::fault::TheatreFault;
use crate::course::runtime::Runtime;
use crate::page::picture::{self, CaptureOptions, Picture};
use crate::rehearsal::generated_package;

/// How long one call of the content may take.
pub(super) const CALL_LIMIT: Duration = Duration::from_secs(20);

/// Makes calls in the content's document.
const CALL_API: &str = include_str!("call_api.js");

impl BrowserTheatre {
    pub(super) fn session(&mut self, course: &CaseCourse) -> Result<Arc<Session>, TheatreFault> {
        if self.cancel.is_cancelled() {
            return Err(TheatreFault::Cancelled);
        }
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
        if self.cancel.is_cancelled() {
            return Err(TheatreFault::Cancelled);
        }
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
