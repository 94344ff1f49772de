//! JSON → Lua.

use mlua::{Lua, Result, Value};
use serde_json::Value as Json;

/// What JSON null becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nulls {
    /// `ui.null`, so that nothing is lost.
    Kept,
    /// `nil` at the top, `ui.null` inside: what a page writes.
    NilAtTop,
}

/// The Lua value of a JSON value.
pub(crate) fn decode(lua: &Lua, json: &Json, nulls: Nulls) -> Result<Value> {
    Ok(match json {
        Json::Null if nulls == Nulls::NilAtTop => Value::Nil,
        Json::Null => Value::NULL,
        Json::Bool(truth) => Value::Boolean(*truth),
        Json::Number(number) => match number.as_i64() {
            Some(integer) => Value::Integer(integer),
            None => Value::Number(number.as_f64().unwrap_or(f64::NAN)),
        },
        Json::String(text) => Value::String(lua.create_string(text)?),
        Json::Array(items) => {
            let table = lua.create_table_with_capacity(items.len(), 0)?;
            for (index, item) in items.iter().enumerate() {
                table.raw_set(index + 1, decode(lua, item, Nulls::Kept)?)?;
            }
            Value::Table(table)
        }
        Json::Object(members) => {
            let table = lua.create_table_with_capacity(0, members.len())?;
            for (key, member) in members {
                table.raw_set(key.as_str(), decode(lua, member, Nulls::Kept)?)?;
            }
            Value::Table(table)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::encode;

    #[test]
    fn what_is_decoded_is_encoded_again() {
        let lua = Lua::new();
        for text in [
            r#"{"a":[1,2.5,"x",true,null],"b":{"c":{}}}"#,
            "[[1]]",
            "5",
            "\"x\"",
        ] {
            let json: Json = serde_json::from_str(text).unwrap();
            let value = decode(&lua, &json, Nulls::Kept).unwrap();
            assert_eq!(encode(&value, 1 << 20).unwrap().to_string(), text);
        }
        assert!(decode(&lua, &Json::Null, Nulls::NilAtTop).unwrap().is_nil());
    }
}
