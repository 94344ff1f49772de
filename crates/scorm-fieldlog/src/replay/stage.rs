//! A session of the engine with what the page around it does: loading, unloading, launching again.

use std::sync::Arc;

use scorm_runtime::State as ApiState;
use scorm_session::{
    Answer, ApiFunction, Course, Delivery, Effect, Event, EventKind, Launch, Learner,
    LearnerRequest, Options, Origin, Session,
};

/// The clock begins here and moves by a second with every event, as that of a rehearsal.
const BEGIN: u64 = 1_700_000_000_000;

#[derive(Debug)]
pub(super) struct Stage {
    pub(super) session: Session,
    course: Arc<Course>,
    options: Options,
    now: u64,
    pub(super) delivered: Option<Delivery>,
    unload_wanted: bool,
    /// The sequencing session is over, and whether it can be resumed.
    pub(super) ended: Option<bool>,
}

impl Stage {
    pub(super) fn launch(
        course: &Arc<Course>,
        learner: Learner,
        options: &Options,
        launch: Launch,
    ) -> Self {
        let mut stage = Self {
            session: Session::new(Arc::clone(course), learner, options.clone()),
            course: Arc::clone(course),
            options: options.clone(),
            now: BEGIN,
            delivered: None,
            unload_wanted: false,
            ended: None,
        };
        stage.apply(EventKind::Launched { launch });
        stage.calls_are_over();
        stage
    }

    /// The learner closes the course and opens it again.
    pub(super) fn reopen(&mut self) {
        self.apply(EventKind::CloseRequested);
        self.calls_are_over();
        let closed = self.session.clone();
        self.session = Session::new(
            Arc::clone(&self.course),
            closed.into_learner(),
            self.options.clone(),
        );
        self.delivered = None;
        self.ended = None;
        self.apply(EventKind::Launched {
            launch: Launch::Auto,
        });
        self.calls_are_over();
    }

    pub(super) fn call(&mut self, function: ApiFunction, args: &[String]) -> Answer {
        let effects = self.apply(EventKind::ApiCalled {
            function,
            args: args.iter().cloned().map(Some).collect(),
            origin: Origin::Content,
        });
        let answer = effects.into_iter().find_map(|effect| match effect {
            Effect::Answered(answer) => Some(answer),
            _ => None,
        });
        answer.unwrap_or(Answer {
            value: String::new(),
            error: 101,
        })
    }

    /// What the learner asks for; the reason if that is refused.
    pub(super) fn request(&mut self, request: LearnerRequest) -> Result<(), String> {
        for effect in self.apply(EventKind::NavigationRequested { request }) {
            if let Effect::NavigationRefused {
                exception, message, ..
            } = effect
            {
                return Err(format!("{exception}: {message}"));
            }
        }
        self.calls_are_over();
        Ok(())
    }

    /// Content that is to go goes now.
    pub(super) fn calls_are_over(&mut self) {
        if self.unload_wanted {
            self.apply(EventKind::ContentUnloaded);
        }
    }

    pub(super) fn api_state(&self) -> Option<ApiState> {
        self.session.api_state()
    }

    fn apply(&mut self, kind: EventKind) -> Vec<Effect> {
        self.now += 1000;
        if matches!(kind, EventKind::ContentUnloaded) {
            self.unload_wanted = false;
            self.delivered = None;
        }
        let effects = self.session.apply(&Event::new(self.now, self.now, kind));
        let mut loaded = false;
        for effect in &effects {
            match effect {
                Effect::Deliver(delivery) => {
                    self.delivered = Some(delivery.clone());
                    loaded = true;
                }
                Effect::UnloadContent { .. } => self.unload_wanted = true,
                Effect::SessionEnded { suspended } => self.ended = Some(*suspended),
                _ => {}
            }
        }
        if loaded {
            self.apply(EventKind::ContentLoaded);
        }
        effects
    }
}
