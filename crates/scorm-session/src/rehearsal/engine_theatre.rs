//! The engine alone as a theatre, in the role that the player page has in a browser.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::case::CaseCourse;
use super::format::{LeaveBy, PageAct, Rehearsal, SessionAfter, Statement};
use super::theatre::{
    Acted, CallMade, Difference, PageFault, Requested, Standing, Theatre, UnloadCall,
};
use crate::course::Course;
use crate::effect::{Answer, Delivery, Effect};
use crate::event::{ApiFunction, Event, EventKind, Launch, LearnerRequest, Origin};
use crate::learner::Learner;
use crate::navigation::Navigation;
use crate::options::Options;
use crate::overview::Overview;
use crate::session::Session;

/// The clock of a rehearsal begins here and moves by a second with every event.
const BEGIN: u64 = 1_700_000_000_000;

/// Why something cannot be done on the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EngineFault {
    /// It needs a page.
    NoPage,
    /// No course was there to answer a call.
    NotAnswered,
}

impl fmt::Display for EngineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoPage => "the engine has no page; play it in the browser",
            Self::NotAnswered => "the call was not answered",
        })
    }
}

/// What a rehearsal did, for replay elsewhere.
#[derive(Debug, Clone, Default)]
pub struct Recording {
    /// One entry per session, in order.
    pub sessions: Vec<RecordedSession>,
}

/// One session of a recording.
#[derive(Debug, Clone)]
pub struct RecordedSession {
    /// Package name of the course in the case.
    pub course: Arc<Course>,
    /// The learner when it began.
    pub learner: Learner,
    /// Every event with its effects.
    pub events: Vec<(Event, Vec<Effect>)>,
    /// The state at the end, as JSON.
    pub snapshot: String,
}

/// Plays sessions natively.
#[derive(Debug)]
pub(super) struct EngineTheatre<'a> {
    options: &'a Options,
    now: u64,
    stage: Option<Stage>,
    /// How the last course stood when it was closed.
    closed: Option<(SessionAfter, Overview)>,
    made: Vec<CallMade>,
    trace: Vec<String>,
    /// Nothing, unless the rehearsal is to be replayed elsewhere.
    pub(super) recording: Option<Recording>,
}

/// A session with what its player page would know.
#[derive(Debug)]
struct Stage {
    session: Session,
    delivered: Option<Delivery>,
    unload_wanted: bool,
    ended: Option<SessionAfter>,
    record: Option<RecordedSession>,
}

impl<'a> EngineTheatre<'a> {
    pub(super) fn new(options: &'a Options, recording: Option<Recording>) -> Self {
        Self {
            options,
            now: BEGIN,
            stage: None,
            closed: None,
            made: Vec::new(),
            trace: Vec::new(),
            recording,
        }
    }

    fn unload_if_wanted(&mut self) {
        if self.stage.as_ref().is_some_and(|stage| stage.unload_wanted) {
            self.apply(EventKind::ContentUnloaded);
        }
    }

    /// Applies an event and does what the player page would do with its effects.
    fn apply(&mut self, kind: EventKind) -> Vec<Effect> {
        let Some(stage) = &mut self.stage else {
            return Vec::new();
        };
        self.now += 1000;
        if matches!(kind, EventKind::ContentUnloaded) {
            stage.unload_wanted = false;
            stage.delivered = None;
        }
        let event = Event::new(self.now, self.now, kind);
        let effects = stage.session.apply(&event);
        if let Some(record) = &mut stage.record {
            record.events.push((event, effects.clone()));
        }
        let mut loaded = false;
        for effect in &effects {
            match effect {
                Effect::Deliver(delivery) => {
                    stage.delivered = Some(delivery.clone());
                    loaded = true;
                }
                Effect::UnloadContent { .. } => stage.unload_wanted = true,
                Effect::SessionEnded { suspended } => {
                    stage.ended = Some(if *suspended {
                        SessionAfter::Suspended
                    } else {
                        SessionAfter::Ended
                    });
                }
                Effect::Traced { steps } => {
                    self.trace.extend(steps.iter().map(ToString::to_string));
                }
                _ => {}
            }
        }
        if loaded {
            self.apply(EventKind::ContentLoaded);
        }
        effects
    }
}

impl Theatre for EngineTheatre<'_> {
    type Fault = EngineFault;

    fn launch(
        &mut self,
        course: &CaseCourse,
        learner: Learner,
        launch: Launch,
    ) -> Result<(), EngineFault> {
        let record = self.recording.as_ref().map(|_| RecordedSession {
            course: Arc::clone(&course.course),
            learner: learner.clone(),
            events: Vec::new(),
            snapshot: String::new(),
        });
        self.stage = Some(Stage {
            session: Session::new(Arc::clone(&course.course), learner, self.options.clone()),
            delivered: None,
            unload_wanted: false,
            ended: None,
            record,
        });
        self.apply(EventKind::Launched { launch });
        self.unload_if_wanted();
        Ok(())
    }

    fn prepare(&mut self, _rehearsal: &Rehearsal) {}

    fn overview(&self) -> Option<Overview> {
        match (&self.stage, &self.closed) {
            (Some(stage), _) => Some(stage.session.overview()),
            (None, Some((_, overview))) => Some(overview.clone()),
            (None, None) => None,
        }
    }

    fn clock_ms(&self) -> u64 {
        self.now
    }

    fn standing(&self) -> Standing {
        let delivered = self
            .stage
            .as_ref()
            .and_then(|stage| stage.delivered.clone());
        let session = match &self.stage {
            None => self
                .closed
                .as_ref()
                .map_or(SessionAfter::Ended, |(session, _)| *session),
            Some(stage) => stage.ended.unwrap_or(if delivered.is_some() {
                SessionAfter::Active
            } else {
                SessionAfter::ActiveNoContent
            }),
        };
        Standing { delivered, session }
    }

    fn navigation(&self) -> Option<Navigation> {
        self.stage.as_ref().map(|stage| stage.session.navigation())
    }

    fn call(&mut self, function: ApiFunction, args: &[String]) -> Result<Answer, EngineFault> {
        let given = args.to_vec();
        let args = args.iter().cloned().map(Some).collect();
        let effects = self.apply(EventKind::ApiCalled {
            function,
            args,
            origin: Origin::Content,
        });
        let answer = effects.into_iter().find_map(|effect| match effect {
            Effect::Answered(answer) => Some(answer),
            _ => None,
        });
        let answer = answer.ok_or(EngineFault::NotAnswered)?;
        let scorm12 = self
            .stage
            .as_ref()
            .is_some_and(|stage| stage.session.course().version.is_scorm12());
        let name = if scorm12 {
            function.name_1_2()
        } else {
            function.name_2004()
        };
        let delivered = self.standing().delivered;
        self.made.push(CallMade {
            activity: delivered.map_or(String::new(), |it| it.activity),
            method: name.to_owned(),
            args: given,
            answer: answer.clone(),
        });
        Ok(answer)
    }

    fn act(&mut self, _act: &PageAct) -> Result<Acted, EngineFault> {
        Err(EngineFault::NoPage)
    }

    fn calls_made(&mut self) -> Vec<CallMade> {
        std::mem::take(&mut self.made)
    }

    fn look(&mut self, _statement: &Statement) -> Result<Option<Difference>, EngineFault> {
        Err(EngineFault::NoPage)
    }

    fn faults(&mut self) -> Vec<PageFault> {
        Vec::new()
    }

    fn picture_failure(&mut self) -> Option<String> {
        None
    }

    fn leave_by(&mut self, by: LeaveBy) -> Result<Option<Learner>, EngineFault> {
        match by {
            LeaveBy::Content => Ok(None),
            LeaveBy::Close => {
                self.apply(EventKind::CloseRequested);
                self.unload_if_wanted();
                self.leave()
            }
            LeaveBy::LmsExit => {
                let request = LearnerRequest::ExitAll;
                self.apply(EventKind::NavigationRequested { request });
                self.unload_if_wanted();
                self.leave()
            }
            LeaveBy::Reload | LeaveBy::ClosedTab | LeaveBy::KilledBrowser => {
                Err(EngineFault::NoPage)
            }
        }
    }

    fn data(&self) -> BTreeMap<String, String> {
        let elements = self
            .stage
            .iter()
            .flat_map(|stage| stage.session.data_model());
        elements
            .filter_map(|element| Some((element.element, element.value?)))
            .collect()
    }

    fn calls_are_over(&mut self) -> Result<(), EngineFault> {
        self.unload_if_wanted();
        Ok(())
    }

    fn request(
        &mut self,
        request: LearnerRequest,
        on_unload: &[UnloadCall],
    ) -> Result<Requested, EngineFault> {
        for effect in self.apply(EventKind::NavigationRequested { request }) {
            if let Effect::NavigationRefused {
                exception, message, ..
            } = effect
            {
                return Ok(Requested::Refused { exception, message });
            }
        }
        let mut answers = Vec::new();
        for (function, args) in on_unload {
            answers.push(self.call(*function, args)?);
        }
        self.unload_if_wanted();
        Ok(Requested::CarriedOut(answers))
    }

    fn leave(&mut self) -> Result<Option<Learner>, EngineFault> {
        let session = self.standing().session;
        let Some(mut stage) = self.stage.take() else {
            return Ok(None);
        };
        self.closed = Some((session, stage.session.overview()));
        if let (Some(recording), Some(mut record)) = (&mut self.recording, stage.record.take()) {
            record.snapshot = stage.session.snapshot_json();
            recording.sessions.push(record);
        }
        Ok(Some(stage.session.into_learner()))
    }

    fn trace(&self) -> Vec<String> {
        self.trace.clone()
    }

    fn forget_trace(&mut self) {
        self.trace.clear();
    }
}
