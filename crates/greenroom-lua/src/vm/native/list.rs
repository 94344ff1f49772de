//! `table.concat`, `insert`, `move`, `remove` and `unpack`, whose ranges may be as long as numbers
//! go and whose every step may follow a chain of metatables.

use std::ffi::{CStr, c_int};

use mlua::ffi::{
    LUA_OPEQ, LUA_TNIL, LUA_TTABLE, lua_Integer, lua_State, lua_Unsigned, lua_checkstack,
    lua_compare, lua_geti, lua_getmetatable, lua_gettop, lua_isnoneornil, lua_isstring, lua_pop,
    lua_pushnil, lua_pushstring, lua_pushvalue, lua_rawget, lua_seti, lua_type, luaL_Buffer,
    luaL_addlstring, luaL_addvalue, luaL_argerror, luaL_buffinit, luaL_checkinteger,
    luaL_checktype, luaL_error, luaL_len, luaL_optinteger, luaL_optlstring, luaL_pushresult,
    luaL_typename,
};

use super::super::clock;

const READ: &[&CStr] = &[c"__index"];
const WRITE: &[&CStr] = &[c"__newindex"];
const READ_LENGTH: &[&CStr] = &[c"__index", c"__len"];
pub(super) const READ_WRITE_LENGTH: &[&CStr] = &[c"__index", c"__newindex", c"__len"];

/// Raises unless an argument is a table, or acts as one by these metamethods.
unsafe fn check_table(state: *mut lua_State, argument: c_int, needed: &[&CStr]) {
    // SAFETY: what is pushed is popped, except where an error is raised.
    unsafe {
        if lua_type(state, argument) == LUA_TTABLE {
            return;
        }
        if lua_getmetatable(state, argument) != 0 {
            let has = |name: &&CStr| {
                lua_pushstring(state, name.as_ptr());
                let kind = lua_rawget(state, -2);
                lua_pop(state, 1);
                kind != LUA_TNIL
            };
            let acts = needed.iter().all(has);
            lua_pop(state, 1);
            if acts {
                return;
            }
        }
        luaL_checktype(state, argument, LUA_TTABLE);
    }
}

/// The length of a list that is the first argument.
pub(super) unsafe fn length(state: *mut lua_State, needed: &[&CStr]) -> lua_Integer {
    // SAFETY: the argument is checked first.
    unsafe {
        check_table(state, 1, needed);
        luaL_len(state, 1)
    }
}

/// Counts steps, and raises when time is up.
pub(super) unsafe fn spend(state: *mut lua_State, steps: usize) {
    if clock::spend(steps) {
        // SAFETY: callers hold nothing that has a destructor.
        unsafe {
            clock::raise(state);
        }
    }
}

/// Steps of one element: metatables may lead far.
pub(super) const ELEMENT: usize = 8;

unsafe fn check(state: *mut lua_State, holds: bool, argument: c_int, problem: &CStr) {
    if !holds {
        // SAFETY: callers hold nothing that has a destructor.
        unsafe {
            luaL_argerror(state, argument, problem.as_ptr());
        }
    }
}

/// `list[to] = other[from]`
unsafe fn copy(
    state: *mut lua_State,
    other: c_int,
    from: lua_Integer,
    list: c_int,
    to: lua_Integer,
) {
    // SAFETY: one value is pushed and taken.
    unsafe {
        spend(state, ELEMENT);
        lua_geti(state, other, from);
        lua_seti(state, list, to);
    }
}

pub(super) unsafe extern "C-unwind" fn insert(state: *mut lua_State) -> c_int {
    // SAFETY: Lua calls with a valid state.
    unsafe {
        spend(state, ELEMENT);
        let end = length(state, READ_WRITE_LENGTH).wrapping_add(1);
        let position = match lua_gettop(state) {
            2 => end,
            3 => {
                let position = luaL_checkinteger(state, 2);
                let inside = (position as lua_Unsigned).wrapping_sub(1) < end as lua_Unsigned;
                check(state, inside, 2, c"position out of bounds");
                let mut at = end;
                while at > position {
                    copy(state, 1, at - 1, 1, at);
                    at -= 1;
                }
                position
            }
            _ => return luaL_error(state, c"wrong number of arguments to 'insert'".as_ptr()),
        };
        lua_seti(state, 1, position);
        0
    }
}

pub(super) unsafe extern "C-unwind" fn remove(state: *mut lua_State) -> c_int {
    // SAFETY: as above.
    unsafe {
        spend(state, ELEMENT);
        let size = length(state, READ_WRITE_LENGTH);
        let mut position = luaL_optinteger(state, 2, size);
        if position != size {
            let inside = (position as lua_Unsigned).wrapping_sub(1) <= size as lua_Unsigned;
            check(state, inside, 2, c"position out of bounds");
        }
        lua_geti(state, 1, position);
        while position < size {
            copy(state, 1, position + 1, 1, position);
            position += 1;
        }
        lua_pushnil(state);
        lua_seti(state, 1, position);
        1
    }
}

pub(super) unsafe extern "C-unwind" fn move_range(state: *mut lua_State) -> c_int {
    // SAFETY: as above.
    unsafe {
        let (first, last, to) = (
            luaL_checkinteger(state, 2),
            luaL_checkinteger(state, 3),
            luaL_checkinteger(state, 4),
        );
        let target = if lua_isnoneornil(state, 5) == 0 { 5 } else { 1 };
        check_table(state, 1, READ);
        check_table(state, target, WRITE);
        if last >= first {
            let countable = first > 0 || last < lua_Integer::MAX.wrapping_add(first);
            check(state, countable, 3, c"too many elements to move");
            let count = last - first + 1;
            check(
                state,
                to <= lua_Integer::MAX - count + 1,
                4,
                c"destination wrap around",
            );
            let apart = to > last || to <= first;
            if apart || (target != 1 && lua_compare(state, 1, target, LUA_OPEQ) == 0) {
                for step in 0..count {
                    copy(state, 1, first + step, target, to + step);
                }
            } else {
                for step in (0..count).rev() {
                    copy(state, 1, first + step, target, to + step);
                }
            }
        }
        lua_pushvalue(state, target);
        1
    }
}

pub(super) unsafe extern "C-unwind" fn concat(state: *mut lua_State) -> c_int {
    // SAFETY: the separator is an argument; the buffer obeys the order of the stack.
    unsafe {
        spend(state, clock::CALL);
        let size = length(state, READ_LENGTH);
        let mut separator_length = 0;
        let separator = luaL_optlstring(state, 2, c"".as_ptr(), &raw mut separator_length);
        let first = luaL_optinteger(state, 3, 1);
        let last = luaL_optinteger(state, 4, size);
        let mut buffer = std::mem::MaybeUninit::<luaL_Buffer>::uninit();
        let buffer = buffer.as_mut_ptr();
        luaL_buffinit(state, buffer);
        let mut at = first;
        while at <= last {
            spend(state, ELEMENT);
            lua_geti(state, 1, at);
            if lua_isstring(state, -1) == 0 {
                return luaL_error(
                    state,
                    c"invalid value (%s) at index %I in table for 'concat'".as_ptr(),
                    luaL_typename(state, -1),
                    at,
                );
            }
            luaL_addvalue(buffer);
            if at == last {
                break;
            }
            luaL_addlstring(buffer, separator, separator_length);
            at += 1;
        }
        luaL_pushresult(buffer);
        1
    }
}

pub(super) unsafe extern "C-unwind" fn unpack(state: *mut lua_State) -> c_int {
    // SAFETY: room is made before values are pushed.
    unsafe {
        spend(state, ELEMENT);
        let first = luaL_optinteger(state, 2, 1);
        let last = if lua_isnoneornil(state, 3) == 0 {
            luaL_checkinteger(state, 3)
        } else {
            luaL_len(state, 1)
        };
        if first > last {
            return 0;
        }
        let beyond_first = (last as lua_Unsigned).wrapping_sub(first as lua_Unsigned);
        let count = c_int::try_from(beyond_first)
            .ok()
            .and_then(|n| n.checked_add(1));
        let Some(count) = count.filter(|count| lua_checkstack(state, *count) != 0) else {
            return luaL_error(state, c"too many results to unpack".as_ptr());
        };
        for step in 0..lua_Integer::from(count) {
            spend(state, ELEMENT);
            lua_geti(state, 1, first + step);
        }
        count
    }
}
