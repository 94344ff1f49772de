//! Paths applied to Lua values: reading, writing, calling.

use std::time::Duration;

use mlua::{IntoLua, Value};

use crate::frame::SocketCode;
use crate::path::{Element, Path};
use crate::vm::{FailureKind, LuaFailure, Vm};

/// Why a path could not be followed.
#[derive(Debug)]
pub(super) struct PathFault {
    pub(super) code: SocketCode,
    pub(super) message: String,
    /// The failure of Lua code, which the log must tell.
    pub(super) failure: Option<Box<LuaFailure>>,
}

impl From<LuaFailure> for PathFault {
    fn from(failure: LuaFailure) -> Self {
        Self {
            code: match failure.kind {
                FailureKind::Timeout => SocketCode::LuaTimeout,
                FailureKind::Memory => SocketCode::LuaMemory,
                FailureKind::Syntax | FailureKind::Runtime => SocketCode::LuaError,
            },
            message: failure.message.clone(),
            failure: Some(Box::new(failure)),
        }
    }
}

impl PathFault {
    pub(super) fn new(code: SocketCode, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            failure: None,
        }
    }

    pub(super) fn traceback(&self) -> Option<String> {
        self.failure.as_ref()?.traceback.clone()
    }
}

/// The value at the end of a path. What lies behind nil is nil.
pub(super) fn read(
    vm: &Vm,
    base: &Value,
    path: &[Element],
    limit: Duration,
) -> Result<Value, PathFault> {
    let mut value = base.clone();
    for element in path {
        if value.is_nil() || value.is_null() {
            return Ok(Value::Nil);
        }
        value = match element {
            Element::Name(name) => index(vm, &value, name.as_str(), name, limit)?,
            Element::Index(number) => index(vm, &value, *number, &number.to_string(), limit)?,
            Element::Call(name) => call(vm, &value, name, None, limit)?,
            Element::CallWith(name) => {
                let message = format!("{name}(_) cannot be read");
                return Err(PathFault::new(SocketCode::Access, message));
            }
        };
    }
    Ok(value)
}

/// Writes to the last element of a path, or calls it.
pub(super) fn write(
    vm: &Vm,
    base: &Value,
    path: &Path,
    new: Value,
    action: bool,
    limit: Duration,
) -> Result<(), PathFault> {
    let Some((last, before)) = path.elements.split_last() else {
        return Err(PathFault::new(
            SocketCode::Access,
            "the enclosing value itself cannot be written",
        ));
    };
    let container = read(vm, base, before, limit)?;
    if container.is_nil() || container.is_null() {
        let message = match last {
            Element::Name(name) | Element::Call(name) | Element::CallWith(name) => {
                format!("nothing to hold `{name}`: what stands before it is nil")
            }
            Element::Index(number) => {
                format!("nothing to hold {number}: what stands before it is nil")
            }
        };
        return Err(PathFault::new(SocketCode::PathNil, message));
    }
    match last {
        Element::Name(name) => assign(vm, &container, name.as_str(), name, new, limit),
        Element::Index(number) => assign(vm, &container, *number, &number.to_string(), new, limit),
        Element::Call(name) => {
            let argument = (!action).then_some(new);
            call(vm, &container, name, argument, limit).map(drop)
        }
        Element::CallWith(name) => call(vm, &container, name, Some(new), limit).map(drop),
    }
}

/// Follows a path without running any Lua code: prototypes are looked through raw.
pub(crate) fn read_raw(vm: &Vm, base: &Value, path: &[Element]) -> Option<Value> {
    const LONGEST_CHAIN: usize = 64;
    let mut value = base.clone();
    for element in path {
        let mut table = value.as_table()?.clone();
        let hidden = match element {
            Element::Name(name) => vm.is_shadowed(&table, name.as_str()),
            Element::Index(number) => vm.is_shadowed(&table, *number),
            Element::Call(_) | Element::CallWith(_) => false,
        };
        value = Value::Nil;
        for _ in 0..LONGEST_CHAIN {
            value = match element {
                Element::Name(name) => table.raw_get(name.as_str()).ok()?,
                Element::Index(number) => table.raw_get(*number).ok()?,
                Element::Call(_) | Element::CallWith(_) => return None,
            };
            let next = table
                .metatable()
                .and_then(|metatable| vm.raw_index(&metatable));
            match next {
                Some(next) if value.is_nil() && !hidden => table = next,
                _ => break,
            }
        }
    }
    Some(value)
}

fn index(
    vm: &Vm,
    value: &Value,
    key: impl IntoLua,
    shown: &str,
    limit: Duration,
) -> Result<Value, PathFault> {
    let got = match value {
        Value::Table(table) if !table.has_metatable() => table.raw_get(key),
        Value::Table(table) => {
            // `__index` may be a function of the project.
            let (got, timed_out) = vm.limited(limit, || table.get(key));
            if timed_out {
                return Err(LuaFailure::timeout().into());
            }
            got
        }
        other => return Err(not_indexable(other, shown)),
    };
    got.map_err(|error| LuaFailure::from(&error).into())
}

fn assign(
    vm: &Vm,
    container: &Value,
    key: impl IntoLua + Copy,
    shown: &str,
    new: Value,
    limit: Duration,
) -> Result<(), PathFault> {
    let Value::Table(table) = container else {
        return Err(not_indexable(container, shown));
    };
    let failed = |error: mlua::Error| PathFault::from(LuaFailure::from(&error));
    let is_nil = new.is_nil();
    table.set(key, new).map_err(failed)?;
    let Some(metatable) = table.metatable() else {
        return Ok(());
    };
    if !is_nil {
        let unshadow = vm.prelude_function("unshadow")?;
        return unshadow.call((table, key)).map_err(failed);
    }
    // What was emptied stays empty: a prototype's default must not come back in its place. A table
    // with a `__newindex` of its own decides itself.
    let decides = !matches!(metatable.raw_get("__newindex"), Ok(Value::Nil));
    if decides || index(vm, container, key, shown, limit)?.is_nil() {
        return Ok(());
    }
    let shadow = vm.prelude_function("shadow")?;
    shadow.call((table, metatable, key)).map_err(failed)
}

fn call(
    vm: &Vm,
    object: &Value,
    name: &str,
    argument: Option<Value>,
    limit: Duration,
) -> Result<Value, PathFault> {
    let method = index(vm, object, name, name, limit)?;
    let Value::Function(method) = method else {
        let message = format!(
            "attempt to call a {} value (method '{name}')",
            method.type_name()
        );
        return Err(LuaFailure::runtime(message).into());
    };
    let arguments = match argument {
        Some(argument) => vec![object.clone(), argument],
        None => vec![object.clone()],
    };
    let results = vm.call(&method, mlua::MultiValue::from_vec(arguments), limit)?;
    Ok(results.into_iter().next().unwrap_or(Value::Nil))
}

fn not_indexable(value: &Value, shown: &str) -> PathFault {
    let message = format!(
        "attempt to index a {} value (field '{shown}')",
        value.type_name()
    );
    LuaFailure::runtime(message).into()
}
