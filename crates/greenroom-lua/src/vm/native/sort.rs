//! `table.sort`: a merge sort, so that neither the order of the elements nor an order function that
//! contradicts itself can make it slow.

use std::ffi::c_int;

use mlua::ffi::{
    LUA_OPLT, LUA_TFUNCTION, LUA_TSTRING, lua_Integer, lua_State, lua_call, lua_compare,
    lua_createtable, lua_geti, lua_isnoneornil, lua_pop, lua_pushvalue, lua_rawgeti, lua_rawlen,
    lua_rawseti, lua_seti, lua_settop, lua_toboolean, lua_type, luaL_argerror, luaL_checktype,
};

use super::list::{ELEMENT, READ_WRITE_LENGTH, length, spend};

const LIST: c_int = 1;
const ORDER: c_int = 2;

pub(super) unsafe extern "C-unwind" fn sort(state: *mut lua_State) -> c_int {
    // SAFETY: the stack holds list, order function and two tables of ours; what is pushed above
    // them is taken again.
    unsafe {
        spend(state, ELEMENT);
        let count = length(state, READ_WRITE_LENGTH);
        if count < 2 {
            return 0;
        }
        if count >= lua_Integer::from(c_int::MAX) {
            return luaL_argerror(state, LIST, c"array too big".as_ptr());
        }
        if lua_isnoneornil(state, ORDER) == 0 {
            luaL_checktype(state, ORDER, LUA_TFUNCTION);
        }
        lua_settop(state, 2);
        let (mut from, mut to) = (3, 4);
        lua_createtable(state, count as c_int, 0);
        lua_createtable(state, count as c_int, 0);
        for place in 1..=count {
            spend(state, ELEMENT);
            lua_geti(state, LIST, place);
            lua_rawseti(state, from, place);
        }
        let mut width = 1;
        while width < count {
            let mut begin = 1;
            while begin <= count {
                let middle = (begin + width).min(count + 1);
                let end = (middle + width).min(count + 1);
                merge(state, from, to, (begin, middle, end));
                begin = end;
            }
            (from, to) = (to, from);
            width *= 2;
        }
        for place in 1..=count {
            spend(state, ELEMENT);
            lua_rawgeti(state, from, place);
            lua_seti(state, LIST, place);
        }
        0
    }
}

/// Merges two sorted runs that lie side by side.
unsafe fn merge(
    state: *mut lua_State,
    from: c_int,
    to: c_int,
    (begin, middle, end): (lua_Integer, lua_Integer, lua_Integer),
) {
    let (mut left, mut right) = (begin, middle);
    for place in begin..end {
        // SAFETY: each turn takes what it pushes.
        unsafe {
            spend(state, 1);
            let takes_right = right < end
                && (left == middle || {
                    lua_rawgeti(state, from, right);
                    lua_rawgeti(state, from, left);
                    let less = less(state);
                    lua_pop(state, 2);
                    less
                });
            let taken = if takes_right { &mut right } else { &mut left };
            lua_rawgeti(state, from, *taken);
            *taken += 1;
            lua_rawseti(state, to, place);
        }
    }
}

/// Whether the value below the top of the stack comes before the one at the top.
unsafe fn less(state: *mut lua_State) -> bool {
    // SAFETY: the stack is left as it was.
    unsafe {
        if lua_isnoneornil(state, ORDER) == 0 {
            lua_pushvalue(state, ORDER);
            lua_pushvalue(state, -3);
            lua_pushvalue(state, -3);
            lua_call(state, 2, 1);
            let less = lua_toboolean(state, -1) != 0;
            lua_pop(state, 1);
            return less;
        }
        if lua_type(state, -1) == LUA_TSTRING && lua_type(state, -2) == LUA_TSTRING {
            // Long texts that begin alike take their time.
            spend(state, lua_rawlen(state, -1).min(lua_rawlen(state, -2)) / 16);
        }
        lua_compare(state, -2, -1, LUA_OPLT) != 0
    }
}
