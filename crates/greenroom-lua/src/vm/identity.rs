//! Which table is which, without addresses: a table keeps its number while it lives, and no number
//! is used again.

use std::cell::Cell;

use mlua::{Lua, Result, Table};

/// The numbers of the tables of one virtual machine.
#[derive(Debug)]
pub(crate) struct Identities {
    /// table → number; weak, so that a number keeps nothing alive.
    numbers: Table,
    last: Cell<i64>,
}

impl Identities {
    pub(crate) fn new(lua: &Lua) -> Result<Self> {
        let numbers = lua.create_table()?;
        let metatable = lua.create_table()?;
        metatable.raw_set("__mode", "k")?;
        numbers.set_metatable(Some(metatable))?;
        Ok(Self {
            numbers,
            last: Cell::new(1),
        })
    }

    /// The number of a table.
    pub(crate) fn of(&self, table: &Table) -> Result<i64> {
        if let Some(known) = self.numbers.raw_get::<Option<i64>>(table)? {
            return Ok(known);
        }
        let number = self.last.get() + 1;
        self.last.set(number);
        self.numbers.raw_set(table, number)?;
        Ok(number)
    }
}
