//! The time limit of Lua code: an instruction hook that looks at the clock.
//!
//! Coroutines inherit the hook of the coroutine that made them. After the first trip the hook is
//! installed again at every instruction, so that neither `pcall` loops nor variables that are
//! closed can go on; see also `prelude/guard.lua`.
//!
//! The hook is set through Lua's own interface: mlua's hook cuts the stack of the running function
//! when it raises, which runs `__close` methods at a moment when hooks are off.

use std::cell::Cell;
use std::ffi::{c_char, c_int};
use std::time::{Duration, Instant};

use mlua::ffi::{LUA_MASKCOUNT, lua_Debug, lua_State, lua_error, lua_pushlstring, lua_sethook};
use mlua::{Lua, Result};

use crate::limits::HOOK_INSTRUCTIONS;

/// What an error says when time is up.
pub(crate) const TIME_IS_UP: &str = "Execution time limit exceeded";

thread_local! {
    /// A thread owns one virtual machine, and only that thread runs it.
    static DEADLINE: Cell<Option<Instant>> = const { Cell::new(None) };
    static TRIPPED: Cell<bool> = const { Cell::new(false) };
}

/// Begins to watch the code of the machine of this thread.
#[expect(unsafe_code, reason = "the hook is set through Lua's C interface")]
pub(super) fn install(lua: &Lua) -> Result<()> {
    // SAFETY: the closure gets the valid state of `lua`, and setting a hook moves nothing on its
    // stack.
    unsafe {
        lua.exec_raw((), |state| {
            lua_sethook(state, Some(hook), LUA_MASKCOUNT, HOOK_INSTRUCTIONS as c_int);
        })
    }
}

/// Whether time has run out since [`limited`] began.
pub(crate) fn tripped() -> bool {
    TRIPPED.get()
}

/// Forgets limits whose work panicked.
pub(super) fn forget(lua: &Lua) {
    DEADLINE.set(None);
    TRIPPED.set(false);
    let _memory_is_not_needed = install(lua);
}

/// What became of limited work.
pub(super) struct Limited<T> {
    pub(super) value: T,
    pub(super) timed_out: bool,
}

/// Runs `work` with a time limit. Inside another limit the earlier end counts.
pub(super) fn limited<T>(lua: &Lua, limit: Duration, work: impl FnOnce() -> T) -> Limited<T> {
    let outer = DEADLINE.get();
    let outer_tripped = TRIPPED.get();
    let own = Instant::now() + limit;
    DEADLINE.set(Some(outer.map_or(own, |outer| outer.min(own))));
    let value = work();
    let timed_out = TRIPPED.get();
    DEADLINE.set(outer);
    // Work that has no time left of its own does not end the work around it.
    let outer_over = outer.is_some_and(|outer| Instant::now() >= outer);
    if timed_out && !outer_tripped && !outer_over {
        TRIPPED.set(false);
        let _memory_is_not_needed = install(lua);
    }
    Limited { value, timed_out }
}

/// Called by Lua every so many instructions; raises an error when time is up.
#[expect(unsafe_code, reason = "Lua calls it, and it raises a Lua error")]
unsafe extern "C-unwind" fn hook(state: *mut lua_State, _: *mut lua_Debug) {
    let over = TRIPPED.get() || DEADLINE.get().is_some_and(|end| Instant::now() >= end);
    if !over {
        return;
    }
    TRIPPED.set(true);
    // SAFETY: Lua gives the state that runs, with room for a few values. No value of ours with a
    // destructor is alive when the error leaves this function.
    unsafe {
        lua_sethook(state, Some(hook), LUA_MASKCOUNT, 1);
        lua_pushlstring(
            state,
            TIME_IS_UP.as_ptr().cast::<c_char>(),
            TIME_IS_UP.len(),
        );
        lua_error(state);
    }
}
