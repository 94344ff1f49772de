//! Plays a course at random: calls and requests in an order that no author would write.
//!
//! What must hold for every sequence of events (replay, snapshots, both builds alike) is tried
//! with it.

use scorm_sequencing::Draws;

use crate::course::Course;
use crate::effect::Effect;
use crate::event::{ApiFunction, Event, EventKind, Launch, LearnerRequest, Origin};

/// A source of random events that mostly keeps to the protocol of a player page.
#[derive(Debug, Clone)]
pub struct Monkey {
    draws: Draws,
    now: u64,
    unload_wanted: bool,
    ended: bool,
}

impl Monkey {
    /// A monkey whose events follow from a seed.
    pub fn new(seed: u64) -> Self {
        let draws = Draws::new(seed);
        Self {
            draws,
            now: 1_700_000_000_000,
            unload_wanted: false,
            ended: true,
        }
    }

    /// The next event for a session of `course`.
    pub fn next_event(&mut self, course: &Course) -> Event {
        self.now += self.draws.below(5_000) as u64;
        let kind = if self.ended && self.draws.below(4) > 0 {
            EventKind::Launched {
                launch: self.launch(course),
            }
        } else if self.unload_wanted && self.draws.below(3) > 0 {
            EventKind::ContentUnloaded
        } else {
            self.any_event(course)
        };
        Event::new(self.now, self.draws.below(1 << 30) as u64, kind)
    }

    /// Learns what came of the last event.
    pub fn saw(&mut self, event: &Event, effects: &[Effect]) {
        if event.event == EventKind::ContentUnloaded {
            self.unload_wanted = false;
        }
        for effect in effects {
            match effect {
                Effect::UnloadContent { .. } => self.unload_wanted = true,
                Effect::Deliver(_) => self.ended = false,
                Effect::SessionEnded { .. } => self.ended = true,
                _ => {}
            }
        }
    }

    fn any_event(&mut self, course: &Course) -> EventKind {
        match self.draws.below(100) {
            0..=79 => self.api_call(course),
            80..=91 => EventKind::NavigationRequested {
                request: self.request(course),
            },
            92..=93 => EventKind::ContentLoaded,
            94..=95 => EventKind::ContentUnloaded,
            96..=97 => EventKind::Launched {
                launch: self.launch(course),
            },
            98 => EventKind::CloseRequested,
            _ => EventKind::TrackingReset,
        }
    }

    fn launch(&mut self, course: &Course) -> Launch {
        match self.draws.below(6) {
            0 => Launch::Resume {
                fresh_data: self.draws.below(2) == 0,
            },
            1 => Launch::Choice {
                target: self.target(course),
            },
            2 => Launch::Start,
            _ => Launch::Auto,
        }
    }

    fn request(&mut self, course: &Course) -> LearnerRequest {
        match self.draws.below(12) {
            0..=3 => LearnerRequest::Continue,
            4 | 5 => LearnerRequest::Previous,
            6 | 7 => LearnerRequest::Choice {
                target: self.target(course),
            },
            8 => LearnerRequest::Jump {
                target: self.target(course),
            },
            9 => LearnerRequest::SuspendAll,
            10 => LearnerRequest::Exit,
            _ => [
                LearnerRequest::ExitAll,
                LearnerRequest::Abandon,
                LearnerRequest::AbandonAll,
            ][self.draws.below(3)]
            .clone(),
        }
    }

    fn target(&mut self, course: &Course) -> String {
        let index = self.draws.below(course.tree.len() + 1);
        let mut ids = course.tree.ids();
        ids.nth(index)
            .map_or("nowhere", |id| course.identifier(id))
            .to_owned()
    }

    fn api_call(&mut self, course: &Course) -> EventKind {
        let function = match self.draws.below(40) {
            0..=3 => ApiFunction::Initialize,
            4 | 5 => ApiFunction::Terminate,
            6..=15 => ApiFunction::GetValue,
            16..=33 => ApiFunction::SetValue,
            34 | 35 => ApiFunction::Commit,
            36 | 37 => ApiFunction::GetLastError,
            38 => ApiFunction::GetErrorString,
            _ => ApiFunction::GetDiagnostic,
        };
        let args = match function {
            ApiFunction::GetValue => vec![Some(self.element(course))],
            ApiFunction::SetValue => vec![Some(self.element(course)), Some(self.value(course))],
            ApiFunction::GetLastError => Vec::new(),
            ApiFunction::GetErrorString | ApiFunction::GetDiagnostic => {
                vec![Some(self.draws.below(500).to_string())]
            }
            // Now and then an argument that is not allowed, or none.
            _ => match self.draws.below(12) {
                0 => vec![Some("x".to_owned())],
                1 => vec![None],
                _ => vec![Some(String::new())],
            },
        };
        let origin = if self.draws.below(10) == 0 {
            Origin::Tool
        } else {
            Origin::Content
        };
        EventKind::ApiCalled {
            function,
            args,
            origin,
        }
    }

    fn element(&mut self, course: &Course) -> String {
        if self.draws.below(30) == 0 {
            return format!(
                "adl.nav.request_valid.choice.{{target={}}}",
                self.target(course)
            );
        }
        let names = if course.version.is_scorm12() {
            ELEMENTS_1_2
        } else {
            ELEMENTS_2004
        };
        let name = names[self.draws.below(names.len())];
        let index = self.draws.below(4).to_string();
        name.replace("{n}", &index)
    }

    fn value(&mut self, course: &Course) -> String {
        match self.draws.below(20) {
            0 => format!("{{target={}}}choice", self.target(course)),
            1 => format!("{{target={}}}jump", self.target(course)),
            2 => "x".repeat(self.draws.below(5_000)),
            3 => format!("0.{}", self.draws.below(1_000_000)),
            _ => VALUES[self.draws.below(VALUES.len())].to_owned(),
        }
    }
}

const ELEMENTS_2004: &[&str] = &[
    "cmi.completion_status",
    "cmi.success_status",
    "cmi.score.scaled",
    "cmi.score.raw",
    "cmi.progress_measure",
    "cmi.exit",
    "cmi.location",
    "cmi.suspend_data",
    "cmi.session_time",
    "cmi.total_time",
    "cmi.entry",
    "cmi.learner_id",
    "cmi.learner_preference.language",
    "cmi.objectives._count",
    "cmi.objectives._children",
    "cmi.objectives.{n}.id",
    "cmi.objectives.{n}.success_status",
    "cmi.objectives.{n}.completion_status",
    "cmi.objectives.{n}.score.scaled",
    "cmi.objectives.{n}.progress_measure",
    "cmi.interactions._count",
    "cmi.interactions.{n}.id",
    "cmi.interactions.{n}.type",
    "cmi.interactions.{n}.result",
    "cmi.interactions.{n}.learner_response",
    "cmi.interactions.{n}.correct_responses.{n}.pattern",
    "cmi.interactions.{n}.objectives.{n}.id",
    "cmi.interactions.{n}.timestamp",
    "cmi.comments_from_learner.{n}.comment",
    "adl.nav.request",
    "adl.nav.request",
    "adl.nav.request_valid.continue",
    "adl.nav.request_valid.previous",
    "adl.data._count",
    "adl.data.{n}.store",
    "cmi",
    "cmi.score",
    "cmi..location",
    "",
    "nonsense",
];

const ELEMENTS_1_2: &[&str] = &[
    "cmi.core.lesson_status",
    "cmi.core.lesson_location",
    "cmi.core.score.raw",
    "cmi.core.exit",
    "cmi.core.session_time",
    "cmi.core.total_time",
    "cmi.core.entry",
    "cmi.suspend_data",
    "cmi.comments",
    "cmi.objectives.{n}.id",
    "cmi.objectives.{n}.status",
    "cmi.interactions.{n}.id",
    "cmi.interactions.{n}.type",
    "cmi.interactions.{n}.student_response",
    "cmi.student_preference.audio",
    "cmi.core._children",
    "cmi.core._count",
    "cmi.completion_status",
    "",
];

const VALUES: &[&str] = &[
    "completed",
    "incomplete",
    "not attempted",
    "unknown",
    "passed",
    "failed",
    "suspend",
    "normal",
    "time-out",
    "logout",
    "",
    "0",
    "1",
    "-1",
    "0.5",
    "0.8",
    "1.0000001",
    "100",
    "PT1H30M",
    "00:01:30",
    "2004-04-01T09:45:58.5Z",
    "continue",
    "previous",
    "exit",
    "exitAll",
    "abandon",
    "abandonAll",
    "suspendAll",
    "_none_",
    "choice",
    "true-false",
    "true",
    "t",
    "a[,]b",
    "a[.]b",
    "1[:]2",
    "PRIMARYOBJ",
    "obj1",
    "{lang=fr}été",
    "日本 𝄞 \u{fffd}",
    "line\nbreak\u{0}nul",
];
