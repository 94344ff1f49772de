//! The time limit of Lua code: an instruction hook that looks at the clock, and a budget of steps
//! for functions in which no instruction is counted (see `native/`).
//!
//! Coroutines inherit the hook of the coroutine that made them. After the first trip the hook is
//! installed again at every instruction, so that neither `pcall` loops nor variables that are
//! closed can go on; see also `prelude/guard.lua`.
//!
//! The hook is set through Lua's own interface: mlua's hook cuts the stack of the running function
//! when it raises, which runs `__close` methods at a moment when hooks are off.

use std::cell::{Cell, RefCell};
use std::ffi::{c_char, c_int};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use mlua::ffi::{LUA_MASKCOUNT, lua_Debug, lua_State, lua_error, lua_pushlstring, lua_sethook};
use mlua::{Lua, Result};

use crate::limits::HOOK_INSTRUCTIONS;

/// What an error says when time is up.
pub(crate) const TIME_IS_UP: &str = "Execution time limit exceeded";
/// Steps between two looks at the clock: some microseconds of matching a pattern.
const STEPS: usize = 1_024;
/// Steps that a call of a library function counts for. It passes over the memory of a session once
/// at most, which takes some 10 ms.
pub(super) const CALL: usize = 64;
/// A hook that comes later than this was held up by slow instructions.
const SLOW: Duration = Duration::from_millis(10);
/// Instructions between two looks at the clock where they are slow.
const FEW_INSTRUCTIONS: c_int = 20;

thread_local! {
    /// A thread owns one virtual machine, and only that thread runs it.
    static DEADLINE: Cell<Option<Instant>> = const { Cell::new(None) };
    static TRIPPED: Cell<bool> = const { Cell::new(false) };
    /// Set from outside when nobody waits for the code any more.
    static ENDED: RefCell<Arc<AtomicBool>> = RefCell::default();
    /// Steps until the next look at the clock.
    static STEPS_LEFT: Cell<usize> = const { Cell::new(STEPS) };
    /// Hooks came late, and come after few instructions since.
    static HURRIED: Cell<bool> = const { Cell::new(false) };
    static LAST_HOOK: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// Ends all code of this thread when the flag is set.
pub(crate) fn ends_with(ended: Arc<AtomicBool>) {
    ENDED.set(ended);
}

/// Counts steps of a function in which no instruction is counted; whether time is up.
pub(super) fn spend(steps: usize) -> bool {
    let left = STEPS_LEFT.get();
    if steps < left {
        STEPS_LEFT.set(left - steps);
        return false;
    }
    STEPS_LEFT.set(STEPS);
    look()
}

/// Counts one step of work of ours; whether there is time for it.
pub(crate) fn in_time() -> bool {
    !spend(1)
}

/// Looks at the clock; whether time is up.
pub(crate) fn look() -> bool {
    TRIPPED.get() || is_over(Instant::now())
}

fn is_over(now: Instant) -> bool {
    DEADLINE.get().is_some_and(|end| now >= end)
        || ENDED.with_borrow(|ended| ended.load(Ordering::Relaxed))
}

/// Notes that time is up, for whoever limited the work.
pub(super) fn trip() {
    TRIPPED.set(true);
}

/// Begins to watch the code of the machine of this thread.
#[expect(unsafe_code, reason = "the hook is set through Lua's C interface")]
pub(super) fn install(lua: &Lua) -> Result<()> {
    // SAFETY: the closure gets the valid state of `lua`, and setting a hook moves nothing on its
    // stack.
    unsafe {
        lua.exec_raw((), |state| {
            lua_sethook(state, Some(hook), LUA_MASKCOUNT, HOOK_INSTRUCTIONS);
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
    let now = Instant::now();
    let own = now + limit;
    LAST_HOOK.set(Some(now));
    if outer.is_none() && HURRIED.replace(false) {
        let _memory_is_not_needed = install(lua);
    }
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
    let now = Instant::now();
    // SAFETY: Lua gives the state that runs, with room for a few values.
    unsafe {
        if TRIPPED.get() || is_over(now) {
            raise(state);
        }
        adapt(state, now);
    }
}

/// An instruction can take as long as memory is large, where it compares or joins long texts. Then
/// few of them pass between two looks at the clock, until the work is over: setting a hook passes
/// over the whole stack, so it is done once.
#[expect(unsafe_code, reason = "the hook is set through Lua's C interface")]
unsafe fn adapt(state: *mut lua_State, now: Instant) {
    let since = LAST_HOOK.replace(Some(now)).map(|last| now - last);
    if since.is_some_and(|since| since > SLOW) && !HURRIED.replace(true) {
        // SAFETY: the caller gives the state that runs; setting a hook moves nothing on its stack.
        unsafe { lua_sethook(state, Some(hook), LUA_MASKCOUNT, FEW_INSTRUCTIONS) }
    }
}

/// Raises the error that says that time is up.
#[expect(unsafe_code, reason = "it raises a Lua error")]
pub(super) unsafe fn raise(state: *mut lua_State) -> c_int {
    trip();
    // SAFETY: no value of ours with a destructor is alive when the error leaves this function, nor
    // in the functions that call it; C functions have room for a few values.
    unsafe {
        lua_sethook(state, Some(hook), LUA_MASKCOUNT, 1);
        lua_pushlstring(
            state,
            TIME_IS_UP.as_ptr().cast::<c_char>(),
            TIME_IS_UP.len(),
        );
        lua_error(state)
    }
}
