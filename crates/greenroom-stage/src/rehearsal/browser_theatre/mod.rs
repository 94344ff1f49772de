//! The browser as a theatre: rehearsals run through the real player page.
//!
//! Calls are made by a script in the content's own document. A course of which only the manifest
//! is at hand gets a generated page per activity.

mod act_log;
mod acting;
mod fault;
mod house;
mod leaving;
mod performed;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use greenroom_store::Session;
use scorm_session::rehearsal::format::{
    LeaveBy, PageAct, Rehearsal, SessionAfter, Statement, ViewportSize,
};
use scorm_session::rehearsal::{
    Acted, CallMade, CaseCourse, Difference, PageFault, Requested, Standing, Theatre, UnloadCall,
    in_words,
};
use scorm_session::{
    Answer, ApiCall, ApiFunction, Launch, Learner, LearnerRequest, Navigation, Origin, Overview,
};
use serde_json::{Value, json};
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

use self::fault::TheatreFault;
use super::{faults, look};
use crate::course::api;
use crate::course::launch_options::LaunchOptions;
use crate::course::opening::{LaunchRequest, Prelude};
use crate::course::runtime::{Ending, Runtime};
use crate::course::runtimes::Runtimes;
use crate::course::viewport::ViewportParams;
use crate::page::picture::CaptureOptions;

pub use self::act_log::{ActLog, NotedAct};
pub use self::performed::Performed;

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
    lms_profile: Option<String>,
    /// How the course is launched that stays open when the rehearsal is over.
    stays: Option<LaunchOptions>,
    /// Where acts are noted.
    acts: Option<Arc<ActLog>>,
    cancel: CancellationToken,
    /// One session per course that was played, by the course's key.
    sessions: BTreeMap<String, Arc<Session>>,
    open: Option<Arc<Runtime>>,
    /// The last launch found no browser, or lost it.
    has_no_browser: bool,
    /// The runtime of the course that was closed last, for what is asked about it afterwards.
    closed: Option<Arc<Runtime>>,
    viewport: Option<ViewportSize>,
    began: Instant,
    trace_from: usize,
    /// How many calls and console messages of the open course were looked at.
    calls_seen: usize,
    console_seen: usize,
}

impl BrowserTheatre {
    /// A theatre that writes generated packages below `folder`, unless `package` is played. It breaks off at
    /// the next act when it is cancelled.
    pub(crate) fn new(
        runtimes: &Arc<Runtimes>,
        handle: Handle,
        folder: PathBuf,
        Performed {
            package,
            home,
            lms_profile,
            stays,
            acts,
        }: Performed,
        cancel: CancellationToken,
    ) -> Self {
        Self {
            runtimes: Arc::clone(runtimes),
            handle,
            folder,
            package,
            home,
            lms_profile,
            stays,
            acts,
            cancel,
            sessions: BTreeMap::new(),
            open: None,
            has_no_browser: false,
            closed: None,
            viewport: None,
            began: Instant::now(),
            trace_from: 0,
            calls_seen: 0,
            console_seen: 0,
        }
    }

    /// The course where the rehearsal ended; its session is the caller's from now on.
    pub(crate) fn hand_over(&mut self) -> Option<Arc<Runtime>> {
        let runtime = self.open.take()?;
        let id = runtime.session.id();
        self.sessions.retain(|_, session| session.id() != id);
        Some(runtime)
    }
}

impl Theatre for BrowserTheatre {
    type Fault = TheatreFault;

    fn is_broken(&self) -> bool {
        let crashed = |runtime: &Arc<Runtime>| runtime.page.context().browser_crashed();
        self.has_no_browser || self.last().is_some_and(crashed)
    }

    fn launch(
        &mut self,
        course: &CaseCourse,
        learner: Learner,
        launch: Launch,
    ) -> Result<(), TheatreFault> {
        let session = self.session(course)?;
        let viewport = self.viewport.map(|size| ViewportParams {
            width: Some(size.width),
            height: Some(size.height),
            ..ViewportParams::default()
        });
        let mut options = LaunchOptions {
            viewport,
            ..self.stays.clone().unwrap_or_default()
        };
        if let Some(profile) = &self.lms_profile {
            options.lms_profile.clone_from(profile);
        }
        let request = LaunchRequest {
            trace: true,
            ..LaunchRequest::private(options)
        };
        let prelude = Prelude {
            organization: course.organization.clone(),
            learner,
            launch,
            options: None,
        };
        let opening = self.runtimes.open_with(&session, request, Some(prelude));
        let opened = self.handle.block_on(opening).map_err(TheatreFault::from);
        let opened = opened.inspect_err(|fault| self.has_no_browser = fault.is_of_browser())?;
        if let Some(log) = &self.acts {
            let noting = log.end(&opened, "the launch".to_owned());
            self.handle.block_on(noting);
        }
        self.open = Some(opened);
        self.trace_from = 0;
        self.calls_seen = 0;
        self.console_seen = 0;
        Ok(())
    }

    fn prepare(&mut self, rehearsal: &Rehearsal) {
        self.viewport = rehearsal.viewport;
    }

    fn overview(&self) -> Option<Overview> {
        let runtime = self.last()?;
        Some(runtime.live.read(|replica| replica.engine.overview()))
    }

    fn clock_ms(&self) -> u64 {
        self.began.elapsed().as_millis() as u64
    }

    fn standing(&self) -> Standing {
        let (delivered, ended) = match self.last() {
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

    fn call(&mut self, function: ApiFunction, args: &[String]) -> Result<Answer, TheatreFault> {
        let words = format!("{}({})", function.name_2004(), args.join(", "));
        self.noting(words, |theatre| {
            let made = theatre.in_content(&[(function, args.to_vec())], false)?;
            let first = made.into_iter().next();
            first.ok_or(TheatreFault::NotAnswered)
        })
    }

    fn call_as_tool(
        &mut self,
        function: ApiFunction,
        args: &[String],
    ) -> Result<Answer, TheatreFault> {
        let args: Vec<Value> = args.iter().map(|arg| json!(arg)).collect();
        let called = self
            .handle
            .block_on(api::call(self.runtime()?, function, &args))?;
        Ok(Answer {
            error: called.error_code.0,
            value: called.result,
        })
    }

    fn act(&mut self, act: &PageAct) -> Result<Acted, TheatreFault> {
        self.noting(in_words(act), |theatre| theatre.carry_out(act))
    }

    fn calls_made(&mut self) -> Vec<CallMade> {
        let Some(runtime) = self.last() else {
            return Vec::new();
        };
        let (calls, seen) = runtime.live.read(|replica| {
            let calls = replica.calls.iter().skip(self.calls_seen);
            let own = calls.filter(|call| call.origin == Origin::Content);
            (own.map(call_made).collect(), replica.calls.len())
        });
        self.calls_seen = seen;
        calls
    }

    fn look(&mut self, statement: &Statement) -> Result<Option<Difference>, TheatreFault> {
        let runtime = self.runtime()?;
        let looked = self.handle.block_on(look::look(runtime, statement));
        let Some(seen) = looked? else {
            return Ok(None);
        };
        let mut difference = seen.difference;
        if let Some(picture) = &seen.picture {
            let path = self.keep(runtime, picture)?;
            difference.actual = format!("{}, see {path}", difference.actual);
        }
        Ok(Some(difference))
    }

    fn faults(&mut self) -> Vec<PageFault> {
        let Some(runtime) = self.last() else {
            return Vec::new();
        };
        let messages = runtime.console();
        let new = messages.get(self.console_seen..).unwrap_or_default();
        let faults = faults::among(new);
        self.console_seen = messages.len();
        faults
    }

    fn picture_failure(&mut self) -> Option<String> {
        let runtime = self.open.as_ref()?;
        self.picture(runtime, &CaptureOptions::default()).ok()
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

    fn calls_are_over(&mut self) -> Result<(), TheatreFault> {
        self.handle.block_on(self.runtime()?.flush())?;
        Ok(())
    }

    fn request(
        &mut self,
        request: LearnerRequest,
        on_unload: &[UnloadCall],
    ) -> Result<Requested, TheatreFault> {
        let words = format!("{request:?}");
        self.noting(words, |theatre| theatre.use_control(request, on_unload))
    }

    fn leave(&mut self) -> Result<Option<Learner>, TheatreFault> {
        if self.stays.is_some() {
            return Ok(None);
        }
        let Some(runtime) = &self.open else {
            return Ok(None);
        };
        // Who comes back later finds what the last act left, not what the close makes of it.
        let learner = runtime.live.read(|replica| replica.engine.learner());
        self.close(Ending::Suspended)?;
        Ok(Some(learner))
    }

    fn leave_by(&mut self, by: LeaveBy) -> Result<Option<Learner>, TheatreFault> {
        self.leave_in_this_way(by)
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

fn call_made(call: &ApiCall) -> CallMade {
    let args = call.args.iter().map(|arg| arg.clone().unwrap_or_default());
    CallMade {
        activity: call.activity.clone(),
        method: call.method.to_string(),
        args: args.collect(),
        answer: Answer {
            value: call.result.clone(),
            error: call.error_code.0,
        },
    }
}
