//! The clock is also looked at where memory is asked for.
//!
//! Near its limit a machine collects all its garbage before it gives memory, and one instruction
//! that joins long texts passes over much memory: both are slow, and a loop of them counts few
//! instructions. When time is up, the memory is refused, and the code fails.

use std::cell::Cell;
use std::ffi::c_void;

use mlua::ffi::{lua_Alloc, lua_getallocf, lua_setallocf};
use mlua::{Lua, Result};

use super::clock;

/// Bytes from which on an allocation is worth a look.
const LARGE: usize = 64 << 10;

thread_local! {
    /// What really allocates; a thread owns one virtual machine.
    static INNER: Cell<Option<lua_Alloc>> = const { Cell::new(None) };
    /// The last request was refused for lack of memory; Lua collects its garbage and asks again.
    static STARVED: Cell<bool> = const { Cell::new(false) };
}

/// Puts the look before the machine's allocator. The memory limit must be set before, since mlua
/// knows its own allocator only.
#[expect(unsafe_code, reason = "the allocator is set through Lua's C interface")]
pub(super) fn install(lua: &Lua) -> Result<()> {
    // SAFETY: the inner allocator keeps its own data, and is called as Lua would call it.
    unsafe {
        lua.exec_raw((), |state| {
            let mut data = std::ptr::null_mut();
            INNER.set(Some(lua_getallocf(state, &raw mut data)));
            lua_setallocf(state, allocate, data);
        })
    }
}

/// Gives the machine its allocator back, so that mlua can free what it keeps for it.
#[expect(unsafe_code, reason = "the allocator is set through Lua's C interface")]
pub(super) fn remove(lua: &Lua) {
    let Some(inner) = INNER.take() else { return };
    // SAFETY: this is the allocator and the data that the machine was made with.
    let _machine_is_ending = unsafe {
        lua.exec_raw::<()>((), |state| {
            let mut data = std::ptr::null_mut();
            lua_getallocf(state, &raw mut data);
            lua_setallocf(state, inner, data);
        })
    };
}

#[expect(unsafe_code, reason = "Lua calls it")]
unsafe extern "C" fn allocate(
    data: *mut c_void,
    block: *mut c_void,
    old_size: usize,
    size: usize,
) -> *mut c_void {
    let Some(inner) = INNER.get() else {
        return std::ptr::null_mut();
    };
    // For new blocks the old size is a tag.
    let grows = size > 0 && (block.is_null() || size > old_size);
    if grows {
        let starved = STARVED.replace(false);
        let large = size >= LARGE && (clock::tripped() || clock::spend(clock::CALL));
        if large || (starved && clock::look()) {
            clock::trip();
            return std::ptr::null_mut();
        }
    }
    // SAFETY: the arguments are those of Lua.
    let given = unsafe { inner(data, block, old_size, size) };
    if grows && given.is_null() {
        STARVED.set(true);
    }
    given
}
