//! The browser as a theatre: rehearsals run through the real player page.
//!
//! Calls are made by a script in the content's own document. A course of which only the manifest
//! is at hand gets a generated page per activity.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use greenroom_browser::World;
use greenroom_store::{CloseReason, Session, SessionOptions};
use scorm_session::rehearsal::format::SessionAfter;
use scorm_session::rehearsal::{CaseCourse, Requested, Standing, Theatre, UnloadCall};
use scorm_session::{Answer, ApiFunction, Course, Launch, Learner, Navigation, NavigationRequest};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

use super::launch_options::LaunchOptions;
use super::runtime::Runtime;
use super::runtimes::{LaunchRequest, Prelude, Runtimes};
use crate::scorm::session::closing;

/// How long one call of the content may take.
const CALL_LIMIT: Duration = Duration::from_secs(20);

/// Makes calls in the content's document.
const CALL_API: &str = include_str!("call_api.js");

/// What the player said while the content was taken away.
const ANSWERS: &str = "function () { return window.answersWhileUnloading ?? [] }";

/// Plays sessions in the browser. Its methods block, so it lives on a thread for blocking work.
pub(crate) struct BrowserTheatre {
    runtimes: Arc<Runtimes>,
    handle: Handle,
    /// Where generated packages lie.
    folder: PathBuf,
    /// A real package, played instead of generated ones.
    package: Option<PathBuf>,
    /// One session per course that was played, by the course's key.
    sessions: BTreeMap<String, Arc<Session>>,
    open: Option<Arc<Runtime>>,
    trace_from: usize,
}

#[derive(Deserialize)]
struct Made {
    value: String,
    error: u16,
}

impl From<Made> for Answer {
    fn from(made: Made) -> Self {
        Self {
            value: made.value,
            error: made.error,
        }
    }
}

/// What the player says of a request; see `Outcome` in `web/player/stage.ts`.
#[derive(Deserialize)]
#[serde(tag = "effect", rename_all = "snake_case")]
enum Outcome {
    Navigated,
    NavigationRefused { exception: String, message: String },
}

impl BrowserTheatre {
    /// A theatre that writes generated packages below `folder`, unless `package` is played.
    pub(crate) fn new(
        runtimes: &Arc<Runtimes>,
        handle: Handle,
        folder: PathBuf,
        package: Option<PathBuf>,
    ) -> Self {
        Self {
            runtimes: Arc::clone(runtimes),
            handle,
            folder,
            package,
            sessions: BTreeMap::new(),
            open: None,
            trace_from: 0,
        }
    }

    fn session(&mut self, course: &CaseCourse) -> Result<Arc<Session>, String> {
        let key = course.course.key();
        if let Some(session) = self.sessions.get(&key) {
            return Ok(Arc::clone(session));
        }
        let path = if let Some(package) = &self.package {
            package.clone()
        } else {
            let folder = self.folder.join(format!("course-{}", self.sessions.len()));
            write_package(&folder, course)
                .map_err(|error| format!("{}: {error}", folder.display()))?;
            folder
        };
        let sessions = self.runtimes.sessions();
        let opened = sessions
            .open(&path, SessionOptions::default(), &CancellationToken::new())
            .map_err(|error| error.to_string())?;
        let session = Arc::clone(&opened);
        self.sessions.insert(key, Arc::clone(&session));
        Ok(session)
    }

    fn runtime(&self) -> Result<&Arc<Runtime>, String> {
        self.open
            .as_ref()
            .ok_or_else(|| "no course is open".to_owned())
    }

    /// Makes calls in the content, now or while it is unloaded.
    fn in_content(&self, calls: &[UnloadCall], later: bool) -> Result<Vec<Made>, String> {
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
        let content = runtime
            .page
            .frame("content")
            .map_err(|error| error.to_string())?;
        self.handle
            .block_on(content.call_function(World::Main, CALL_API, &arguments, CALL_LIMIT))
            .map_err(|error| error.to_string())
    }
}

impl Theatre for BrowserTheatre {
    fn launch(
        &mut self,
        course: &CaseCourse,
        learner: Learner,
        launch: Launch,
    ) -> Result<(), String> {
        let session = self.session(course)?;
        let request = LaunchRequest {
            options: LaunchOptions::default(),
            new_attempt: true,
            keep: false,
            trace: true,
        };
        let prelude = Prelude {
            organization: course.organization.clone(),
            learner,
            launch,
        };
        let opened = self
            .handle
            .block_on(self.runtimes.open_with(&session, request, Some(prelude)))
            .map_err(|error| error.to_string())?;
        self.open = Some(opened);
        self.trace_from = 0;
        Ok(())
    }

    fn standing(&self) -> Standing {
        let (delivered, ended) = match &self.open {
            None => (None, Some(false)),
            Some(runtime) => runtime
                .live
                .read(|replica| (replica.delivery.clone(), replica.ended)),
        };
        let session = match (ended, &delivered) {
            (Some(true), _) => SessionAfter::Suspended,
            (Some(false), _) => SessionAfter::Ended,
            (None, Some(_)) => SessionAfter::Active,
            (None, None) => SessionAfter::ActiveNoContent,
        };
        Standing { delivered, session }
    }

    fn navigation(&self) -> Option<Navigation> {
        let runtime = self.open.as_ref()?;
        Some(runtime.live.read(|replica| replica.engine.navigation()))
    }

    fn call(&mut self, function: ApiFunction, args: &[String]) -> Result<Answer, String> {
        let made = self.in_content(&[(function, args.to_vec())], false)?;
        let made = made.into_iter().next();
        made.map(Answer::from)
            .ok_or_else(|| "the call was not answered".to_owned())
    }

    fn calls_are_over(&mut self) -> Result<(), String> {
        let flushed = self.handle.block_on(self.runtime()?.flush());
        flushed.map(drop).map_err(|error| error.to_string())
    }

    fn request(
        &mut self,
        request: NavigationRequest,
        on_unload: &[UnloadCall],
    ) -> Result<Requested, String> {
        if !on_unload.is_empty() {
            self.in_content(on_unload, true)?;
        }
        let runtime = self.runtime()?;
        let outcome: Option<Outcome> = self
            .handle
            .block_on(runtime.player("navigate", &[json!(request)]))
            .map_err(|error| error.to_string())?;
        if let Some(Outcome::NavigationRefused { exception, message }) = outcome {
            return Ok(Requested::Refused { exception, message });
        }
        let mut answers: Vec<Made> = Vec::new();
        if !on_unload.is_empty() {
            let player = runtime.page.main_frame();
            answers = self
                .handle
                .block_on(player.call_function(World::Main, ANSWERS, &[], CALL_LIMIT))
                .map_err(|error| error.to_string())?;
        }
        Ok(Requested::CarriedOut(
            answers.into_iter().map(Answer::from).collect(),
        ))
    }

    fn leave(&mut self) -> Result<Option<Learner>, String> {
        let Some(runtime) = self.open.take() else {
            return Ok(None);
        };
        let learner = runtime.live.read(|replica| replica.engine.learner());
        let session_id = runtime.session.id().as_str().to_owned();
        drop(runtime);
        self.handle
            .block_on(self.runtimes.close(&session_id, "close"))
            .map_err(|error| error.to_string())?;
        Ok(Some(learner))
    }

    fn trace(&self) -> Vec<String> {
        let Some(runtime) = &self.open else {
            return Vec::new();
        };
        runtime.live.read(|replica| {
            let steps = replica.trace.iter().skip(self.trace_from);
            steps.map(|timed| timed.step.to_string()).collect()
        })
    }

    fn forget_trace(&mut self) {
        if let Some(runtime) = &self.open {
            self.trace_from = runtime.live.read(|replica| replica.trace.len());
        }
    }
}

impl Drop for BrowserTheatre {
    /// Closes the sessions, whatever came of the rehearsal.
    fn drop(&mut self) {
        for session in self.sessions.values() {
            let id = session.id().as_str();
            let closed = closing::close(&self.runtimes, id, CloseReason::Close);
            if let Err(error) = self.handle.block_on(closed) {
                tracing::warn!(%error, "a session of a rehearsal was not closed in order");
            }
        }
    }
}

/// Writes the manifest of a course, and a page for each of its activities.
fn write_package(folder: &Path, course: &CaseCourse) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    fs::write(folder.join(scorm_package::MANIFEST), &course.manifest)?;
    for (file, activities) in pages(&course.course) {
        let file = folder.join(file);
        if let Some(parent) = file.parent() {
            fs::create_dir_all(parent)?;
        }
        let page = format!(
            "<!doctype html>\n<meta charset=\"utf-8\">\n<title>Rehearsal</title>\n<p>{}</p>\n",
            activities.join(", ")
        );
        fs::write(file, page)?;
    }
    Ok(())
}

/// The files that activities launch, each with the identifiers of its activities.
fn pages(course: &Course) -> BTreeMap<PathBuf, Vec<String>> {
    let mut pages: BTreeMap<PathBuf, Vec<String>> = BTreeMap::new();
    for id in course.tree.ids() {
        let Some(content) = course.content(id) else {
            continue;
        };
        let path = content.url.split(['?', '#']).next().unwrap_or_default();
        let path = percent_encoding::percent_decode_str(path).decode_utf8_lossy();
        let path = Path::new(path.as_ref());
        let inside = path
            .components()
            .all(|part| matches!(part, Component::Normal(_)));
        if inside {
            let escaped = course
                .identifier(id)
                .replace('&', "&amp;")
                .replace('<', "&lt;");
            pages.entry(path.to_owned()).or_default().push(escaped);
        }
    }
    pages
}
