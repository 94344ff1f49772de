//! Calls into Lua that keep the error value and the stack of a failure.

use mlua::{Function, IntoLuaMulti, Lua, MultiValue, Result, Table, Value};

use super::failure::LuaFailure;

/// Calls functions in protected mode.
#[derive(Clone, Debug)]
pub(crate) struct Guard(Function);

impl Guard {
    /// Must be made before the prelude, from the library's own `xpcall`.
    pub(super) fn new(lua: &Lua) -> Result<Self> {
        let handler = lua.create_function(|lua, value: Value| {
            let caught = lua.create_table()?;
            caught.raw_set(1, value)?;
            caught.raw_set(2, lua.traceback(None, 1)?)?;
            Ok(caught)
        })?;
        let code = "local xpcall, handler = xpcall, ... \
                    return function(f, ...) return xpcall(f, handler, ...) end";
        let call = lua.load(code).set_name("=greenroom").call(handler)?;
        Ok(Self(call))
    }

    /// All that the function returns, or how it failed.
    pub(crate) fn call(
        &self,
        function: &Function,
        arguments: impl IntoLuaMulti,
    ) -> std::result::Result<MultiValue, LuaFailure> {
        let lua = function.weak_lua().upgrade();
        let mut all = arguments
            .into_lua_multi(&lua)
            .map_err(|error| LuaFailure::from(&error))?;
        all.push_front(Value::Function(function.clone()));
        let mut results: MultiValue = self.0.call(all).map_err(|error| LuaFailure::from(&error))?;
        match results.pop_front() {
            Some(Value::Boolean(true)) => Ok(results),
            _ => Err(match results.pop_front() {
                Some(Value::Table(caught)) => caught_failure(&caught),
                // The handler does not run for memory errors and errors in itself.
                Some(other) => LuaFailure::raised(&other, None),
                None => LuaFailure::runtime("an error without a value"),
            }),
        }
    }
}

fn caught_failure(caught: &Table) -> LuaFailure {
    let value = caught.raw_get(1).unwrap_or(Value::Nil);
    let traceback = caught.raw_get::<mlua::LuaString>(2).ok();
    LuaFailure::raised(&value, traceback.map(|text| text.to_string_lossy()))
}
