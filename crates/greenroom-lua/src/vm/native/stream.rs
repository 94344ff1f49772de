//! Lua's own file handles, around files that we opened.

use std::cell::{Cell, RefCell};
use std::ffi::{c_char, c_int, c_void};
use std::fs::File;

use greenroom_os::c_stream;
use mlua::ffi::{
    lua_CFunction, lua_State, lua_newuserdatauv, luaL_checklstring, luaL_checkudata, luaL_error,
    luaL_fileresult, luaL_setmetatable,
};

use crate::limits::OPEN_FILES;

/// The name of Lua's metatable of files.
const HANDLE: &std::ffi::CStr = c"FILE*";

thread_local! {
    /// The file that the next handle takes.
    static OFFERED: RefCell<Option<File>> = const { RefCell::new(None) };
    static OPEN: Cell<usize> = const { Cell::new(0) };
}

/// What Lua's library keeps of a file.
#[repr(C)]
struct Handle {
    /// C's `FILE*`.
    file: *mut c_void,
    close: Option<lua_CFunction>,
}

/// Whether the session may open one more.
pub(in crate::vm) fn full() -> bool {
    OPEN.get() >= OPEN_FILES
}

/// Keeps a file for the handle that is made next.
pub(in crate::vm) fn offer(file: File) {
    OFFERED.set(Some(file));
}

/// `stream(mode)`: a handle of the file that was offered.
pub(super) unsafe extern "C-unwind" fn stream(state: *mut lua_State) -> c_int {
    // SAFETY: the handle is closed, in Lua's sense, until it holds a file.
    unsafe {
        let mode: *const c_char = luaL_checklstring(state, 1, std::ptr::null_mut());
        let handle = lua_newuserdatauv(state, size_of::<Handle>(), 0).cast::<Handle>();
        handle.write(Handle {
            file: std::ptr::null_mut(),
            close: None,
        });
        luaL_setmetatable(state, HANDLE.as_ptr());
        let Some(offered) = OFFERED.take() else {
            return luaL_error(state, c"no file was opened".as_ptr());
        };
        let file = c_stream::open(offered, mode);
        if file.is_null() {
            return luaL_fileresult(state, 0, std::ptr::null());
        }
        handle.write(Handle {
            file,
            close: Some(close),
        });
        OPEN.set(OPEN.get() + 1);
        1
    }
}

unsafe extern "C-unwind" fn close(state: *mut lua_State) -> c_int {
    // SAFETY: Lua calls it once, for a handle that `stream` made.
    unsafe {
        let handle = luaL_checkudata(state, 1, HANDLE.as_ptr()).cast::<Handle>();
        OPEN.set(OPEN.get().saturating_sub(1));
        let closed = c_stream::close((*handle).file);
        luaL_fileresult(state, c_int::from(closed), std::ptr::null())
    }
}
