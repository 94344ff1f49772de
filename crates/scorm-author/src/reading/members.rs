//! The members of one object of an outline.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::Fault;
use crate::escape::clean;

/// The most characters of an entry of a list.
const LONGEST_ENTRY: usize = 500;

/// An object that is read member by member; those that nobody asked for are faults.
pub(super) struct Members<'a, 'f> {
    given: &'a Map<String, Value>,
    path: &'f str,
    asked: BTreeSet<&'static str>,
    faults: &'f mut Vec<Fault>,
}

impl<'a, 'f> Members<'a, 'f> {
    /// The object at a path; a fault if something else is there.
    pub(super) fn of(given: &'a Value, path: &'f str, faults: &'f mut Vec<Fault>) -> Option<Self> {
        if let Value::Object(given) = given {
            let asked = BTreeSet::new();
            return Some(Self {
                given,
                path,
                asked,
                faults,
            });
        }
        faults.push(Fault {
            path: path.to_owned(),
            problem: format!("must be an object, not {}", kind_of(given)),
        });
        None
    }

    pub(super) fn fault(&mut self, name: &str, problem: impl Into<String>) {
        let path = if name.is_empty() {
            self.path.to_owned()
        } else {
            format!("{}.{name}", self.path)
        };
        let problem = problem.into();
        self.faults.push(Fault { path, problem });
    }

    pub(super) fn get(&mut self, name: &'static str) -> Option<&'a Value> {
        self.asked.insert(name);
        self.given.get(name).filter(|value| !value.is_null())
    }

    pub(super) fn text(&mut self, name: &'static str, longest: usize) -> Option<String> {
        let value = self.get(name)?;
        self.checked(name, value, longest)
    }

    pub(super) fn required_text(&mut self, name: &'static str, longest: usize) -> String {
        match self.get(name) {
            None => {
                self.fault(name, "is missing");
                String::new()
            }
            Some(value) => self.checked(name, value, longest).unwrap_or_default(),
        }
    }

    pub(super) fn number(&mut self, name: &'static str) -> Option<f64> {
        let value = self.get(name)?;
        let number = value.as_f64();
        if number.is_none() {
            self.fault(name, format!("must be a number, not {}", kind_of(value)));
        }
        number
    }

    pub(super) fn flag(&mut self, name: &'static str) -> Option<bool> {
        let value = self.get(name)?;
        let flag = value.as_bool();
        if flag.is_none() {
            self.fault(
                name,
                format!("must be true or false, not {}", kind_of(value)),
            );
        }
        flag
    }

    pub(super) fn list(&mut self, name: &'static str, most: usize) -> &'a [Value] {
        match self.get(name) {
            None => &[],
            Some(Value::Array(list)) if list.len() <= most => list,
            Some(Value::Array(list)) => {
                self.fault(
                    name,
                    format!("has {} entries; the most are {most}", list.len()),
                );
                &[]
            }
            Some(other) => {
                self.fault(name, format!("must be a list, not {}", kind_of(other)));
                &[]
            }
        }
    }

    /// A list that must be there with so many entries.
    pub(super) fn required_list(
        &mut self,
        name: &'static str,
        least: usize,
        most: usize,
    ) -> &'a [Value] {
        let before = self.faults.len();
        let list = self.list(name, most);
        if self.faults.len() == before && list.len() < least {
            let problem = match (list.len(), least) {
                (0, _) if !self.given.contains_key(name) => "is missing".to_owned(),
                (count, _) => format!("has {count}; at least {least} must be there"),
            };
            self.fault(name, problem);
        }
        list
    }

    /// A required list of texts that differ.
    pub(super) fn texts(&mut self, name: &'static str, least: usize, most: usize) -> Vec<String> {
        let mut texts: Vec<String> = Vec::new();
        for (index, value) in self.required_list(name, least, most).iter().enumerate() {
            let place = format!("{name}[{index}]");
            let Some(text) = self.checked(&place, value, LONGEST_ENTRY) else {
                continue;
            };
            if texts.contains(&text) {
                self.fault(&place, "is there twice");
            }
            texts.push(text);
        }
        texts
    }

    /// Tells of members that do not belong here.
    pub(super) fn finish(self) {
        let known: Vec<&str> = self.asked.iter().copied().collect();
        for name in self.given.keys() {
            if !self.asked.contains(name.as_str()) {
                let path = format!("{}.{}", self.path, clean(name));
                let problem = format!("is not known here; there are {}", known.join(", "));
                self.faults.push(Fault { path, problem });
            }
        }
    }

    fn checked(&mut self, name: &str, value: &Value, longest: usize) -> Option<String> {
        let Value::String(text) = value else {
            self.fault(name, format!("must be a text, not {}", kind_of(value)));
            return None;
        };
        let text = clean(text);
        let count = text.chars().count();
        if count == 0 {
            self.fault(name, "is blank");
            return None;
        }
        if count > longest {
            self.fault(
                name,
                format!("has {count} characters; the most are {longest}"),
            );
            return None;
        }
        Some(text)
    }
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a truth value",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
