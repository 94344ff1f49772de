//! One virtual machine: Lua 5.4 with limits, a sandbox, and the globals of the UI platform.

mod call;
mod clock;
mod failure;
mod files;
mod host;
mod identity;
mod memory;
#[expect(
    unsafe_code,
    reason = "functions of Lua's libraries are written against Lua's C interface"
)]
mod native;
mod output;

use std::rc::Rc;
use std::time::Duration;

use mlua::{Function, IntoLua, IntoLuaMulti, Lua, LuaOptions, MultiValue, StdLib, Table, Value};

pub use failure::{FailureKind, LuaFailure};
pub use output::Output;

pub(crate) use clock::{TIME_IS_UP, ends_with, in_time, tripped as out_of_time};
pub(crate) use files::Reach;
pub(crate) use host::Host;
pub(crate) use identity::Identities;
pub(crate) use output::Stream;

use call::Guard;

/// The files of the prelude, in the order in which they run.
const PRELUDE: &[&str] = &[
    include_str!("../prelude/guard.lua"),
    include_str!("../prelude/files.lua"),
    include_str!("../prelude/sandbox.lua"),
    include_str!("../prelude/shadow.lua"),
    include_str!("../prelude/session.lua"),
    include_str!("../prelude/wrappers.lua"),
];

/// A virtual machine. Everything in it belongs to the thread that made it.
pub(crate) struct Vm {
    pub(crate) lua: Lua,
    pub(crate) host: Rc<Host>,
    pub(crate) identities: Identities,
    guard: Guard,
    /// What the prelude keeps: the app, the registry of prototypes, functions for us.
    table: Table,
}

impl Vm {
    /// Makes a machine with this much memory, before any code of the project runs.
    pub(crate) fn new(host: Rc<Host>, memory_bytes: usize) -> mlua::Result<Self> {
        let lua = Lua::new_with(
            StdLib::COROUTINE
                | StdLib::TABLE
                | StdLib::IO
                | StdLib::OS
                | StdLib::STRING
                | StdLib::UTF8
                | StdLib::MATH
                | StdLib::PACKAGE,
            LuaOptions::new(),
        )?;
        let guard = Guard::new(&lua)?;
        let table = host::table(&lua, &host, &guard)?;
        native::install(&lua, &table)?;
        for part in PRELUDE {
            lua.load(*part).set_name("=greenroom").call::<()>(&table)?;
        }
        let identities = Identities::new(&lua)?;
        clock::install(&lua)?;
        lua.set_memory_limit(memory_bytes)?;
        memory::install(&lua)?;
        Ok(Self {
            lua,
            host,
            identities,
            guard,
            table,
        })
    }

    /// Calls a function with a time limit.
    pub(crate) fn call(
        &self,
        function: &Function,
        arguments: impl IntoLuaMulti,
        limit: Duration,
    ) -> Result<MultiValue, LuaFailure> {
        let outcome = clock::limited(&self.lua, limit, || self.guard.call(function, arguments));
        let result = if outcome.timed_out {
            Err(LuaFailure {
                traceback: outcome.value.err().and_then(|failure| failure.traceback),
                ..LuaFailure::timeout()
            })
        } else {
            outcome.value
        };
        if let Err(failure) = &result
            && matches!(failure.kind, FailureKind::Memory | FailureKind::Timeout)
        {
            self.collect();
        }
        result
    }

    /// What failed code built is garbage; the next job shall not suffer for it.
    fn collect(&self) {
        // Buffers and errors of the libraries have finalizers: the first time they are finalized,
        // the second time they are freed.
        for _ in 0..2 {
            let _best_effort = self.lua.gc_collect();
        }
    }

    /// Runs work of ours that may call into Lua, with one limit for all of it.
    pub(crate) fn limited<T>(&self, limit: Duration, work: impl FnOnce() -> T) -> (T, bool) {
        let outcome = clock::limited(&self.lua, limit, work);
        (outcome.value, outcome.timed_out)
    }

    /// Makes the machine ready again after a panic of ours.
    pub(crate) fn recover(&self) {
        clock::forget(&self.lua);
    }

    /// Compiles text within a time limit; binary chunks are refused.
    pub(crate) fn compile(
        &self,
        code: &[u8],
        name: &str,
        limit: Duration,
    ) -> Result<Function, LuaFailure> {
        let load = self.prelude_function("load")?;
        let failed = |error: mlua::Error| LuaFailure::from(&error);
        let code = self.lua.create_string(code).map_err(failed)?;
        let mut results = self.call(&load, (code, format!("={name}")), limit)?;
        match (results.pop_front(), results.pop_front()) {
            (Some(Value::Function(chunk)), _) => Ok(chunk),
            (_, Some(Value::String(message))) => Err(LuaFailure::syntax(message.to_string_lossy())),
            _ => Err(LuaFailure::runtime("the compiler gave no function")),
        }
    }

    /// The app object.
    pub(crate) fn app(&self) -> Option<Table> {
        self.table.raw_get("app").ok()
    }

    /// A function that the prelude keeps for us.
    pub(crate) fn prelude_function(&self, name: &str) -> Result<Function, LuaFailure> {
        self.table
            .raw_get(name)
            .map_err(|error| LuaFailure::from(&error))
    }

    /// Whether a table is a registered prototype.
    pub(crate) fn is_prototype(&self, table: &Table) -> bool {
        let name = table.raw_get::<Option<String>>("type").ok().flatten();
        let Some(name) = name else { return false };
        let registered = self
            .table
            .raw_get::<Table>("registry")
            .and_then(|registry| registry.raw_get::<Table>(name))
            .and_then(|entry| entry.raw_get::<Table>("prototype"));
        registered.is_ok_and(|prototype| prototype == *table)
    }

    /// Whether a page wrote nil to a field that a prototype would fill.
    pub(crate) fn is_shadowed(&self, object: &Table, key: impl IntoLua) -> bool {
        let hidden = self
            .table
            .raw_get::<Table>("shadows")
            .and_then(|shadows| shadows.raw_get::<Table>(object));
        hidden.is_ok_and(|hidden| matches!(hidden.raw_get(key), Ok(Value::Boolean(true))))
    }

    /// Where a metatable looks for what its objects do not have, if that is a table.
    pub(crate) fn raw_index(&self, metatable: &Table) -> Option<Table> {
        let before = self
            .table
            .raw_get::<Table>("shadowed_index")
            .and_then(|before| before.raw_get::<Table>(metatable));
        metatable.raw_get("__index").or(before).ok()
    }

    pub(crate) fn set_reloading(&self, reloading: bool) {
        if let Ok(session) = self.lua.globals().raw_get::<Table>("session") {
            let _session_may_be_replaced = session.raw_set("reloading", reloading);
        }
    }
}

impl Drop for Vm {
    fn drop(&mut self) {
        memory::remove(&self.lua);
    }
}

/// The type that chooses a view: the metatable's `type`, else the table's own.
pub(crate) fn type_of(table: &Table) -> Option<String> {
    let named = |table: &Table| match table.raw_get::<Value>("type") {
        Ok(Value::String(name)) => name.to_str().ok().map(|name| name.to_owned()),
        _ => None,
    };
    table
        .metatable()
        .and_then(|metatable| named(&metatable))
        .or_else(|| named(table))
}
