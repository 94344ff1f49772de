//! What tools get from a session: the results of runs, and the app as JSON.

use std::time::Duration;

use mlua::{MultiValue, Value};

use super::Worker;
use crate::json::{Fault, Metamethods, encode, encode_marked, non_json, represent};
use crate::limits::RESULT_BYTES;
use crate::session::job::{AppState, Ran, RunFault, RunJob, StateError};
use crate::vm::{LuaFailure, type_of};
use crate::{page, path, state};

impl Worker {
    pub(super) fn run_code(&mut self, job: RunJob) {
        if !job.ticket.begin() {
            return;
        }
        self.shared.begin("ui_run");
        let _caller_gone = job.started.send(());
        let outcome = self
            .vm
            .compile(job.code.as_bytes(), "ui_run", job.limit)
            .and_then(|chunk| self.vm.call(&chunk, (), job.limit));
        let outcome = match outcome {
            Ok(values) => self.marshalled(&values, job.limit),
            Err(failure) => Err(RunFault::Lua(failure)),
        };
        let _caller_gone = job.ran.send(());
        let pushed = self.finish();
        let _caller_gone = job.reply.send((outcome, pushed));
    }

    /// The JSON of what a run returned. `__tostring` may run, so time counts here too.
    fn marshalled(&self, values: &MultiValue, limit: Duration) -> Result<Ran, RunFault> {
        let (outcome, timed_out) = self.vm.limited(limit, || marshal(values));
        if timed_out {
            return Err(RunFault::Lua(LuaFailure::timeout()));
        }
        outcome
    }

    pub(super) fn state(&self, path: &str, depth: usize) -> Result<AppState, StateError> {
        let app = self.vm.app().map_or(Value::Nil, Value::Table);
        let value = if path.is_empty() {
            app
        } else {
            let parsed = path::parse(path).map_err(|error| StateError::Path(error.to_string()))?;
            if parsed.elements.iter().any(path::Element::is_call) {
                return Err(StateError::Path("calls are not made here".to_owned()));
            }
            page::read_raw(&self.vm, &app, &parsed.elements).unwrap_or(Value::Nil)
        };
        let type_name = value.as_table().and_then(type_of);
        match state::state(&self.vm, &value, depth) {
            Ok(state) => Ok(AppState { type_name, state }),
            Err(Fault::TooLarge(bytes)) => Err(StateError::TooLarge(bytes)),
            Err(Fault::NotJson) => Err(StateError::Path("the value has no JSON form".to_owned())),
        }
    }
}

/// If any part of the first value has no JSON form, all of it is described instead.
fn marshal(values: &MultiValue) -> Result<Ran, RunFault> {
    let first = values.front().cloned().unwrap_or(Value::Nil);
    let too_large = |fault| match fault {
        Fault::TooLarge(bytes) => RunFault::TooLarge(bytes),
        Fault::NotJson => RunFault::TooLarge(0),
    };
    let mut partial = None;
    let result = match encode(&first, RESULT_BYTES) {
        Ok(json) => json,
        Err(Fault::NotJson) => {
            if first.is_table() {
                partial = encode_marked(&first, RESULT_BYTES, Metamethods::Run).ok();
            }
            non_json(&represent(&first, Metamethods::Run))
        }
        Err(fault) => return Err(too_large(fault)),
    };
    let rest = values
        .iter()
        .skip(1)
        .map(|value| encode_marked(value, RESULT_BYTES, Metamethods::Run).map_err(too_large))
        .collect::<Result<_, _>>()?;
    Ok(Ran {
        result,
        rest,
        partial,
    })
}
