//! Paths that name a field which no object has had so far: a slip of the pen, most likely.

use mlua::Value;

use super::resolve::read_raw;
use crate::path::Element;
use crate::vm::{Vm, type_of};

/// What to tell about the path of a value that is nil, the first time.
pub(super) fn warning(vm: &Vm, base: &Value, path: &[Element]) -> Option<String> {
    let (Element::Name(name), before) = path.split_last()? else {
        return None;
    };
    let holder = read_raw(vm, base, before)?;
    let table = holder.as_table()?;
    let prototype = table.metatable()?;
    if !vm.is_prototype(&prototype) {
        return None;
    }
    let has_ever_had = vm.prelude_function("has_ever_had").ok()?;
    if has_ever_had.call((table, name.as_str())).unwrap_or(true) {
        return None;
    }
    let type_name = type_of(table)?;
    Some(format!(
        "no {type_name} has had a field `{name}` so far; if it starts as nil, declare it: {name} = EMPTY"
    ))
}
