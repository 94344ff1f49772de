//! Functions of Lua's libraries that look at the clock.
//!
//! The hook counts instructions, and a function of the libraries counts as one, however long it
//! takes. So each of them passes a gate that looks at the clock between calls, and those whose
//! single call can take long are written anew, step by step. What is left is bounded by the memory
//! that a session has: a call passes over it once.

mod chunk;
mod list;
mod pattern;
mod sort;
mod stream;
mod text;

#[cfg(test)]
mod tests;

use std::ffi::c_int;

use mlua::ffi::{
    LUA_TNIL, lua_CFunction, lua_State, lua_callk, lua_getupvalue, lua_insert, lua_iscfunction,
    lua_pop, lua_pushcclosure, lua_pushnil, lua_pushvalue, lua_tocfunction, lua_upvalueindex,
    luaL_checkany, luaL_getmetafield,
};
use mlua::{Function, Lua, Result, Table, Value};

use super::clock;
pub(super) use stream::{full as files_are_full, offer as offer_file};

/// The functions of each library that are written anew.
const ANEW: &[(&str, &str, lua_CFunction)] = &[
    ("string", "find", text::find),
    ("string", "match", text::match_first),
    ("string", "gmatch", text::gmatch),
    ("string", "gsub", text::gsub),
    ("table", "concat", list::concat),
    ("table", "insert", list::insert),
    ("table", "move", list::move_range),
    ("table", "remove", list::remove),
    ("table", "unpack", list::unpack),
    ("table", "sort", sort::sort),
];

/// The functions of the base library that can take long.
const BASE: &[&str] = &[
    "collectgarbage",
    "ipairs",
    "next",
    "rawequal",
    "rawget",
    "rawlen",
    "rawset",
    "select",
    "tonumber",
    "tostring",
];

/// Puts the functions in their places, and those for the prelude into its table.
pub(super) fn install(lua: &Lua, host: &Table) -> Result<()> {
    let globals = lua.globals();
    for name in BASE {
        gate_entry(lua, &globals, name)?;
    }
    let next: Function = globals.raw_get("next")?;
    globals.raw_set("pairs", closure(lua, pairs, &next)?)?;
    let string: Table = globals.raw_get("string")?;
    let rep: Function = string.raw_get("rep")?;
    for library in ["string", "table", "utf8", "math", "os"] {
        let library: Table = globals.raw_get(library)?;
        gate_entries(lua, &library)?;
    }
    for (library, name, function) in ANEW {
        let library: Table = globals.raw_get(*library)?;
        library.raw_set(*name, plain(lua, *function)?)?;
    }
    string.raw_set("rep", closure(lua, text::rep, &rep)?)?;
    // Arithmetic with texts that are numbers.
    if let Some(metatable) = string_metatable(lua)? {
        gate_entries(lua, &metatable)?;
    }
    host.raw_set("load", plain(lua, chunk::load)?)?;
    host.raw_set("stream", plain(lua, stream::stream)?)?;
    host.raw_set("time_is_up", plain(lua, time_is_up)?)?;
    host.raw_set(
        "gated",
        lua.create_function(|lua, function: Function| gated(lua, function))?,
    )
}

fn string_metatable(lua: &Lua) -> Result<Option<Table>> {
    let code = "return getmetatable('')";
    lua.load(code).set_name("=greenroom").eval()
}

fn gate_entries(lua: &Lua, library: &Table) -> Result<()> {
    let mut names = Vec::new();
    for pair in library.pairs::<String, Value>() {
        names.push(pair?.0);
    }
    for name in names {
        gate_entry(lua, library, &name)?;
    }
    Ok(())
}

fn gate_entry(lua: &Lua, library: &Table, name: &str) -> Result<()> {
    if let Value::Function(function) = library.raw_get(name)? {
        library.raw_set(name, gated(lua, function)?)?;
    }
    Ok(())
}

/// The function behind a gate. Lua functions are counted, so they stay as they are.
///
/// The gate calls the function in its own place, so that errors name the right caller; the
/// function's upvalues must be the gate's too. None of Lua's libraries has more than one.
#[expect(unsafe_code, reason = "a C closure is made")]
fn gated(lua: &Lua, function: Function) -> Result<Function> {
    // SAFETY: the argument is taken and one value is left.
    unsafe {
        lua.exec_raw(function, |state| {
            if lua_iscfunction(state, -1) == 0 {
                return;
            }
            if lua_getupvalue(state, -1, 1).is_null() {
                lua_pushcclosure(state, gate, 1);
            } else if lua_getupvalue(state, -2, 2).is_null() {
                lua_insert(state, -2);
                lua_pushcclosure(state, gate_with_upvalue, 2);
            } else {
                lua_pop(state, 2);
            }
        })
    }
}

#[expect(unsafe_code, reason = "a C closure is made")]
fn closure(lua: &Lua, function: lua_CFunction, upvalue: &Function) -> Result<Function> {
    // SAFETY: the upvalue is taken and one value is left.
    unsafe { lua.exec_raw(upvalue, |state| lua_pushcclosure(state, function, 1)) }
}

#[expect(unsafe_code, reason = "the functions obey Lua's rules for C functions")]
fn plain(lua: &Lua, function: lua_CFunction) -> Result<Function> {
    // SAFETY: all functions of this module leave by return or by Lua error, with nothing alive
    // that has a destructor.
    unsafe { lua.create_c_function(function) }
}

/// Looks at the clock, then is the function that is its upvalue.
#[expect(unsafe_code, reason = "Lua calls it")]
unsafe extern "C-unwind" fn gate(state: *mut lua_State) -> c_int {
    // SAFETY: `gated` made the upvalue: a function of the library without upvalues of its own,
    // which finds its arguments where they are.
    unsafe {
        if clock::spend(clock::CALL) {
            clock::raise(state);
        }
        lua_tocfunction(state, lua_upvalueindex(1)).map_or(0, |function| function(state))
    }
}

/// The same for a function with an upvalue, which comes first.
#[expect(unsafe_code, reason = "Lua calls it")]
unsafe extern "C-unwind" fn gate_with_upvalue(state: *mut lua_State) -> c_int {
    // SAFETY: as above, and the function finds its upvalue where it was.
    unsafe {
        if clock::spend(clock::CALL) {
            clock::raise(state);
        }
        lua_tocfunction(state, lua_upvalueindex(2)).map_or(0, |function| function(state))
    }
}

/// `pairs`, which gives out the gated `next`, its upvalue.
#[expect(unsafe_code, reason = "Lua calls it")]
unsafe extern "C-unwind" fn pairs(state: *mut lua_State) -> c_int {
    unsafe extern "C-unwind" fn done(_: *mut lua_State, _: c_int, _: isize) -> c_int {
        3
    }
    // SAFETY: three values are left, by us or by the metamethod.
    unsafe {
        luaL_checkany(state, 1);
        if luaL_getmetafield(state, 1, c"__pairs".as_ptr()) == LUA_TNIL {
            lua_pushvalue(state, lua_upvalueindex(1));
            lua_pushvalue(state, 1);
            lua_pushnil(state);
        } else {
            lua_pushvalue(state, 1);
            lua_callk(state, 1, 3, 0, Some(done));
        }
        3
    }
}

/// Raises if time is up; the prelude calls it wherever an error was caught.
#[expect(unsafe_code, reason = "Lua calls it")]
unsafe extern "C-unwind" fn time_is_up(state: *mut lua_State) -> c_int {
    if clock::look() {
        // SAFETY: nothing is alive here that has a destructor.
        unsafe {
            clock::raise(state);
        }
    }
    0
}
