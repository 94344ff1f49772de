//! Change detection: what a page has, compared with what Lua holds now.

use std::time::{Duration, Instant};

use mlua::{Table, Value};
use serde_json::{Map, Value as Json};

use super::connection::Connection;
use super::resolve::{self, PathFault};
use super::unknown_field;
use super::variable::ROOT;
use super::wire::{is_list, to_wire};
use crate::Limits;
use crate::frame::SocketCode;
use crate::vm::{LuaFailure, Vm, out_of_time, type_of};

/// Wrappers and lists may change what was already looked at.
const MOST_PASSES: usize = 4;
/// How long a getter that ran out of time is not called.
const MUTED: Duration = Duration::from_secs(10);

/// Compares all pages of a session and queues what changed. All of it shares one time limit.
pub(crate) fn detect<'a>(
    vm: &Vm,
    limits: &Limits,
    connections: impl Iterator<Item = &'a mut Connection>,
) {
    vm.limited(limits.job, || {
        for connection in connections {
            for _ in 0..MOST_PASSES {
                match pass(connection, vm, limits) {
                    Pass::Settled => break,
                    Pass::StructureChanged => {}
                    Pass::OutOfTime => return,
                }
            }
        }
    });
}

enum Pass {
    Settled,
    /// A wrapper or a list changed.
    StructureChanged,
    /// The rest keeps the values that it has.
    OutOfTime,
}

/// Depth first from variable 1; what is not watched is skipped with all below it.
fn pass(connection: &mut Connection, vm: &Vm, limits: &Limits) -> Pass {
    let mut result = Pass::Settled;
    let mut next = vec![ROOT];
    while let Some(id) = next.pop() {
        let Some(variable) = connection.variables.get(&id) else {
            continue;
        };
        if !variable.watched {
            continue;
        }
        next.extend(variable.children.iter().rev());
        let muted = variable
            .muted_until
            .is_some_and(|until| Instant::now() < until && !variable.resend);
        if variable.access.reads() && variable.unusable.is_none() && !muted {
            match compute(connection, vm, limits, id) {
                Computed::Same => {}
                Computed::Structure => result = Pass::StructureChanged,
                Computed::OutOfTime => return Pass::OutOfTime,
            }
        }
    }
    result
}

/// What one computation found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Computed {
    Same,
    Structure,
    OutOfTime,
}

/// Computes one variable and queues what its page does not have yet.
pub(super) fn compute(connection: &mut Connection, vm: &Vm, limits: &Limits, id: u64) -> Computed {
    let started = Instant::now();
    let Some(variable) = connection.variables.get(&id) else {
        return Computed::Same;
    };
    vm.host.diags.borrow_mut().clear();
    let value = if id == ROOT {
        Ok(vm.app().map_or(Value::Nil, Value::Table))
    } else {
        let base = connection
            .variables
            .get(&variable.parent)
            .map_or(Value::Nil, super::variable::Variable::base);
        let value = resolve::read(vm, &base, &variable.path.elements, limits.job);
        if !variable.computed && matches!(value, Ok(Value::Nil)) {
            warn_of_unknown_field(vm, &base, variable);
        }
        value
    };
    let over = out_of_time();
    let structure = value.and_then(|value| store(connection, vm, limits, id, value));
    let compute_us = started.elapsed().as_micros() as u64;
    let diags = vm.host.diags.borrow().clone();
    if let Some(variable) = connection.variables.get_mut(&id) {
        variable.diags = diags;
        variable.compute_us = compute_us;
        variable.max_compute_us = variable.max_compute_us.max(compute_us);
        variable.computed = true;
    }
    let structure = match structure {
        Ok(structure) => {
            clear_mark(connection, id);
            structure
        }
        Err(fault) => {
            mark(connection, vm, id, fault);
            false
        }
    };
    if over || out_of_time() {
        Computed::OutOfTime
    } else if structure {
        Computed::Structure
    } else {
        Computed::Same
    }
}

fn warn_of_unknown_field(vm: &Vm, base: &Value, variable: &super::variable::Variable) {
    if let Some(warning) = unknown_field::warning(vm, base, &variable.path.elements) {
        let place = format!("warning: path {}", variable.path_text);
        vm.host.errors.note(&vm.host.session_id, &place, &warning);
        vm.host.diags.borrow_mut().push(warning);
    }
}

/// Keeps a new value; whether a wrapper or a list changed with it.
fn store(
    connection: &mut Connection,
    vm: &Vm,
    limits: &Limits,
    id: u64,
    value: Value,
) -> Result<bool, PathFault> {
    let Some(variable) = connection.variables.get(&id) else {
        return Ok(false);
    };
    let wire = to_wire(vm, &value).map_err(|error| LuaFailure::from(&error))?;
    let mut wrapper = variable.wrapper.clone();
    let wrapper_name = variable.property("wrapper").map(str::to_owned);
    let changed = variable.sent.as_ref() != Some(&wire);
    let mut wrapper_changed = false;
    if let Some(name) = wrapper_name {
        // Lists change in place, so their wrapper looks at them every time.
        if value.is_nil() {
            wrapper = None;
        } else if wrapper.is_none() || changed || is_list(&wire) {
            let made = make_wrapper(vm, limits, variable, &name, &value)?;
            wrapper_changed = wrapper.as_ref() != Some(&made);
            wrapper = Some(made);
        }
    }
    // What chooses the view is the wrapper, where there is one.
    let shown = match &wrapper {
        Some(wrapper) => Some(wrapper.clone()),
        None => value.as_table().filter(|_| !is_list(&wire)).cloned(),
    };
    let type_name = shown.and_then(|table| type_of(&table));

    let type_changed = variable.sent_type != type_name;
    let structure = wrapper_changed || (changed && is_list(&wire));
    let resend = variable.resend;
    let priority = variable.priority();
    let Some(variable) = connection.variables.get_mut(&id) else {
        return Ok(false);
    };
    variable.value = value;
    variable.wrapper = wrapper;
    variable.sent_type.clone_from(&type_name);
    variable.resend = false;
    if changed {
        variable.changes += 1;
        variable.sent = Some(wire.clone());
    }
    if resend {
        let properties = variable.all_properties();
        let properties = (!properties.is_empty()).then_some(properties);
        connection.queue_update(id, priority, Some(wire), properties);
    } else if changed || type_changed {
        let properties = type_changed.then(|| {
            let name = Json::from(type_name.unwrap_or_default());
            Map::from_iter([("type".to_owned(), name)])
        });
        connection.queue_update(id, priority, changed.then_some(wire), properties);
    }
    Ok(structure)
}

fn make_wrapper(
    vm: &Vm,
    limits: &Limits,
    variable: &super::variable::Variable,
    name: &str,
    value: &Value,
) -> Result<Table, PathFault> {
    let make = vm.prelude_function("make_wrapper")?;
    let properties = properties_table(vm, variable)?;
    let arguments = (name, value, properties, variable.wrapper.as_ref());
    let made = vm.call(&make, arguments, limits.job)?;
    match made.into_iter().next() {
        Some(Value::Table(wrapper)) => Ok(wrapper),
        _ => Err(LuaFailure::runtime(format!("wrapper {name}: `new` returned no table")).into()),
    }
}

fn properties_table(vm: &Vm, variable: &super::variable::Variable) -> Result<Table, LuaFailure> {
    let pairs = variable
        .properties
        .iter()
        .map(|(key, value)| (key.as_str(), value.as_str()));
    vm.lua
        .create_table_from(pairs)
        .map_err(|error| LuaFailure::from(&error))
}

fn mark(connection: &mut Connection, vm: &Vm, id: u64, fault: PathFault) {
    let Some(variable) = connection.variables.get_mut(&id) else {
        return;
    };
    if let Some(failure) = &fault.failure {
        let place = format!("getter {}", variable.path_text);
        vm.host.errors.report(&vm.host.session_id, &place, failure);
    }
    if fault.code == SocketCode::LuaTimeout {
        variable.muted_until = Some(Instant::now() + MUTED);
    }
    let resend = std::mem::take(&mut variable.resend);
    let new = Some((fault.code, fault.message.clone()));
    if variable.error != new || resend {
        variable.error = new;
        let traceback = fault.traceback();
        connection.queue_error(Some(id), Some(fault.code), fault.message, traceback);
    }
}

fn clear_mark(connection: &mut Connection, id: u64) {
    let marked = connection
        .variables
        .get_mut(&id)
        .filter(|variable| !variable.marked_by_page)
        .and_then(|variable| variable.error.take());
    if marked.is_some() {
        connection.queue_error(Some(id), None, "", None);
    }
}
