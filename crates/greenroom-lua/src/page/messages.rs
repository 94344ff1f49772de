//! What a page asks for, message by message. A bad message harms only itself.

use serde_json::{Map, Value as Json};

use super::connection::Connection;
use super::variable::{ROOT, Variable, property_text};
use crate::Limits;
use crate::frame::{PageMessage, SocketCode};
use crate::limits::VARIABLES;
use crate::path::{self, Access, Path, PathError};
use crate::vm::Vm;

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
                shown,
            } => {
                if let Some(properties) = properties
                    && !self.set_properties(id, &properties)
                {
                    return;
                }
                if let Some(value) = value {
                    self.write(vm, limits, id, value, shown);
                }
            }
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

    /// Whether there is such a variable.
    fn set_properties(&mut self, id: u64, properties: &Map<String, Json>) -> bool {
        self.with(id, |variable| {
            for (key, value) in properties {
                // The type is the server's.
                if key != "type" && key != "access" {
                    variable
                        .properties
                        .insert(key.clone(), property_text(value));
                }
            }
        })
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

    pub(super) fn unknown(&mut self, id: u64) {
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
