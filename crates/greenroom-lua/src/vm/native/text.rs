//! `string.find`, `match`, `gmatch`, `gsub` and `rep`.
//!
//! They raise Lua errors, which leave a function without running destructors: while one can be
//! raised, nothing is alive here that has one.

use std::ffi::{c_char, c_int};

use memchr::memmem;
use mlua::ffi::{
    LUA_TFUNCTION, LUA_TNUMBER, LUA_TSTRING, LUA_TTABLE, lua_Integer, lua_State, lua_call,
    lua_gettable, lua_gettop, lua_isstring, lua_pop, lua_pushcclosure, lua_pushfstring,
    lua_pushinteger, lua_pushlstring, lua_pushnil, lua_pushvalue, lua_replace, lua_settop,
    lua_toboolean, lua_tocfunction, lua_tointegerx, lua_tolstring, lua_type, lua_upvalueindex,
    luaL_Buffer, luaL_addlstring, luaL_addvalue, luaL_argerror, luaL_buffinit, luaL_checkinteger,
    luaL_checklstring, luaL_checkstack, luaL_error, luaL_optinteger, luaL_optlstring,
    luaL_pushresult, luaL_typename,
};

use super::super::clock;
use super::pattern::{Captured, Fault, Matcher};

/// What makes a pattern more than a text.
const SPECIALS: &[u8] = b"^$*+?.([%-";

/// The text at a place of the stack.
///
/// # Safety
/// There must be a text or a number, and it must stay on the stack while the slice is used.
unsafe fn text<'a>(state: *mut lua_State, index: c_int) -> &'a [u8] {
    let mut length = 0;
    // SAFETY: the caller keeps the value on the stack, so Lua keeps its bytes where they are.
    unsafe {
        let bytes = luaL_checklstring(state, index, &raw mut length);
        std::slice::from_raw_parts(bytes.cast(), length)
    }
}

/// Raises what a match failed with.
unsafe fn raise(state: *mut lua_State, fault: Fault) -> c_int {
    // SAFETY: no value with a destructor is alive here.
    unsafe {
        match fault {
            Fault::OutOfTime => clock::raise(state),
            Fault::TooComplex => luaL_error(state, c"pattern too complex".as_ptr()),
            Fault::EndsWithPercent => {
                luaL_error(state, c"malformed pattern (ends with '%%')".as_ptr())
            }
            Fault::MissingBracket => luaL_error(state, c"malformed pattern (missing ']')".as_ptr()),
            Fault::MissingFrontierSet => {
                luaL_error(state, c"missing '[' after '%%f' in pattern".as_ptr())
            }
            Fault::MissingBalanceArguments => luaL_error(
                state,
                c"malformed pattern (missing arguments to '%%b')".as_ptr(),
            ),
            Fault::TooManyCaptures => luaL_error(state, c"too many captures".as_ptr()),
            Fault::NoCaptureToClose => luaL_error(state, c"invalid pattern capture".as_ptr()),
            Fault::UnfinishedCapture => luaL_error(state, c"unfinished capture".as_ptr()),
            Fault::CaptureIndex(index) => luaL_error(
                state,
                c"invalid capture index %%%d".as_ptr(),
                c_int::from(index),
            ),
        }
    }
}

/// Pushes one value of a match.
unsafe fn push_value(
    state: *mut lua_State,
    matcher: &Matcher<'_>,
    text: &[u8],
    index: usize,
    found: (usize, usize),
) {
    // SAFETY: the caller has room on the stack.
    unsafe {
        match matcher.value(index, found.0, found.1) {
            Ok(Captured::Text { start, end }) => push(state, &text[start..end]),
            Ok(Captured::Position(place)) => lua_pushinteger(state, place as lua_Integer + 1),
            Err(fault) => {
                raise(state, fault);
            }
        }
    }
}

unsafe fn push(state: *mut lua_State, bytes: &[u8]) {
    // SAFETY: Lua copies the bytes.
    unsafe {
        lua_pushlstring(state, bytes.as_ptr().cast::<c_char>(), bytes.len());
    }
}

unsafe fn add(buffer: *mut luaL_Buffer, bytes: &[u8]) {
    // SAFETY: the caller's buffer is in use, and Lua copies the bytes.
    unsafe { luaL_addlstring(buffer, bytes.as_ptr().cast::<c_char>(), bytes.len()) }
}

/// Pushes the first `count` values of a match.
unsafe fn push_values(
    state: *mut lua_State,
    matcher: &Matcher<'_>,
    text: &[u8],
    count: usize,
    found: (usize, usize),
) -> c_int {
    // SAFETY: room is made first.
    unsafe {
        luaL_checkstack(state, count as c_int, c"too many captures".as_ptr());
        for index in 0..count {
            push_value(state, matcher, text, index, found);
        }
    }
    count as c_int
}

/// The place, counted from 0, at which a search begins.
fn beginning(init: lua_Integer, length: usize) -> usize {
    let far = usize::try_from(init.unsigned_abs()).unwrap_or(usize::MAX);
    if init < 0 {
        length.saturating_sub(far)
    } else {
        far.saturating_sub(1)
    }
}

pub(super) unsafe extern "C-unwind" fn find(state: *mut lua_State) -> c_int {
    // SAFETY: Lua calls with a valid state; the texts are arguments, so they stay.
    unsafe { search(state, true) }
}

pub(super) unsafe extern "C-unwind" fn match_first(state: *mut lua_State) -> c_int {
    // SAFETY: as above.
    unsafe { search(state, false) }
}

unsafe fn search(state: *mut lua_State, find: bool) -> c_int {
    // SAFETY: the texts are arguments, so they stay on the stack until the function returns.
    unsafe {
        let (text, pattern) = (text(state, 1), text(state, 2));
        let start = beginning(luaL_optinteger(state, 3, 1), text.len());
        if clock::spend(clock::CALL + text.len() / 64) {
            clock::raise(state);
        }
        if start > text.len() {
            lua_pushnil(state);
            return 1;
        }
        let plain = || !pattern.iter().any(|byte| SPECIALS.contains(byte));
        if find && (lua_toboolean(state, 4) != 0 || plain()) {
            if let Some(offset) = memmem::find(&text[start..], pattern) {
                lua_pushinteger(state, (start + offset + 1) as lua_Integer);
                lua_pushinteger(state, (start + offset + pattern.len()) as lua_Integer);
                return 2;
            }
            lua_pushnil(state);
            return 1;
        }
        let (anchored, pattern) = anchor(pattern);
        let mut matcher = Matcher::new(text, pattern);
        for at in start..=text.len() {
            match matcher.match_at(at) {
                Err(fault) => return raise(state, fault),
                Ok(Some(end)) if find => {
                    lua_pushinteger(state, at as lua_Integer + 1);
                    lua_pushinteger(state, end as lua_Integer);
                    let count = matcher.capture_count();
                    return push_values(state, &matcher, text, count, (at, end)) + 2;
                }
                Ok(Some(end)) => {
                    return push_values(state, &matcher, text, matcher.values(), (at, end));
                }
                Ok(None) if anchored => break,
                Ok(None) => {}
            }
        }
        lua_pushnil(state);
        1
    }
}

fn anchor(pattern: &[u8]) -> (bool, &[u8]) {
    match pattern {
        [b'^', rest @ ..] => (true, rest),
        _ => (false, pattern),
    }
}

pub(super) unsafe extern "C-unwind" fn gmatch(state: *mut lua_State) -> c_int {
    // SAFETY: the closure keeps text, pattern, the place to go on at, and the end of the last match.
    unsafe {
        let length = text(state, 1).len();
        let _checked = text(state, 2);
        let start = beginning(luaL_optinteger(state, 3, 1), length).min(length + 1);
        lua_settop(state, 2);
        lua_pushinteger(state, start as lua_Integer);
        lua_pushinteger(state, -1);
        lua_pushcclosure(state, gmatch_next, 4);
        1
    }
}

unsafe extern "C-unwind" fn gmatch_next(state: *mut lua_State) -> c_int {
    // SAFETY: `gmatch` made the upvalues, which live as long as this function.
    unsafe {
        if clock::spend(clock::CALL) {
            clock::raise(state);
        }
        let (text, pattern) = (
            text(state, lua_upvalueindex(1)),
            text(state, lua_upvalueindex(2)),
        );
        let start = lua_tointegerx(state, lua_upvalueindex(3), std::ptr::null_mut()) as usize;
        let last = lua_tointegerx(state, lua_upvalueindex(4), std::ptr::null_mut());
        let mut matcher = Matcher::new(text, pattern);
        for at in start..=text.len() {
            match matcher.match_at(at) {
                Err(fault) => return raise(state, fault),
                Ok(Some(end)) if end as lua_Integer != last => {
                    lua_pushinteger(state, end as lua_Integer);
                    lua_pushvalue(state, -1);
                    lua_replace(state, lua_upvalueindex(3));
                    lua_replace(state, lua_upvalueindex(4));
                    return push_values(state, &matcher, text, matcher.values(), (at, end));
                }
                Ok(_) => {}
            }
        }
        0
    }
}

pub(super) unsafe extern "C-unwind" fn gsub(state: *mut lua_State) -> c_int {
    // SAFETY: the texts are arguments; the buffer obeys the order of the stack.
    unsafe {
        let (text, pattern) = (text(state, 1), text(state, 2));
        let kind = lua_type(state, 3);
        if !matches!(kind, LUA_TNUMBER | LUA_TSTRING | LUA_TTABLE | LUA_TFUNCTION) {
            let expected = c"string/function/table expected, got %s".as_ptr();
            let problem = lua_pushfstring(state, expected, luaL_typename(state, 3));
            luaL_argerror(state, 3, problem);
        }
        let most = luaL_optinteger(state, 4, text.len() as lua_Integer + 1);
        if clock::spend(clock::CALL) {
            clock::raise(state);
        }
        lua_settop(state, 4);
        let (anchored, pattern) = anchor(pattern);
        let mut matcher = Matcher::new(text, pattern);
        let mut buffer = std::mem::MaybeUninit::<luaL_Buffer>::uninit();
        let buffer = buffer.as_mut_ptr();
        luaL_buffinit(state, buffer);
        let (mut at, mut copied, mut count, mut last) = (0, 0, 0, None);
        let mut changed = false;
        while count < most {
            match matcher.match_at(at) {
                Err(fault) => return raise(state, fault),
                Ok(Some(end)) if last != Some(end) => {
                    count += 1;
                    add(buffer, &text[copied..at]);
                    changed |= replace(state, buffer, &matcher, text, (at, end), kind);
                    (at, copied, last) = (end, end, Some(end));
                }
                Ok(_) if at < text.len() => at += 1,
                Ok(_) => break,
            }
            if anchored {
                break;
            }
        }
        if changed {
            add(buffer, &text[copied..]);
            luaL_pushresult(buffer);
        } else {
            lua_pushvalue(state, 1);
        }
        lua_pushinteger(state, count);
        2
    }
}

/// Adds what stands for a match; whether it differs from the match.
unsafe fn replace(
    state: *mut lua_State,
    buffer: *mut luaL_Buffer,
    matcher: &Matcher<'_>,
    text: &[u8],
    found: (usize, usize),
    kind: c_int,
) -> bool {
    // SAFETY: each branch leaves one value above those of the buffer, which is then taken.
    unsafe {
        match kind {
            LUA_TFUNCTION => {
                lua_pushvalue(state, 3);
                let count = push_values(state, matcher, text, matcher.values(), found);
                lua_call(state, count, 1);
            }
            LUA_TTABLE => {
                push_value(state, matcher, text, 0, found);
                lua_gettable(state, 3);
            }
            _ => {
                template(state, buffer, matcher, text, found);
                return true;
            }
        }
        if lua_toboolean(state, -1) == 0 {
            lua_pop(state, 1);
            add(buffer, &text[found.0..found.1]);
            return false;
        }
        if lua_isstring(state, -1) == 0 {
            let name = luaL_typename(state, -1);
            luaL_error(state, c"invalid replacement value (a %s)".as_ptr(), name);
        }
        luaL_addvalue(buffer);
        true
    }
}

/// Adds the replacement text, with what `%0` to `%9` stand for.
unsafe fn template(
    state: *mut lua_State,
    buffer: *mut luaL_Buffer,
    matcher: &Matcher<'_>,
    text: &[u8],
    found: (usize, usize),
) {
    // SAFETY: the replacement is an argument; values are pushed and taken one by one.
    unsafe {
        let mut length = 0;
        let bytes = lua_tolstring(state, 3, &raw mut length);
        let mut rest = std::slice::from_raw_parts(bytes.cast::<u8>(), length);
        if clock::spend(1 + length / 64) {
            clock::raise(state);
        }
        while let Some(percent) = memchr::memchr(b'%', rest) {
            add(buffer, &rest[..percent]);
            match rest.get(percent + 1) {
                Some(b'%') => add(buffer, b"%"),
                Some(b'0') => add(buffer, &text[found.0..found.1]),
                Some(digit @ b'1'..=b'9') => {
                    match matcher.value(usize::from(digit - b'1'), found.0, found.1) {
                        Ok(Captured::Text { start, end }) => add(buffer, &text[start..end]),
                        Ok(Captured::Position(place)) => {
                            lua_pushinteger(state, place as lua_Integer + 1);
                            luaL_addvalue(buffer);
                        }
                        Err(fault) => {
                            raise(state, fault);
                        }
                    }
                }
                _ => {
                    luaL_error(state, c"invalid use of '%%' in replacement string".as_ptr());
                }
            }
            rest = &rest[percent + 2..];
        }
        add(buffer, rest);
    }
}

/// The library's own `rep`, which is the upvalue, counts to the end also where there is nothing
/// to repeat.
pub(super) unsafe extern "C-unwind" fn rep(state: *mut lua_State) -> c_int {
    // SAFETY: the upvalue is a function of the library without upvalues, and gets our arguments.
    unsafe {
        if clock::spend(clock::CALL) {
            clock::raise(state);
        }
        let unit = text(state, 1).len();
        luaL_checkinteger(state, 2);
        let mut separator = 0;
        luaL_optlstring(state, 3, c"".as_ptr(), &raw mut separator);
        if unit + separator == 0 {
            push(state, b"");
            return 1;
        }
        match lua_tocfunction(state, lua_upvalueindex(1)) {
            Some(original) if lua_gettop(state) >= 2 => original(state),
            _ => 0,
        }
    }
}
