//! Rows that moved while something was done on them.
//!
//! The variables of rows stand for places in a list, not for rows. A page tells which object it
//! showed, and here the object is found where it is now: the right row, or none, never another.

use std::time::Duration;

use mlua::Value;

use super::connection::Connection;
use super::resolve;
use super::variable::{ROOT, Variable};
use crate::frame::Shown;
use crate::path::Element;
use crate::vm::Vm;

/// Elements of lists that are looked at for one object.
const MOST_LOOKS: usize = 100_000;

impl Connection {
    /// Whether a variable still has the object that the page showed.
    pub(super) fn still_shows(&self, vm: &Vm, shown: Shown) -> bool {
        let value = self.variables.get(&shown.id).map(|shows| &shows.value);
        value.is_some_and(|value| is_object(vm, value, shown.obj))
    }

    /// What the path of variable `id` begins at, if the object above it is in another row now.
    pub(super) fn base_of_moved(
        &self,
        vm: &Vm,
        id: u64,
        shown: Shown,
        limit: Duration,
    ) -> Option<Value> {
        let above = self.above(id);
        let object_at = above.iter().position(|(id, _)| *id == shown.id)?;
        // The list that moved it is mostly the nearest one.
        let mut rows = (0..=object_at).rev().filter(|at| is_row(above[*at].1));
        let object = rows.find_map(|row_at| {
            let chain = &above[row_at..=object_at];
            // A wrapper is made for one place; what another one would be is not known.
            if chain.iter().any(is_wrapped) {
                return None;
            }
            let list = self.variables.get(&chain.first()?.1.parent)?.base();
            let mut search = Search {
                vm,
                limit,
                object: shown.obj,
                looks: MOST_LOOKS,
            };
            search.below(&list, &elements(chain))
        })?;
        let below = &above[object_at + 1..];
        if below.iter().any(is_wrapped) {
            return None;
        }
        resolve::read(vm, &object, &elements(below), limit).ok()
    }

    /// Variables with this path below this object have to be sent again: the page may show what
    /// was typed, and Lua may have made something else of it.
    pub(super) fn forget_sent(&mut self, path_text: &str, base: &Value) {
        let bases: Vec<(u64, Value)> = self
            .variables
            .iter()
            .filter(|(_, variable)| variable.path_text == path_text)
            .filter_map(|(id, variable)| {
                let parent = self.variables.get(&variable.parent)?;
                Some((*id, parent.base()))
            })
            .collect();
        for (id, found) in bases {
            if found == *base
                && let Some(variable) = self.variables.get_mut(&id)
            {
                variable.sent = None;
            }
        }
    }

    /// The variables above one, from the app down.
    fn above(&self, id: u64) -> Vec<(u64, &Variable)> {
        let mut above = Vec::new();
        let mut next = self.variables.get(&id).map(|variable| variable.parent);
        while let Some(id) = next
            && let Some(variable) = self.variables.get(&id)
        {
            above.push((id, variable));
            next = (id != ROOT).then_some(variable.parent);
        }
        above.reverse();
        above
    }
}

fn is_row(variable: &Variable) -> bool {
    let elements = &variable.path.elements;
    elements
        .iter()
        .any(|element| matches!(element, Element::Index(_)))
}

fn is_wrapped((_, variable): &(u64, &Variable)) -> bool {
    variable.property("wrapper").is_some()
}

/// All elements of the paths from one variable to the next.
fn elements(chain: &[(u64, &Variable)]) -> Vec<Element> {
    let paths = chain.iter().map(|(_, variable)| &variable.path.elements);
    paths.flatten().cloned().collect()
}

fn is_object(vm: &Vm, value: &Value, number: i64) -> bool {
    let found = value.as_table().map(|table| vm.identities.of(table));
    matches!(found, Some(Ok(found)) if found == number)
}

struct Search<'a> {
    vm: &'a Vm,
    limit: Duration,
    object: i64,
    looks: usize,
}

impl Search<'_> {
    /// Follows a path; where it names one element of a list, all of them are tried.
    fn below(&mut self, value: &Value, path: &[Element]) -> Option<Value> {
        let Some((first, rest)) = path.split_first() else {
            return is_object(self.vm, value, self.object).then(|| value.clone());
        };
        if !matches!(first, Element::Index(_)) {
            let next =
                resolve::read(self.vm, value, std::slice::from_ref(first), self.limit).ok()?;
            return self.below(&next, rest);
        }
        let list = value.as_table()?;
        for number in 1..=list.raw_len() {
            self.looks = self.looks.checked_sub(1)?;
            let element = list.raw_get::<Value>(number).ok()?;
            if let Some(found) = self.below(&element, rest) {
                return Some(found);
            }
        }
        None
    }
}
