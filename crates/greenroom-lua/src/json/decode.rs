//! JSON → Lua.

use std::cell::RefCell;
use std::fmt::Formatter;

use mlua::{Error, Lua, Result, Value};
use serde::Deserializer;
use serde::de::{DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::Value as Json;

use crate::vm::{TIME_IS_UP, in_time};

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

/// The Lua value of a JSON text, made as the text is read: a tree between the two would lie outside
/// of the memory that the session may use, and be much larger than the text. Where that memory does
/// not suffice, it is the machine that fails, and not the text.
pub(crate) fn decode_text(lua: &Lua, text: &[u8]) -> Result<serde_json::Result<Value>> {
    let fault = RefCell::new(None);
    let decoding = Decoding { lua, fault: &fault };
    let mut reader = serde_json::Deserializer::from_slice(text);
    let value = decoding
        .deserialize(&mut reader)
        .and_then(|value| reader.end().map(|()| value));
    fault.take().map_or(Ok(value), Err)
}

#[derive(Clone, Copy)]
struct Decoding<'a> {
    lua: &'a Lua,
    /// What went wrong in the machine.
    fault: &'a RefCell<Option<Error>>,
}

impl Decoding<'_> {
    fn failed<E: serde::de::Error>(self, error: Error) -> E {
        let told = E::custom(&error);
        self.fault.replace(Some(error));
        told
    }
}

impl<'de> DeserializeSeed<'de> for Decoding<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> std::result::Result<Value, D::Error> {
        // Each value is a step.
        if in_time() {
            reader.deserialize_any(self)
        } else {
            Err(D::Error::custom(TIME_IS_UP))
        }
    }
}

impl<'de> Visitor<'de> for Decoding<'_> {
    type Value = Value;

    fn expecting(&self, words: &mut Formatter<'_>) -> std::fmt::Result {
        words.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> std::result::Result<Value, E> {
        Ok(Value::NULL)
    }

    fn visit_bool<E>(self, truth: bool) -> std::result::Result<Value, E> {
        Ok(Value::Boolean(truth))
    }

    fn visit_i64<E>(self, number: i64) -> std::result::Result<Value, E> {
        Ok(Value::Integer(number))
    }

    fn visit_u64<E>(self, number: u64) -> std::result::Result<Value, E> {
        Ok(i64::try_from(number).map_or(Value::Number(number as f64), Value::Integer))
    }

    fn visit_f64<E>(self, number: f64) -> std::result::Result<Value, E> {
        Ok(Value::Number(number))
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> std::result::Result<Value, E> {
        let text = self.lua.create_string(text).map(Value::String);
        text.map_err(|error| self.failed(error))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> std::result::Result<Value, A::Error> {
        let table = self.lua.create_table();
        let table = table.map_err(|error| self.failed(error))?;
        while let Some(item) = items.next_element_seed(self)? {
            let pushed = table.raw_push(item);
            pushed.map_err(|error| self.failed(error))?;
        }
        Ok(Value::Table(table))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> std::result::Result<Value, A::Error> {
        let table = self.lua.create_table();
        let table = table.map_err(|error| self.failed(error))?;
        while let Some(key) = members.next_key_seed(self)? {
            let member = members.next_value_seed(self)?;
            let set = table.raw_set(key, member);
            set.map_err(|error| self.failed(error))?;
        }
        Ok(Value::Table(table))
    }
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
            let value = decode_text(&lua, text.as_bytes()).unwrap().unwrap();
            assert_eq!(encode(&value, 1 << 20).unwrap().to_string(), text);
        }
        assert!(decode(&lua, &Json::Null, Nulls::NilAtTop).unwrap().is_nil());
    }
}
