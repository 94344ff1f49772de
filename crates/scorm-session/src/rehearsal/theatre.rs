//! Where a rehearsal is played: on the engine alone, or in a browser.

use std::collections::BTreeMap;
use std::fmt;

use super::case::CaseCourse;
use super::format::{LeaveBy, PageAct, Rehearsal, SessionAfter, Statement};
use crate::effect::{Answer, Delivery};
use crate::event::{ApiFunction, Launch, LearnerRequest};
use crate::learner::Learner;
use crate::navigation::Navigation;
use crate::overview::Overview;

/// A place where courses are played, one at a time.
///
/// Every method returns after all that follows from it has happened, contents loaded and unloaded.
pub trait Theatre {
    /// Why the place itself failed, which no rehearsal expects.
    type Fault: fmt::Display;

    /// Whether the place itself is broken: what fails then says nothing of the course.
    fn is_broken(&self) -> bool {
        false
    }

    /// Opens a course for a learner.
    fn launch(
        &mut self,
        course: &CaseCourse,
        learner: Learner,
        launch: Launch,
    ) -> Result<(), Self::Fault>;

    /// A rehearsal is about to be played.
    fn prepare(&mut self, rehearsal: &Rehearsal);

    /// How the session stands now.
    fn standing(&self) -> Standing;

    /// All activities with their tracking; none before the first launch.
    fn overview(&self) -> Option<Overview>;

    /// Milliseconds by the theatre's own clock.
    fn clock_ms(&self) -> u64;

    /// What the learner's controls offer now.
    fn navigation(&self) -> Option<Navigation>;

    /// A call of the content.
    fn call(&mut self, function: ApiFunction, args: &[String]) -> Result<Answer, Self::Fault>;

    /// A call by a tool, which may be made whether the content has initialized or not.
    fn call_as_tool(
        &mut self,
        function: ApiFunction,
        args: &[String],
    ) -> Result<Answer, Self::Fault> {
        self.call(function, args)
    }

    /// The learner acts on the page of the content.
    fn act(&mut self, act: &PageAct) -> Result<Acted, Self::Fault>;

    /// The calls that the content made since this was last asked, in order.
    fn calls_made(&mut self) -> Vec<CallMade>;

    /// The first thing of the page that is not as stated; `Err` if it cannot be looked at.
    fn look(&mut self, statement: &Statement) -> Result<Option<Difference>, Self::Fault>;

    /// Console errors and failed requests since this was last asked.
    fn faults(&mut self) -> Vec<PageFault>;

    /// Pictures what is shown now, where something failed; the path of the file.
    fn picture_failure(&mut self) -> Option<String>;

    /// The values of the data model of what is delivered, by element.
    fn data(&self) -> BTreeMap<String, String>;

    /// The content has made its calls: what they asked for is done now.
    fn calls_are_over(&mut self) -> Result<(), Self::Fault>;

    /// The learner uses a control. The content makes the calls `on_unload` while it is taken away.
    fn request(
        &mut self,
        request: LearnerRequest,
        on_unload: &[UnloadCall],
    ) -> Result<Requested, Self::Fault>;

    /// Closes the course; gives the learner back with what it left. None if no course was open.
    fn leave(&mut self) -> Result<Option<Learner>, Self::Fault>;

    /// Leaves in this way; gives the learner back if the course is closed then.
    fn leave_by(&mut self, by: LeaveBy) -> Result<Option<Learner>, Self::Fault>;

    /// The steps of the sequencing processes since they were last forgotten.
    fn trace(&self) -> Vec<String>;

    /// Forgets the steps so far.
    fn forget_trace(&mut self);
}

/// What came of an act on the page.
#[derive(Debug, Clone, Default)]
pub struct Acted {
    /// Messages of the dialogs that opened meanwhile, in order.
    pub dialogs: Vec<String>,
    /// The file that was written.
    pub artifact: Option<String>,
}

/// Something that is not as stated.
#[derive(Debug, Clone)]
pub struct Difference {
    /// What was looked at.
    pub what: String,
    /// What was stated.
    pub expected: String,
    /// What there is.
    pub actual: String,
}

/// A fault of the page that nobody stated.
#[derive(Debug, Clone)]
pub enum PageFault {
    /// An error in a console.
    Console(String),
    /// A request that failed.
    Network(String),
}

/// A call that the content made by itself.
#[derive(Debug, Clone)]
pub struct CallMade {
    /// The activity that was delivered.
    pub activity: String,
    /// Name of the function, as the course's version calls it.
    pub method: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// Its answer.
    pub answer: Answer,
}

/// A call that the content makes while it is taken away.
pub type UnloadCall = (ApiFunction, Vec<String>);

/// How a session stands.
#[derive(Debug, Clone)]
pub struct Standing {
    /// What is delivered.
    pub delivered: Option<Delivery>,
    /// Whether it is over, and how.
    pub session: SessionAfter,
}

/// What came of a learner's request.
#[derive(Debug, Clone)]
pub enum Requested {
    /// It was carried out; the answers to the calls made meanwhile, in order.
    CarriedOut(Vec<Answer>),
    /// It was refused.
    Refused {
        /// Code of the sequencing exception.
        exception: String,
        /// What it means.
        message: String,
    },
}
