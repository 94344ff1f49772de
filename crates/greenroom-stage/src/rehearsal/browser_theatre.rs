//! The browser as a theatre: rehearsals run through the real player page.
//!
//! Calls are made by a script in the content's own document. A course of which only the manifest
//! is at hand gets a generated page per activity.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use greenroom_browser::World;
use greenroom_store::{CloseReason, Session, SessionOptions};
use scorm_session::rehearsal::format::{PageAct, SessionAfter};
use scorm_session::rehearsal::{
    Acted, CallMade, CaseCourse, Requested, Standing, Theatre, UnloadCall,
};
use scorm_session::{
    Answer, ApiCall, ApiFunction, EventKind, Launch, Learner, Navigation, NavigationRequest, Origin,
};
use serde_json::{Value, json};
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

use super::generated_package;
use crate::course::closing;
use crate::course::launch_options::LaunchOptions;
use crate::course::opening::{LaunchRequest, Prelude};
use crate::course::replica::Refusal;
use crate::course::runtime::Runtime;
use crate::course::runtimes::Runtimes;
use crate::page::picture::{self, CaptureOptions};
use crate::script::page_act;

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
    /// The session that gets the pictures; without it, that of the course.
    home: Option<Arc<Session>>,
    /// One session per course that was played, by the course's key.
    sessions: BTreeMap<String, Arc<Session>>,
    open: Option<Arc<Runtime>>,
    trace_from: usize,
}

/// What is performed, and for whom.
#[derive(Clone, Debug, Default)]
pub struct Performed {
    /// A real package, played instead of generated ones.
    pub package: Option<PathBuf>,
    /// The session that gets the pictures.
    pub home: Option<Arc<Session>>,
}

impl BrowserTheatre {
    /// A theatre that writes generated packages below `folder`, unless `package` is played.
    pub(crate) fn new(
        runtimes: &Arc<Runtimes>,
        handle: Handle,
        folder: PathBuf,
        Performed { package, home }: Performed,
    ) -> Self {
        Self {
            runtimes: Arc::clone(runtimes),
            handle,
            folder,
            package,
            home,
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
            generated_package::write(&folder, course)
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

    /// Takes a picture; gives the path of its file.
    fn picture(&self, runtime: &Runtime, options: &CaptureOptions) -> Result<String, String> {
        let session = self.home.as_ref().unwrap_or(&runtime.session);
        let kept = self.handle.block_on(async {
            let picture = picture::capture(runtime, options).await?;
            picture.keep(session, runtime, "scorm_rehearse")
        });
        let artifact = kept.map_err(|error| error.to_string())?;
        Ok(artifact.absolute_path.display().to_string())
    }

    /// Makes calls in the content, now or while it is unloaded.
    fn in_content(&self, calls: &[UnloadCall], later: bool) -> Result<Vec<Answer>, String> {
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
        let content = runtime.content().map_err(|error| error.to_string())?;
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
        let first = made.into_iter().next();
        first.ok_or_else(|| "the call was not answered".to_owned())
    }

    fn act(&mut self, act: &PageAct) -> Result<Acted, String> {
        let runtime = self.runtime()?;
        let before = runtime.live.read(|replica| replica.calls.len());
        let artifact = match act {
            PageAct::Screenshot {
                selector,
                full_page,
            } => {
                let options = CaptureOptions {
                    selector: selector.clone(),
                    full_page: *full_page,
                    ..CaptureOptions::default()
                };
                Some(self.picture(runtime, &options)?)
            }
            act => {
                let performed = self.handle.block_on(page_act::perform(runtime, act));
                performed.map_err(|error| error.to_string())?;
                None
            }
        };
        let calls = runtime.live.read(|replica| {
            let calls = replica.calls.iter().skip(before);
            let own = calls.filter(|call| call.origin == Origin::Content);
            own.map(call_made).collect()
        });
        Ok(Acted { calls, artifact })
    }

    fn data(&self) -> BTreeMap<String, String> {
        let Some(runtime) = &self.open else {
            return BTreeMap::new();
        };
        let elements = runtime.live.read(|replica| replica.engine.data_model());
        elements
            .into_iter()
            .filter_map(|element| Some((element.element, element.value?)))
            .collect()
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
        let before = runtime.live.read(|replica| replica.navigations);
        self.handle
            .block_on(runtime.act(EventKind::NavigationRequested { request }))
            .map_err(|error| error.to_string())?;
        let decided = runtime.live.read(|replica| {
            let decided = replica.navigations > before;
            replica.last_navigation.clone().filter(|_| decided)
        });
        if let Some(Err(Refusal { exception, message })) = decided.map(|it| it.outcome) {
            return Ok(Requested::Refused { exception, message });
        }
        let mut answers: Vec<Answer> = Vec::new();
        if !on_unload.is_empty() {
            let player = runtime.page.main_frame();
            answers = self
                .handle
                .block_on(player.call_function(World::Main, ANSWERS, &[], CALL_LIMIT))
                .map_err(|error| error.to_string())?;
        }
        Ok(Requested::CarriedOut(answers))
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

fn call_made(call: &ApiCall) -> CallMade {
    let args = call.args.iter().map(|arg| arg.clone().unwrap_or_default());
    CallMade {
        method: call.method.to_string(),
        args: args.collect(),
        answer: Answer {
            value: call.result.clone(),
            error: call.error_code.0,
        },
    }
}
