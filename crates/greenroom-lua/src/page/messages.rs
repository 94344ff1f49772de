//! What a page asks for, message by message. A bad message harms only itself.

use mlua::Value;
use serde_json::{Map, Value as Json};

use super::connection::Connection;
use super::detect;
use super::resolve::{self, PathFault};
use super::variable::{ROOT, Variable, property_text};
use crate::Limits;
use crate::frame::{PageMessage, SocketCode};
use crate::json::{Nulls, decode};
use crate::limits::VARIABLES;
use crate::path::{self, Access, Path, PathError};
use crate::vm::{LuaFailure, Vm};

impl Connection {
    /// Handles one message. `hello` is answered by the session.
    pub(crate) fn handle(&mut self, vm: &Vm, limits: &Limits, message: PageMessage) {
        match message {
            PageMessage::Hello { .. } => {
                self.queue_error(
                    None,
                    Some(SocketCode::BadMessage),
                    "hello comes first and once",
                    None,
                );
            }
            PageMessage::Create {
                id,
                parent,
                path,
                properties,
                watch,
            } => self.create(id, parent, path, &properties, watch),
            PageMessage::Update {
                id,
                value,
                properties,
            } => self.update(vm, limits, id, value, properties),
            PageMessage::Get { ids } => {
                for id in ids {
                    self.with(id, |variable| variable.resend = true);
                }
            }
            PageMessage::Watch { id } => {
                if self.with(id, |variable| variable.watched = true) {
                    self.resend_below(id);
                }
            }
            PageMessage::Unwatch { id } => {
                self.with(id, |variable| variable.watched = false);
            }
            PageMessage::Destroy { ids } => {
                for id in ids {
                    // Variable 1 is the app; it goes with the connection.
                    if id != ROOT {
                        self.remove(id);
                    }
                }
            }
            PageMessage::Visible { visible } => self.link.show(visible),
        }
    }

    /// Says that a message could not be read.
    pub(crate) fn bad_message(&mut self, message: &Json, problem: &str) {
        let id = message.get("id").and_then(Json::as_u64);
        self.queue_error(id, Some(SocketCode::BadMessage), problem, None);
    }

    fn create(
        &mut self,
        id: u64,
        parent: u64,
        path_text: String,
        properties: &Map<String, Json>,
        watch: bool,
    ) {
        let refused = if id <= ROOT || self.variables.contains_key(&id) {
            Some((SocketCode::IdInUse, format!("variable {id} exists")))
        } else if !self.variables.contains_key(&parent) {
            Some((
                SocketCode::UnknownVariable,
                format!("parent {parent} does not exist"),
            ))
        } else if self.variables.len() >= VARIABLES {
            Some((
                SocketCode::Limit,
                format!("a page has at most {VARIABLES} variables"),
            ))
        } else {
            None
        };
        if let Some((code, message)) = refused {
            self.queue_error(Some(id), Some(code), message, None);
            return;
        }
        let (mut variable, problem) = made(parent, path_text, properties);
        variable.watched = watch;
        if let Some((code, message)) = problem {
            variable.unusable = Some(code);
            variable.error = Some((code, message.clone()));
            self.queue_error(Some(id), Some(code), message, None);
        }
        self.variables.insert(id, variable);
        self.with(parent, |variable| {
            variable.children.insert(id);
        });
    }

    fn update(
        &mut self,
        vm: &Vm,
        limits: &Limits,
        id: u64,
        value: Option<Json>,
        properties: Option<Map<String, Json>>,
    ) {
        if let Some(properties) = properties {
            let known = self.with(id, |variable| {
                for (key, value) in &properties {
                    // The type is the server's.
                    if key != "type" && key != "access" {
                        variable
                            .properties
                            .insert(key.clone(), property_text(value));
                    }
                }
            });
            if !known {
                return;
            }
        }
        let Some(value) = value else { return };
        let outcome = match self.variables.get(&id) {
            None => {
                self.unknown(id);
                return;
            }
            Some(variable) => match variable.unusable {
                Some(code) => Err(PathFault::new(code, "the variable was made wrongly")),
                None if !variable.access.writes() => Err(PathFault::new(
                    SocketCode::Access,
                    format!("{} has access r", variable.path_text),
                )),
                None => self.write(vm, limits, id, &value),
            },
        };
        match outcome {
            Ok(()) => self.written(id, value),
            Err(fault) => self.refused(vm, id, fault),
        }
    }

    fn write(&mut self, vm: &Vm, limits: &Limits, id: u64, value: &Json) -> Result<(), PathFault> {
        let new = decode(&vm.lua, value, Nulls::NilAtTop)
            .map_err(|error| PathFault::from(LuaFailure::from(&error)))?;
        let base = self.base_for(vm, limits, id);
        let Some(variable) = self.variables.get(&id) else {
            return Ok(());
        };
        let action = variable.access == Access::Action;
        let path = variable.path.clone();
        let (outcome, timed_out) = vm.limited(limits.job, || {
            resolve::write(vm, &base, &path, new, action, limits.job)
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
        let Some(variable) = self.variables.get_mut(&id) else {
            return;
        };
        if let Some(failure) = &fault.failure {
            let what = if variable.access == Access::Action {
                "action"
            } else {
                "write"
            };
            let place = format!("{what} {}", variable.path_text);
            vm.host.errors.report(&vm.host.session_id, &place, failure);
        }
        variable.error = Some((fault.code, fault.message.clone()));
        variable.marked_by_page = true;
        if variable.access.reads() {
            variable.sent = None;
        }
        let traceback = fault.traceback();
        self.queue_error(Some(id), Some(fault.code), fault.message, traceback);
    }

    /// Changes a variable, or says that there is none.
    fn with(&mut self, id: u64, change: impl FnOnce(&mut Variable)) -> bool {
        if let Some(variable) = self.variables.get_mut(&id) {
            change(variable);
            return true;
        }
        self.unknown(id);
        false
    }

    fn unknown(&mut self, id: u64) {
        let message = format!("variable {id} does not exist");
        self.queue_error(Some(id), Some(SocketCode::UnknownVariable), message, None);
    }

    fn resend_below(&mut self, id: u64) {
        let mut below = vec![id];
        while let Some(id) = below.pop() {
            if let Some(variable) = self.variables.get_mut(&id) {
                variable.resend = true;
                below.extend(&variable.children);
            }
        }
    }
}

/// The variable of a `create`, and what is wrong with it.
fn made(
    parent: u64,
    path_text: String,
    properties: &Map<String, Json>,
) -> (Variable, Option<(SocketCode, String)>) {
    let (path, mut problem) = match path::parse(&path_text) {
        Ok(path) => (path, None),
        Err(error) => {
            let code = match error {
                PathError::Syntax { .. } => SocketCode::PathSyntax,
                PathError::TooLong => SocketCode::Limit,
            };
            let path = Path {
                elements: Vec::new(),
                properties: std::collections::BTreeMap::new(),
            };
            (path, Some((code, error.to_string())))
        }
    };
    let mut all = path.properties.clone();
    let given = properties
        .iter()
        .filter(|(key, _)| *key != "type")
        .map(|(key, value)| (key.clone(), property_text(value)));
    all.extend(given);
    let wanted = all.get("access").map_or("", String::as_str);
    let access = Access::parse(wanted);
    if problem.is_none() {
        let misfit = match access {
            Some(access) => access.misfit(&path),
            None => Some(format!(
                "access `{wanted}` does not exist; there are rw, r, w and action"
            )),
        };
        problem = misfit.map(|misfit| (SocketCode::Access, misfit));
    }
    let mut variable = Variable::new(parent, path_text, path, access.unwrap_or(Access::Read));
    variable.properties = all;
    (variable, problem)
}
