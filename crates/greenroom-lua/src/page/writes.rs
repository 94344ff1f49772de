//! Writes and calls of a page.

use mlua::Value;
use serde_json::Value as Json;

use super::connection::Connection;
use super::detect;
use super::resolve::{self, PathFault};
use super::variable::Variable;
use crate::Limits;
use crate::frame::{Shown, SocketCode};
use crate::json::{Nulls, decode};
use crate::path::Access;
use crate::vm::{LuaFailure, Vm};

/// What the path of a write begins at.
enum Aim {
    /// Where the page knows it.
    InPlace(Value),
    /// In another row; the variable belongs to something else by now.
    Moved(Value),
    /// It is not shown any more.
    Gone,
}

const GONE: &str = "What you used has just been removed or replaced; nothing was done.";

impl Connection {
    /// Writes a value, or calls an action.
    pub(super) fn write(
        &mut self,
        vm: &Vm,
        limits: &Limits,
        id: u64,
        value: Json,
        shown: Option<Shown>,
    ) {
        let Some(variable) = self.variables.get(&id) else {
            self.unknown(id);
            return;
        };
        if let Some(code) = variable.unusable {
            let fault = PathFault::new(code, "the variable was made wrongly");
            self.refused(vm, id, fault);
            return;
        }
        if !variable.access.writes() {
            let message = format!("{} has access r", variable.path_text);
            self.refused(vm, id, PathFault::new(SocketCode::Access, message));
            return;
        }
        match self.aim(vm, limits, id, shown) {
            Aim::InPlace(base) => match self.apply(vm, limits, id, &base, &value) {
                Ok(()) => self.written(id, value),
                Err(fault) => self.refused(vm, id, fault),
            },
            Aim::Moved(base) => {
                let outcome = self.apply(vm, limits, id, &base, &value);
                self.elsewhere(vm, id, &base, outcome.err());
            }
            Aim::Gone => {
                self.show_truth(id);
                self.queue_error(None, Some(SocketCode::Gone), GONE, None);
            }
        }
    }

    fn aim(&mut self, vm: &Vm, limits: &Limits, id: u64, shown: Option<Shown>) -> Aim {
        let base = self.base_for(vm, limits, id);
        let Some(shown) = shown else {
            return Aim::InPlace(base);
        };
        if self.still_shows(vm, shown) {
            return Aim::InPlace(base);
        }
        let (found, _) = vm.limited(limits.job, || self.base_of_moved(vm, id, shown, limits.job));
        found.map_or(Aim::Gone, Aim::Moved)
    }

    fn apply(
        &self,
        vm: &Vm,
        limits: &Limits,
        id: u64,
        base: &Value,
        value: &Json,
    ) -> Result<(), PathFault> {
        let new = decode(&vm.lua, value, Nulls::NilAtTop)
            .map_err(|error| PathFault::from(LuaFailure::from(&error)))?;
        let Some(variable) = self.variables.get(&id) else {
            return Ok(());
        };
        let action = variable.access == Access::Action;
        let (outcome, timed_out) = vm.limited(limits.job, || {
            resolve::write(vm, base, &variable.path, new, action, limits.job)
        });
        match outcome {
            Ok(()) if timed_out => Err(LuaFailure::timeout().into()),
            other => other,
        }
    }

    /// What the path of a variable begins at, computed now if it never was.
    fn base_for(&mut self, vm: &Vm, limits: &Limits, id: u64) -> Value {
        let mut chain = Vec::new();
        let mut above = self
            .variables
            .get(&id)
            .map_or(0, |variable| variable.parent);
        while let Some(variable) = self.variables.get(&above) {
            if variable.computed {
                break;
            }
            chain.push(above);
            above = variable.parent;
        }
        for id in chain.into_iter().rev() {
            detect::compute(self, vm, limits, id);
        }
        let parent = self.variables.get(&id).map(|variable| variable.parent);
        parent
            .and_then(|parent| self.variables.get(&parent))
            .map_or(Value::Nil, Variable::base)
    }

    /// The page knows the value that it sent itself.
    fn written(&mut self, id: u64, value: Json) {
        let Some(variable) = self.variables.get_mut(&id) else {
            return;
        };
        if variable.access.reads() {
            variable.sent = Some(value);
        }
        variable.marked_by_page = false;
        if variable.error.take().is_some() {
            self.queue_error(Some(id), None, "", None);
        }
    }

    /// The page learns of the fault and, where it shows one, of the true value.
    fn refused(&mut self, vm: &Vm, id: u64, fault: PathFault) {
        self.log(vm, id, &fault);
        self.show_truth(id);
        if let Some(variable) = self.variables.get_mut(&id) {
            variable.error = Some((fault.code, fault.message.clone()));
            variable.marked_by_page = true;
        }
        let traceback = fault.traceback();
        self.queue_error(Some(id), Some(fault.code), fault.message, traceback);
    }

    /// After a write to a row that moved. Its fault is told without the variable, which shows
    /// another row by now.
    fn elsewhere(&mut self, vm: &Vm, id: u64, base: &Value, fault: Option<PathFault>) {
        self.show_truth(id);
        if let Some(path_text) = self.variables.get(&id).map(|each| each.path_text.clone()) {
            self.forget_sent(&path_text, base);
        }
        if let Some(fault) = fault {
            self.log(vm, id, &fault);
            let traceback = fault.traceback();
            self.queue_error(None, Some(fault.code), fault.message, traceback);
        }
    }

    /// The next detection sends the value, whatever the page has.
    fn show_truth(&mut self, id: u64) {
        if let Some(variable) = self.variables.get_mut(&id) {
            variable.sent = None;
        }
    }

    fn log(&self, vm: &Vm, id: u64, fault: &PathFault) {
        let (Some(variable), Some(failure)) = (self.variables.get(&id), &fault.failure) else {
            return;
        };
        let what = match variable.access {
            Access::Action => "action",
            Access::ReadWrite | Access::Read | Access::Write => "write",
        };
        let place = format!("{what} {}", variable.path_text);
        vm.host.errors.report(&vm.host.session_id, &place, failure);
    }
}
