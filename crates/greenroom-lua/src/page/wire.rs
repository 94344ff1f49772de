//! Lua values as a page gets them: objects cross the wire as numbers, never by content.

use mlua::{Result, Table, Value};
use serde_json::{Number, Value as Json, json};

use crate::json::{Metamethods, TableForm, non_json, represent, table_form};
use crate::vm::Vm;

/// Lists in lists that are written out.
const DEEPEST_LIST: usize = 8;

/// The JSON of a value for a page.
pub(super) fn to_wire(vm: &Vm, value: &Value) -> Result<Json> {
    nested(vm, value, 0)
}

fn nested(vm: &Vm, value: &Value, depth: usize) -> Result<Json> {
    Ok(match value {
        Value::Nil => Json::Null,
        Value::Boolean(truth) => Json::Bool(*truth),
        Value::Integer(number) => Json::from(*number),
        Value::Number(number) => match Number::from_f64(*number) {
            Some(number) => Json::Number(number),
            None => non_json(&represent(value, Metamethods::Run)),
        },
        Value::String(text) => match text.to_str() {
            Ok(text) => Json::String(text.to_owned()),
            Err(_) => non_json(&represent(value, Metamethods::Run)),
        },
        Value::Table(table) => return of_table(vm, table, depth),
        other if other.is_null() => Json::Null,
        other => non_json(&represent(other, Metamethods::Run)),
    })
}

fn of_table(vm: &Vm, table: &Table, depth: usize) -> Result<Json> {
    if depth < DEEPEST_LIST && may_be_list(table) {
        match table_form(table) {
            TableForm::Empty => return Ok(json!([])),
            TableForm::Sequence(items) => {
                let items = items.iter().map(|item| nested(vm, item, depth + 1));
                return items.collect::<Result<_>>().map(Json::Array);
            }
            TableForm::Record(_) | TableForm::Strange => {}
        }
    }
    Ok(json!({ "obj": vm.identities.of(table)? }))
}

/// Rules out most objects without reading all their entries.
fn may_be_list(table: &Table) -> bool {
    !table.has_metatable() && (table.raw_len() > 0 || table.is_empty())
}

/// Whether a wire value is a list, whose elements may change without the list itself.
pub(super) fn is_list(json: &Json) -> bool {
    json.is_array()
}
