//! Step trace of the processes: which process, which step, on which activity, with what outcome.
//!
//! Switched off it costs one comparison per step and no memory.

use std::cell::RefCell;
use std::fmt;

use crate::exception::Exception;
use crate::request::{NavigationRequest, SequencingRequest, TerminationRequest};
use crate::tree::{ActivityId, ActivityTree};

macro_rules! processes {
    ($($name:ident = $id:literal, $title:literal;)*) => {
        /// The processes of the SN book by their ids, and the parts of the tracking model (TM)
        /// whose changes are traced beside them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[expect(non_camel_case_types, reason = "the standard's ids, as they are printed")]
        pub enum Process { $(#[doc = concat!($title, " [", $id, "].")] $name,)* }

        impl Process {
            /// Every process, in the order of the book's appendix.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The id as printed in the standard, e.g. `SB.2.9`.
            pub const fn id(self) -> &'static str {
                match self { $(Self::$name => $id,)* }
            }

            /// The name as printed in the standard.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$name => $title,)* }
            }
        }
    };
}

processes! {
    OP_1 = "OP.1", "Overall Sequencing Process";
    NB_2_1 = "NB.2.1", "Navigation Request Process";
    TB_2_1 = "TB.2.1", "Sequencing Exit Action Rules Subprocess";
    TB_2_2 = "TB.2.2", "Sequencing Post Condition Rules Subprocess";
    TB_2_3 = "TB.2.3", "Termination Request Process";
    RB_1_1A = "RB.1.1 a", "Measure Rollup Process";
    RB_1_1B = "RB.1.1 b", "Completion Measure Rollup Process";
    RB_1_2A = "RB.1.2 a", "Objective Rollup Using Measure Process";
    RB_1_2B = "RB.1.2 b", "Objective Rollup Using Rules Process";
    RB_1_3A = "RB.1.3 a", "Activity Progress Rollup Using Measure Process";
    RB_1_3B = "RB.1.3 b", "Activity Progress Rollup Using Rules Process";
    RB_1_4 = "RB.1.4", "Rollup Rule Check Subprocess";
    RB_1_4_1 = "RB.1.4.1", "Evaluate Rollup Conditions Subprocess";
    RB_1_4_2 = "RB.1.4.2", "Check Child for Rollup Subprocess";
    RB_1_5 = "RB.1.5", "Overall Rollup Process";
    SR_1 = "SR.1", "Select Children Process";
    SR_2 = "SR.2", "Randomize Children Process";
    SB_2_1 = "SB.2.1", "Flow Tree Traversal Subprocess";
    SB_2_2 = "SB.2.2", "Flow Activity Traversal Subprocess";
    SB_2_3 = "SB.2.3", "Flow Subprocess";
    SB_2_4 = "SB.2.4", "Choice Activity Traversal Subprocess";
    SB_2_5 = "SB.2.5", "Start Sequencing Request Process";
    SB_2_6 = "SB.2.6", "Resume All Sequencing Request Process";
    SB_2_7 = "SB.2.7", "Continue Sequencing Request Process";
    SB_2_8 = "SB.2.8", "Previous Sequencing Request Process";
    SB_2_9 = "SB.2.9", "Choice Sequencing Request Process";
    SB_2_9_1 = "SB.2.9.1", "Choice Flow Subprocess";
    SB_2_9_2 = "SB.2.9.2", "Choice Flow Tree Traversal Subprocess";
    SB_2_10 = "SB.2.10", "Retry Sequencing Request Process";
    SB_2_11 = "SB.2.11", "Exit Sequencing Request Process";
    SB_2_12 = "SB.2.12", "Sequencing Request Process";
    SB_2_13 = "SB.2.13", "Jump Sequencing Request Process";
    DB_1_1 = "DB.1.1", "Delivery Request Process";
    DB_2 = "DB.2", "Content Delivery Environment Process";
    DB_2_1 = "DB.2.1", "Clear Suspended Activity Subprocess";
    UP_1 = "UP.1", "Limit Conditions Check Process";
    UP_2 = "UP.2", "Sequencing Rules Check Process";
    UP_2_1 = "UP.2.1", "Sequencing Rule Check Subprocess";
    UP_3 = "UP.3", "Terminate Descendent Attempts Process";
    UP_4 = "UP.4", "End Attempt Process";
    UP_5 = "UP.5", "Check Activity Process";
    TM_1_1 = "TM.1.1", "Objective Progress Information";
    TM_1_2_2 = "TM.1.2.2", "Attempt Progress Information";
}

/// What a step came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TraceOutcome {
    /// The process was entered.
    Begins,
    /// A test held, or a rule fired.
    True,
    /// A test did not hold.
    False,
    /// A test could not be decided.
    Unknown,
    /// An activity was found or moved to.
    Found(ActivityId),
    /// The step found nothing.
    Nothing,
    /// A known measure or amount.
    Measure(f64),
    /// The navigation request that is processed.
    Navigation(NavigationRequest),
    /// A termination request results.
    Termination(TerminationRequest),
    /// A sequencing request results.
    Sequencing(SequencingRequest),
    /// The activity is delivered.
    Delivered,
    /// The sequencing session ends.
    EndSession,
    /// The process ends with an exception.
    Exception(Exception),
    /// A rule or flag acted, in the standard's words.
    Action(&'static str),
}

impl From<bool> for TraceOutcome {
    fn from(value: bool) -> Self {
        if value { Self::True } else { Self::False }
    }
}

impl From<Option<bool>> for TraceOutcome {
    fn from(value: Option<bool>) -> Self {
        value.map_or(Self::Unknown, Self::from)
    }
}

impl From<Option<f64>> for TraceOutcome {
    fn from(value: Option<f64>) -> Self {
        value.map_or(Self::Unknown, Self::Measure)
    }
}

impl From<Option<ActivityId>> for TraceOutcome {
    fn from(value: Option<ActivityId>) -> Self {
        value.map_or(Self::Nothing, Self::Found)
    }
}

/// One step of one process.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TraceStep {
    /// The process.
    pub process: Process,
    /// The step inside it, e.g. `5.1.1`; empty for the process as a whole.
    pub step: &'static str,
    /// The activity looked at, where there is one.
    pub activity: Option<ActivityId>,
    /// What came of it.
    pub outcome: TraceOutcome,
}

impl TraceStep {
    /// The step with identifiers in place of arena ids: `SB.2.2 3 [b]: exception SB.2.2-2`.
    pub fn display<'a>(&'a self, tree: &'a ActivityTree) -> impl fmt::Display + 'a {
        DisplayStep { step: self, tree }
    }
}

struct DisplayStep<'a> {
    step: &'a TraceStep,
    tree: &'a ActivityTree,
}

impl fmt::Display for DisplayStep<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { step, tree } = self;
        let name = |id: ActivityId| tree.activity(id).identifier.as_str();
        f.write_str(step.process.id())?;
        if !step.step.is_empty() {
            write!(f, " {}", step.step)?;
        }
        if let Some(activity) = step.activity {
            write!(f, " [{}]", name(activity))?;
        }
        write!(f, ": {}", step.outcome.display(tree))
    }
}

impl TraceOutcome {
    /// The outcome with identifiers in place of arena ids.
    pub fn display(self, tree: &ActivityTree) -> impl fmt::Display + '_ {
        DisplayOutcome {
            outcome: self,
            tree,
        }
    }
}

struct DisplayOutcome<'a> {
    outcome: TraceOutcome,
    tree: &'a ActivityTree,
}

impl fmt::Display for DisplayOutcome<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |id: ActivityId| self.tree.activity(id).identifier.as_str();
        match self.outcome {
            TraceOutcome::Begins => f.write_str("begins"),
            TraceOutcome::True => f.write_str("true"),
            TraceOutcome::False => f.write_str("false"),
            TraceOutcome::Unknown => f.write_str("unknown"),
            TraceOutcome::Found(id) => f.write_str(name(id)),
            TraceOutcome::Nothing => f.write_str("nothing"),
            TraceOutcome::Measure(value) => write!(f, "{value}"),
            TraceOutcome::Navigation(request) => {
                f.write_str(request.token())?;
                match request.target() {
                    Some(target) => write!(f, " {}", name(target)),
                    None => Ok(()),
                }
            }
            TraceOutcome::Termination(request) => write!(f, "termination {}", request.token()),
            TraceOutcome::Sequencing(request) => {
                write!(f, "sequencing {}", request.token())?;
                match request.target() {
                    Some(target) => write!(f, " {}", name(target)),
                    None => Ok(()),
                }
            }
            TraceOutcome::Delivered => f.write_str("delivered"),
            TraceOutcome::EndSession => f.write_str("end session"),
            TraceOutcome::Exception(exception) => write!(f, "exception {}", exception.code()),
            TraceOutcome::Action(action) => f.write_str(action),
        }
    }
}

/// Collects steps while it is switched on.
///
/// Processes that only look (`&Sequencer`) trace too, hence the cell.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    on: bool,
    steps: RefCell<Vec<TraceStep>>,
}

impl Trace {
    /// Switches collecting on or off.
    pub fn switch(&mut self, on: bool) {
        self.on = on;
    }

    /// Whether steps are collected.
    pub fn is_on(&self) -> bool {
        self.on
    }

    /// Takes the steps collected so far.
    pub fn take(&mut self) -> Vec<TraceStep> {
        std::mem::take(self.steps.get_mut())
    }

    #[inline]
    pub(crate) fn step(
        &self,
        process: Process,
        step: &'static str,
        activity: impl Into<Option<ActivityId>>,
        outcome: impl Into<TraceOutcome>,
    ) {
        if self.on {
            let step = TraceStep {
                process,
                step,
                activity: activity.into(),
                outcome: outcome.into(),
            };
            self.steps.borrow_mut().push(step);
        }
    }

    /// Number of steps so far; with [`Trace::truncate`] a look-ahead removes its own steps.
    pub(crate) fn len(&self) -> usize {
        self.steps.borrow().len()
    }

    pub(crate) fn truncate(&self, len: usize) {
        self.steps.borrow_mut().truncate(len);
    }
}
