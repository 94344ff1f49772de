//! The app object as JSON, read without running any Lua code.

use std::collections::BTreeMap;
use std::ffi::c_void;

use mlua::{Table, Value};
use serde_json::{Map, Value as Json};

use crate::json::{Fault, Metamethods, TableForm, encode, non_json, represent, table_form};
use crate::limits::RESULT_BYTES;
use crate::vm::Vm;

/// The JSON of a value: bad places marked in place, private keys left out, fields of prototypes in.
pub(crate) fn state(vm: &Vm, value: &Value, depth: usize) -> Result<Json, Fault> {
    let mut walk = Walk {
        vm,
        depth,
        bytes: 0,
        around: Vec::new(),
    };
    walk.value(value)
}

struct Walk<'a> {
    vm: &'a Vm,
    depth: usize,
    bytes: usize,
    around: Vec<*const c_void>,
}

impl Walk<'_> {
    fn value(&mut self, value: &Value) -> Result<Json, Fault> {
        let json = match value {
            Value::Table(table) => return self.table(value, table),
            plain => encode(plain, RESULT_BYTES).unwrap_or_else(|_| bad(plain)),
        };
        self.spend(&json)?;
        Ok(json)
    }

    fn table(&mut self, value: &Value, table: &Table) -> Result<Json, Fault> {
        let address = table.to_pointer();
        if self.around.contains(&address) || self.around.len() >= self.depth {
            let json = bad(value);
            self.spend(&json)?;
            return Ok(json);
        }
        self.around.push(address);
        let json = match table_form(table) {
            TableForm::Sequence(items) if !table.has_metatable() => items
                .iter()
                .map(|item| self.value(item))
                .collect::<Result<_, _>>()
                .map(Json::Array),
            TableForm::Sequence(items) => {
                let record = (1..).map(|n: usize| n.to_string()).zip(items).collect();
                self.record(table, record)
            }
            TableForm::Empty => self.record(table, BTreeMap::new()),
            TableForm::Record(record) => self.record(table, record),
            TableForm::Strange => Ok(bad(value)),
        };
        self.around.pop();
        json
    }

    fn record(
        &mut self,
        table: &Table,
        mut record: BTreeMap<String, Value>,
    ) -> Result<Json, Fault> {
        self.add_prototype_fields(table, &mut record);
        let mut members = Map::new();
        for (key, value) in record {
            if !key.starts_with('_') {
                self.bytes += key.len();
                let value = self.value(&value)?;
                members.insert(key, value);
            }
        }
        Ok(Json::Object(members))
    }

    /// Non-function fields that an instance has from its registered prototypes.
    fn add_prototype_fields(&self, table: &Table, record: &mut BTreeMap<String, Value>) {
        let mut prototype = table.metatable();
        while let Some(present) = prototype.filter(|present| self.vm.is_prototype(present)) {
            if let TableForm::Record(fields) = table_form(&present) {
                for (key, value) in fields {
                    let own = value.is_function() || value.as_table() == Some(&present);
                    if !own && !self.vm.is_shadowed(table, key.as_str()) {
                        record.entry(key).or_insert(value);
                    }
                }
            }
            prototype = present.metatable();
        }
    }

    fn spend(&mut self, json: &Json) -> Result<(), Fault> {
        self.bytes += match json {
            Json::String(text) => text.len() + 2,
            Json::Object(_) => 64,
            _ => 8,
        };
        if self.bytes > RESULT_BYTES {
            Err(Fault::TooLarge(self.bytes))
        } else {
            Ok(())
        }
    }
}

fn bad(value: &Value) -> Json {
    non_json(&represent(value, Metamethods::Leave))
}
