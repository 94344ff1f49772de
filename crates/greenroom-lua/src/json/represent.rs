//! The text that stands for a value without JSON form.

use std::ffi::c_void;
use std::fmt::Write as _;

use mlua::{Table, Value};

use super::entries;

/// Characters of a dump.
const LONGEST: usize = 4_096;
/// Tables in tables that a dump shows.
const DEEPEST: usize = 6;

/// Whether `__tostring` may be called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Metamethods {
    Run,
    /// For readers that promise to run no Lua code.
    Leave,
}

/// `__tostring`'s text where defined; for a table a bounded dump; else Lua's `tostring`.
pub(crate) fn represent(value: &Value, metamethods: Metamethods) -> String {
    if metamethods == Metamethods::Run
        && has_tostring(value)
        && let Ok(text) = value.to_string()
    {
        return cut(text);
    }
    let mut dump = Dump::default();
    dump.value(value);
    cut(dump.text)
}

fn has_tostring(value: &Value) -> bool {
    let metatable = match value {
        Value::Table(table) => table.metatable(),
        // Our own userdata and standard files say what they are.
        Value::UserData(_) => return true,
        _ => None,
    };
    metatable.is_some_and(|table| {
        !matches!(
            table.raw_get::<Value>("__tostring"),
            Ok(Value::Nil) | Err(_)
        )
    })
}

fn cut(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(LONGEST) {
        text.truncate(end);
        text.push('…');
    }
    text
}

#[derive(Default)]
struct Dump {
    text: String,
    around: Vec<*const c_void>,
}

impl Dump {
    fn value(&mut self, value: &Value) {
        if self.text.len() > LONGEST {
            return;
        }
        match value {
            Value::Nil => self.text.push_str("nil"),
            Value::Boolean(truth) => self.put(truth),
            Value::Integer(number) => self.put(number),
            Value::Number(number) if number.is_nan() => self.text.push_str("nan"),
            Value::Number(number) => self.put(number),
            Value::String(text) if self.around.is_empty() => {
                self.text.push_str(&text.to_string_lossy());
            }
            Value::String(text) => {
                let text = text.to_string_lossy();
                let _written = write!(self.text, "{text:?}");
            }
            Value::Table(table) => self.table(table),
            Value::Function(_)
            | Value::Thread(_)
            | Value::UserData(_)
            | Value::LightUserData(_) => {
                let _written = write!(self.text, "{}: {:p}", value.type_name(), value.to_pointer());
            }
            other => self.put(other.type_name()),
        }
    }

    fn table(&mut self, table: &Table) {
        let address = table.to_pointer();
        if self.around.contains(&address) {
            self.text.push_str("<cycle>");
            return;
        }
        if self.around.len() >= DEEPEST {
            self.text.push_str("{…}");
            return;
        }
        self.around.push(address);
        self.text.push('{');
        let mut entries = entries(table);
        entries.sort_by_cached_key(|(key, _)| match key {
            Value::Integer(number) => (0, *number, String::new()),
            Value::String(text) => (1, 0, text.to_string_lossy()),
            other => (2, 0, other.type_name().to_owned()),
        });
        for (number, (key, value)) in entries.iter().enumerate() {
            if self.text.len() > LONGEST {
                break;
            }
            if number > 0 {
                self.text.push_str(", ");
            }
            match key {
                Value::Integer(position) if *position == number as i64 + 1 => {}
                Value::String(text) => {
                    let _written = write!(self.text, "{} = ", text.to_string_lossy());
                }
                other => {
                    self.text.push('[');
                    self.value(other);
                    self.text.push_str("] = ");
                }
            }
            self.value(value);
        }
        self.text.push('}');
        self.around.pop();
    }

    fn put(&mut self, part: impl std::fmt::Display) {
        let _written = write!(self.text, "{part}");
    }
}

#[cfg(test)]
mod tests {
    use mlua::Lua;

    use super::*;

    #[test]
    fn a_dump_is_readable_and_bounded() {
        let lua = Lua::new();
        let text = |code: &str| {
            let value: Value = lua.load(code).eval().unwrap();
            represent(&value, Metamethods::Run)
        };
        assert_eq!(
            text("{1, 2, x = 'y', [5] = true}"),
            "{1, 2, [5] = true, x = \"y\"}"
        );
        assert_eq!(
            text("(function() local t = {} t.me = t return t end)()"),
            "{me = <cycle>}"
        );
        assert_eq!(text("{{{{{{{1}}}}}}}"), "{{{{{{{…}}}}}}}");
        assert_eq!(
            text("setmetatable({}, {__tostring = function() return 'me' end})"),
            "me"
        );
        assert!(text("print").starts_with("function: 0x"));
        let long = text("(function() local t = {} for i = 1, 9999 do t[i] = i end return t end)()");
        assert_eq!(long.chars().count(), LONGEST + 1);
    }
}
