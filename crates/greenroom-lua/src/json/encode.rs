//! Lua → JSON. Tables are walked raw: no metamethod runs.

use std::collections::BTreeMap;
use std::ffi::c_void;

use mlua::{Table, Value};
use serde_json::{Map, Number, Value as Json};

use super::{Metamethods, non_json, represent};

/// Tables in tables.
const DEEPEST: usize = 64;

/// Why there is no JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Some part has no JSON form.
    NotJson,
    /// More than this many bytes.
    TooLarge(usize),
}

/// The JSON of a value, or why there is none. At most about `limit` bytes are made.
pub(crate) fn encode(value: &Value, limit: usize) -> Result<Json, Fault> {
    Walk::new(limit, None).value(value)
}

/// The JSON of a value, with `{"non-json": …}` at the places that have none.
pub(crate) fn encode_marked(
    value: &Value,
    limit: usize,
    metamethods: Metamethods,
) -> Result<Json, Fault> {
    Walk::new(limit, Some(metamethods)).value(value)
}

/// What the keys of a table make of it.
pub(crate) enum TableForm {
    Empty,
    /// Keys exactly 1…n.
    Sequence(Vec<Value>),
    /// Keys as text, in bytewise order.
    Record(BTreeMap<String, Value>),
    /// A key of another type, or two keys of equal text.
    Strange,
}

/// All entries of a table, read raw.
pub(crate) fn entries(table: &Table) -> Vec<(Value, Value)> {
    table
        .pairs::<Value, Value>()
        .filter_map(Result::ok)
        .collect()
}

/// Sorts the entries of a table.
pub(crate) fn table_form(table: &Table) -> TableForm {
    let entries = entries(table);
    if entries.is_empty() {
        return TableForm::Empty;
    }
    let count = entries.len() as i64;
    let is_position = |key: &Value| matches!(key, Value::Integer(n) if (1..=count).contains(n));
    if entries.iter().all(|(key, _)| is_position(key)) {
        let mut items = vec![Value::Nil; entries.len()];
        for (key, value) in entries {
            if let Value::Integer(position) = key {
                items[position as usize - 1] = value;
            }
        }
        return TableForm::Sequence(items);
    }
    let mut record = BTreeMap::new();
    for (key, value) in entries {
        let text = match &key {
            Value::Integer(number) => number.to_string(),
            Value::String(text) => match text.to_str() {
                Ok(text) => text.to_owned(),
                Err(_) => return TableForm::Strange,
            },
            _ => return TableForm::Strange,
        };
        if record.insert(text, value).is_some() {
            return TableForm::Strange;
        }
    }
    TableForm::Record(record)
}

struct Walk {
    limit: usize,
    bytes: usize,
    /// The tables around the present place.
    around: Vec<*const c_void>,
    /// Bad places are marked, and this says how they are described; else they fail the whole.
    marks: Option<Metamethods>,
}

impl Walk {
    fn new(limit: usize, marks: Option<Metamethods>) -> Self {
        Self {
            limit,
            bytes: 0,
            around: Vec::new(),
            marks,
        }
    }

    fn value(&mut self, value: &Value) -> Result<Json, Fault> {
        match value {
            Value::Nil => self.leaf(4, Json::Null),
            Value::Boolean(truth) => self.leaf(5, Json::Bool(*truth)),
            Value::Integer(number) => self.leaf(8, Json::from(*number)),
            Value::Number(number) => match Number::from_f64(*number) {
                Some(number) => self.leaf(8, Json::Number(number)),
                None => self.bad(value),
            },
            Value::String(text) => match text.to_str() {
                Ok(text) => self.leaf(text.len() + 2, Json::String(text.to_owned())),
                Err(_) => self.bad(value),
            },
            Value::Table(table) => self.table(value, table),
            other if other.is_null() => self.leaf(4, Json::Null),
            _ => self.bad(value),
        }
    }

    fn table(&mut self, value: &Value, table: &Table) -> Result<Json, Fault> {
        let address = table.to_pointer();
        if self.around.contains(&address) || self.around.len() >= DEEPEST {
            return self.bad(value);
        }
        let form = table_form(table);
        self.around.push(address);
        let json = match form {
            TableForm::Empty => self.leaf(2, Json::Object(Map::new())),
            TableForm::Sequence(items) => items
                .iter()
                .map(|item| self.value(item))
                .collect::<Result<_, _>>()
                .map(Json::Array),
            TableForm::Record(record) => record
                .into_iter()
                .map(|(key, value)| {
                    self.spend(key.len() + 3)?;
                    Ok((key, self.value(&value)?))
                })
                .collect::<Result<_, _>>()
                .map(Json::Object),
            TableForm::Strange => self.bad(value),
        };
        self.around.pop();
        json
    }

    fn bad(&mut self, value: &Value) -> Result<Json, Fault> {
        let metamethods = self.marks.ok_or(Fault::NotJson)?;
        let text = represent(value, metamethods);
        self.leaf(text.len() + 16, non_json(&text))
    }

    fn leaf(&mut self, bytes: usize, json: Json) -> Result<Json, Fault> {
        self.spend(bytes + 1)?;
        Ok(json)
    }

    /// A table that stands in many places is written as often: the limit ends that.
    fn spend(&mut self, bytes: usize) -> Result<(), Fault> {
        self.bytes += bytes;
        if self.bytes > self.limit {
            Err(Fault::TooLarge(self.bytes))
        } else {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use mlua::Lua;

    use super::*;

    const LIMIT: usize = 1 << 20;

    fn check(code: &str, want: Result<&str, Fault>) {
        let lua = Lua::new();
        let value: Value = lua.load(code).eval().unwrap();
        let got = encode(&value, LIMIT).map(|json| json.to_string());
        assert_eq!(got, want.map(str::to_owned), "{code}");
    }

    #[test]
    fn every_value_has_one_form_or_none() {
        for (code, want) in [
            ("nil", "null"),
            ("true", "true"),
            ("9007199254740993", "9007199254740993"),
            ("0.1", "0.1"),
            ("1e100", "1e+100"),
            ("1.5", "1.5"),
            ("'häu\\n'", "\"häu\\n\""),
            ("{}", "{}"),
            ("{1,2,3}", "[1,2,3]"),
            ("{1,2,x=3}", r#"{"1":1,"2":2,"x":3}"#),
            ("{[2]=1}", r#"{"2":1}"#),
            ("{b=1,a={}}", r#"{"a":{},"b":1}"#),
            (
                "setmetatable({a=1}, {__index=error, __pairs=error})",
                r#"{"a":1}"#,
            ),
            (
                "(function() local t = {1} return {t, t} end)()",
                "[[1],[1]]",
            ),
        ] {
            check(code, Ok(want));
        }
        for code in [
            "print",
            "coroutine.create(print)",
            "0/0",
            "1/0",
            "-1/0",
            "'\\xff'",
            "{a=print}",
            "{[1.5]=1}",
            "{[true]=1}",
            "{[1]=1, ['1']=2, x=1}",
            "(function() local t = {} t.t = t return t end)()",
            "(function() local t = {} for i = 1, 64 do t = {t} end return t end)()",
        ] {
            check(code, Err(Fault::NotJson));
        }
    }

    #[test]
    fn a_table_in_itself_many_times_is_too_large_and_not_endless() {
        let lua = Lua::new();
        let value: Value = lua
            .load("(function() local t = {1} for i = 1, 60 do t = {t, t} end return t end)()")
            .eval()
            .unwrap();
        assert!(matches!(encode(&value, LIMIT), Err(Fault::TooLarge(bytes)) if bytes > LIMIT));
    }

    #[test]
    fn bad_places_can_be_marked_where_they_are() {
        let lua = Lua::new();
        let value: Value = lua
            .load("(function() local t = {a = 1, b = 0/0} t.me = t return t end)()")
            .eval()
            .unwrap();
        let json = encode_marked(&value, LIMIT, Metamethods::Run).unwrap();
        assert_eq!(json["a"], 1);
        assert!(
            json["b"]["non-json"].as_str().unwrap().contains("nan"),
            "{json}"
        );
        assert!(
            json["me"]["non-json"].as_str().unwrap().contains("<cycle>"),
            "{json}"
        );
    }
}
