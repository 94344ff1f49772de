//! `load`: the compiler gets its text in small pieces, and the clock is looked at between them.
//!
//! The compiler runs no instruction, so no hook; and a text of deeply nested functions with many
//! variables takes it a time that grows much faster than the text.

use std::ffi::{c_char, c_int, c_void};

use mlua::ffi::{
    LUA_OK, LUA_TFUNCTION, LUA_TNIL, lua_State, lua_call, lua_insert, lua_isnone, lua_isstring,
    lua_load, lua_pop, lua_pushnil, lua_pushvalue, lua_replace, lua_settop, lua_setupvalue,
    lua_tolstring, lua_type, luaL_checkstack, luaL_checktype, luaL_error, luaL_optlstring,
};

use super::super::clock;

/// Bytes of a piece: a name in it costs some 100 µs at worst.
const PIECE: usize = 128;
/// What a piece takes of the budget: the clock is looked at every few pieces.
const PIECE_STEPS: usize = 256;

/// The slot that holds the text that a reader function gave last.
const GIVEN: c_int = 5;

/// What is not compiled yet.
struct Source {
    text: *const c_char,
    left: usize,
    /// The chunk is a function that gives the next text.
    from_function: bool,
}

/// `load(chunk, name, mode, env)` for text; binary chunks can crash the virtual machine.
pub(super) unsafe extern "C-unwind" fn load(state: *mut lua_State) -> c_int {
    // SAFETY: the text stays on the stack while the compiler reads it, and `source` outlives it.
    unsafe {
        let has_environment = lua_isnone(state, 4) == 0;
        let from_function = lua_isstring(state, 1) == 0;
        let mut source = Source {
            text: std::ptr::null(),
            left: 0,
            from_function,
        };
        let unnamed = if from_function {
            luaL_checktype(state, 1, LUA_TFUNCTION);
            c"=(load)".as_ptr()
        } else {
            source.text = lua_tolstring(state, 1, &raw mut source.left);
            source.text
        };
        let name = luaL_optlstring(state, 2, unnamed, std::ptr::null_mut());
        lua_settop(state, GIVEN);
        let data = (&raw mut source).cast::<c_void>();
        if lua_load(state, read, data, name, c"t".as_ptr()) != LUA_OK {
            lua_pushnil(state);
            lua_insert(state, -2);
            return 2;
        }
        if has_environment {
            lua_pushvalue(state, 4);
            if lua_setupvalue(state, -2, 1).is_null() {
                lua_pop(state, 1);
            }
        }
        1
    }
}

unsafe extern "C-unwind" fn read(
    state: *mut lua_State,
    data: *mut c_void,
    size: *mut usize,
) -> *const c_char {
    // SAFETY: `load` gives its own source; the text it names is on the stack.
    unsafe {
        let source = &mut *data.cast::<Source>();
        if clock::spend(PIECE_STEPS) {
            clock::raise(state);
        }
        if source.left == 0 && source.from_function {
            luaL_checkstack(state, 2, c"too many nested functions".as_ptr());
            lua_pushvalue(state, 1);
            lua_call(state, 0, 1);
            if lua_type(state, -1) == LUA_TNIL {
                lua_pop(state, 1);
                *size = 0;
                return std::ptr::null();
            }
            if lua_isstring(state, -1) == 0 {
                luaL_error(state, c"reader function must return a string".as_ptr());
            }
            lua_replace(state, GIVEN);
            source.text = lua_tolstring(state, GIVEN, &raw mut source.left);
        }
        let piece = source.text;
        *size = source.left.min(PIECE);
        source.left -= *size;
        source.text = source.text.add(*size);
        piece
    }
}
