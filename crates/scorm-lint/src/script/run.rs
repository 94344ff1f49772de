//! The order in which API calls happen: the code is followed statement by statement, into the
//! functions it calls.

use std::collections::HashSet;

use scorm_runtime::ApiFunction;

use super::Scripts;
use super::api::ApiCall;
use super::events::Events;
use super::facts::{Call, UnitId};
use super::launch::LaunchedPage;
use super::names::{CallId, FunctionId};

/// Functions inside functions.
const DEPTH: usize = 8;
/// Calls after which a run is no longer followed.
const BUDGET: usize = 4000;
/// Calls after which no further run of a page is followed.
const PAGE_BUDGET: usize = 100_000;

/// One API call of a run.
#[derive(Debug)]
pub(crate) struct Step<'s> {
    pub(crate) call: &'s ApiCall,
    /// It may not happen.
    pub(crate) conditional: bool,
    /// The call that the course wrote may not happen. What a wrapper asks before it passes the call
    /// on is left out.
    pub(crate) written_conditional: bool,
}

/// API calls in the order of one run of the code.
#[derive(Debug, Default)]
pub(crate) struct Run<'s> {
    pub(crate) steps: Vec<Step<'s>>,
}

impl<'s> Run<'s> {
    /// What happens while a page loads: scripts in order, then what waits for the load event.
    pub(crate) fn of_load(scripts: &'s Scripts, launch: &LaunchedPage) -> Self {
        let inside = units_of(launch);
        let mut follow = Follow::new(scripts, &inside);
        let mut handlers = Vec::new();
        for unit in &launch.scope.units {
            let events = match &scripts.facts.unit(*unit).kind {
                super::facts::UnitKind::Handler { event, .. } => Events::parse(event),
                _ => Events::NONE,
            };
            if events == Events::NONE {
                follow.calls(scripts.index.of_unit(*unit), false, 0);
            } else if events == Events::LOAD {
                handlers.push(*unit);
            }
        }
        for unit in handlers {
            follow.calls(scripts.index.of_unit(unit), false, 0);
        }
        follow.run
    }

    /// One run per handler and per function that an event starts.
    pub(crate) fn all(scripts: &'s Scripts, launch: &LaunchedPage) -> Vec<Self> {
        let mut runs = vec![Self::of_load(scripts, launch)];
        let mut budget = PAGE_BUDGET;
        let inside = units_of(launch);
        let own = launch.scope.units.iter();
        for unit in own.filter(|unit| !scripts.is_vendor(**unit)) {
            let range = scripts.facts.unit(*unit).functions.clone();
            for function in range.map(FunctionId) {
                let runs_here = launch.reach.function(function) != Events::NONE;
                if runs_here && budget > 0 && scripts.leads_to_api.contains(&function) {
                    let mut follow = Follow::new(scripts, &inside);
                    follow.function(function, false, 0);
                    budget = budget.saturating_sub(BUDGET - follow.budget);
                    runs.push(follow.run);
                }
            }
        }
        runs
    }

    pub(crate) fn position(&self, function: ApiFunction) -> Option<usize> {
        self.steps
            .iter()
            .position(|step| step.call.function == function)
    }
}

/// The code of a page.
fn units_of(launch: &LaunchedPage) -> HashSet<UnitId> {
    launch.scope.units.iter().copied().collect()
}

struct Follow<'s, 'p> {
    scripts: &'s Scripts,
    /// The code of the page: another page may have functions of the same names.
    inside: &'p HashSet<UnitId>,
    run: Run<'s>,
    active: Vec<FunctionId>,
    /// The calls that led here, and whether they may not happen.
    stack: Vec<(CallId, bool)>,
    budget: usize,
}

impl<'s, 'p> Follow<'s, 'p> {
    fn new(scripts: &'s Scripts, inside: &'p HashSet<UnitId>) -> Self {
        Self {
            scripts,
            inside,
            run: Run::default(),
            active: Vec::new(),
            stack: Vec::new(),
            budget: BUDGET,
        }
    }

    fn function(&mut self, function: FunctionId, conditional: bool, depth: usize) {
        let leads_to_api = self.scripts.leads_to_api.contains(&function);
        if !leads_to_api || depth > DEPTH || self.active.contains(&function) {
            return;
        }
        self.active.push(function);
        self.calls(self.scripts.index.of_function(function), conditional, depth);
        self.active.pop();
    }

    /// Calls in the order in which they end: arguments come before what they are given to.
    fn calls(&mut self, ids: &[CallId], conditional: bool, depth: usize) {
        let mut ids = ids.to_vec();
        ids.sort_by_key(|id| self.scripts.facts.call(*id).span.end);
        for id in ids {
            if self.budget == 0 {
                return;
            }
            self.budget -= 1;
            let call = self.scripts.facts.call(id);
            let conditional = conditional || call.conditional;
            self.call(id, call, conditional, depth);
        }
    }

    fn call(&mut self, id: CallId, call: &Call, conditional: bool, depth: usize) {
        if let Some(api_call) = self.scripts.direct_call(id) {
            let through = self.as_written(api_call);
            let (call, written_conditional) = through.unwrap_or((api_call, conditional));
            self.run.steps.push(Step {
                call,
                conditional,
                written_conditional,
            });
            return;
        }
        let scripts = self.scripts;
        let callees = scripts.flow.callees(call).iter().copied();
        let is_here = |function: &FunctionId| {
            let unit = scripts.facts.function(*function).unit;
            self.inside.contains(&unit)
        };
        let callees: Vec<FunctionId> = callees.filter(is_here).collect();
        self.stack.push((id, conditional));
        // With several candidates none of them is certain.
        let conditional = conditional || callees.len() > 1;
        for function in callees {
            self.function(function, conditional, depth + 1);
        }
        self.stack.pop();
    }

    /// The call on the way here that says what is set or read, and whether it may not happen.
    fn as_written(&self, direct: &ApiCall) -> Option<(&'s ApiCall, bool)> {
        let through = self.stack.iter().find_map(|(id, conditional)| {
            let call = self.scripts.wrapped_call(*id)?;
            Some((call, *conditional))
        });
        through.filter(|(call, _)| call.function == direct.function)
    }
}
