//! What names hold once all assignments and calls are joined: functions, the API, other windows.

use std::collections::HashMap;
use std::rc::Rc;

use super::facts::{Call, Callee, Facts, Value};
use super::names::{FunctionId, Name, NameId};

/// More functions than this under one name say nothing: names of minified code.
const MANY: usize = 12;
/// Rounds until nothing new is expected.
const ROUNDS: usize = 10;

/// The version of an API object, or both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct ApiVersions(u8);

impl ApiVersions {
    pub(crate) const SCORM_12: Self = Self(1);
    pub(crate) const SCORM_2004: Self = Self(2);

    pub(crate) fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) fn is_none(self) -> bool {
        self.0 == 0
    }
}

/// What a name may hold.
#[derive(Clone, Debug, Default)]
struct Held {
    functions: Vec<FunctionId>,
    too_many: bool,
    api: ApiVersions,
    outer_window: bool,
}

/// The result of the joining.
#[derive(Debug, Default)]
pub(crate) struct Flow {
    held: Vec<Held>,
    by_name: HashMap<NameId, Vec<u32>>,
    parameters: HashMap<NameId, FunctionId>,
    /// The name of what each function returns.
    returns: Vec<NameId>,
}

impl Flow {
    pub(crate) fn of(facts: &mut Facts) -> Self {
        let functions = 0..facts.functions.len() as u32;
        let returns = functions.map(|at| facts.names.id(Name::Return(FunctionId(at))));
        let mut flow = Self {
            returns: returns.collect(),
            held: vec![Held::default(); facts.names.len()],
            ..Self::default()
        };
        for (at, (name, _)) in facts.flows.iter().enumerate() {
            flow.by_name.entry(*name).or_default().push(at as u32);
        }
        for (at, function) in facts.functions.iter().enumerate() {
            for parameter in &function.parameters {
                flow.parameters.insert(*parameter, FunctionId(at as u32));
            }
        }
        for (word, versions) in [
            ("API", ApiVersions::SCORM_12),
            ("API_1484_11", ApiVersions::SCORM_2004),
        ] {
            for name in [Name::Global(word.into()), Name::Field(word.into())] {
                if let Some(id) = facts.names.find(&name) {
                    flow.held[id.0 as usize].api = versions;
                }
            }
        }
        for word in ["parent", "top", "opener"] {
            if let Some(id) = facts.names.find(&Name::Global(word.into())) {
                flow.held[id.0 as usize].outer_window = true;
            }
        }
        for _ in 0..ROUNDS {
            if !flow.round(facts) {
                break;
            }
        }
        flow
    }

    /// One pass over all assignments and calls; did anything change?
    fn round(&mut self, facts: &Facts) -> bool {
        let mut changed = false;
        for (name, value) in &facts.flows {
            changed |= self.take(*name, value);
        }
        for call in facts.calls.iter().filter(|call| !call.arguments.is_empty()) {
            let mut at = 0;
            // A parameter may be the name that is called: what it takes here can make the functions
            // under it too many, so each is asked for when its turn comes.
            while let Some(&function) = self.callees(call).get(at) {
                at += 1;
                let parameters = &facts.function(function).parameters;
                for (parameter, argument) in parameters.iter().zip(&call.arguments) {
                    changed |= self.take(*parameter, &argument.value);
                }
            }
        }
        changed
    }

    fn take(&mut self, name: NameId, value: &Value) -> bool {
        let mut found = Held::default();
        self.gather(value, &mut found, 6);
        let held = &mut self.held[name.0 as usize];
        let before = (
            held.functions.len(),
            held.too_many,
            held.api,
            held.outer_window,
        );
        held.add(&found);
        before
            != (
                held.functions.len(),
                held.too_many,
                held.api,
                held.outer_window,
            )
    }

    fn gather(&self, value: &Value, into: &mut Held, depth: u32) {
        match value {
            Value::Function(function) => into.add_function(*function),
            Value::Name(name) => into.add(&self.held[name.0 as usize]),
            Value::Result(name) => {
                for function in self.held[name.0 as usize].functions() {
                    let returned = self.returns[function.0 as usize];
                    into.add(&self.held[returned.0 as usize]);
                }
            }
            Value::Either(values) if depth > 0 => {
                for value in values.iter() {
                    self.gather(value, into, depth - 1);
                }
            }
            _ => {}
        }
    }

    /// The functions a call may start; none if there are too many candidates.
    pub(crate) fn callees<'c>(&'c self, call: &'c Call) -> &'c [FunctionId] {
        match &call.callee {
            Callee::Function(function) => std::slice::from_ref(function),
            Callee::Name(name) => self.held[name.0 as usize].functions(),
            Callee::Dynamic => &[],
        }
    }

    /// Is the name of what is called too common to say what it is?
    pub(crate) fn is_ambiguous(&self, call: &Call) -> bool {
        match &call.callee {
            Callee::Name(name) => self.held[name.0 as usize].too_many,
            Callee::Function(_) | Callee::Dynamic => false,
        }
    }

    /// The functions a value may be.
    pub(crate) fn functions(&self, value: &Value) -> Vec<FunctionId> {
        let mut found = Held::default();
        self.gather(value, &mut found, 6);
        found.functions
    }

    /// The API objects a value may be.
    pub(crate) fn api(&self, value: &Value) -> ApiVersions {
        let mut found = Held::default();
        self.gather(value, &mut found, 6);
        found.api
    }

    /// May the name hold the window of a parent or opener?
    pub(crate) fn is_outer_window(&self, name: NameId) -> bool {
        self.held[name.0 as usize].outer_window
    }

    /// The function whose parameter this is.
    pub(crate) fn owner(&self, name: NameId) -> Option<FunctionId> {
        self.parameters.get(&name).copied()
    }

    /// Functions under names that other scripts can see: properties, and globals if asked.
    pub(crate) fn shared_functions<'a>(
        &'a self,
        facts: &'a Facts,
        globals_too: bool,
    ) -> impl Iterator<Item = FunctionId> + 'a {
        let flows = facts
            .flows
            .iter()
            .filter(move |(name, _)| match facts.names.name(*name) {
                Name::Field(_) => true,
                Name::Global(_) => globals_too,
                Name::Local(..) | Name::Return(_) => false,
            });
        flows.flat_map(|(_, value)| self.functions(value))
    }

    /// Does any script give the name a value?
    pub(crate) fn is_assigned(&self, name: NameId) -> bool {
        self.by_name.contains_key(&name)
    }

    /// What a name was given, or the functions under it return.
    pub(crate) fn sources<'f>(&self, facts: &'f Facts, value: &Value) -> Vec<&'f Value> {
        let given = |name: &NameId| {
            let flows = self.by_name.get(name).map_or(&[][..], Vec::as_slice);
            flows.iter().map(|at| &facts.flows[*at as usize].1)
        };
        match value {
            Value::Name(name) if !self.parameters.contains_key(name) => given(name).collect(),
            Value::Result(name) => {
                let functions = self.held[name.0 as usize].functions().iter();
                functions
                    .flat_map(|function| given(&self.returns[function.0 as usize]))
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    /// A value as one literal, if it can be no other.
    pub(crate) fn constant(&self, facts: &Facts, value: &Value) -> Option<Value> {
        self.literal(facts, value, 8)
    }

    /// A value as text, if it can be no other.
    pub(crate) fn text(&self, facts: &Facts, value: &Value) -> Option<Rc<str>> {
        match self.constant(facts, value)? {
            Value::Text(text) => Some(text),
            Value::Number(number) => Some(number.to_string().into()),
            Value::Bool(truth) => Some(truth.to_string().into()),
            _ => None,
        }
    }

    fn literal(&self, facts: &Facts, value: &Value, depth: u32) -> Option<Value> {
        if depth == 0 {
            return None;
        }
        match value {
            Value::Text(_) | Value::Number(_) | Value::Bool(_) => Some(value.clone()),
            Value::Name(name) if !self.parameters.contains_key(name) => {
                let flows = self.by_name.get(name)?;
                let mut found: Option<Value> = None;
                for at in flows.iter().take(4) {
                    let value = self.literal(facts, &facts.flows[*at as usize].1, depth - 1)?;
                    if found.as_ref().is_some_and(|found| *found != value) {
                        return None;
                    }
                    found = Some(value);
                }
                found.filter(|_| flows.len() <= 4)
            }
            Value::Parts(parts) => {
                let mut text = String::new();
                for part in parts.iter() {
                    match self.literal(facts, part, depth - 1)? {
                        Value::Text(part) => text.push_str(&part),
                        Value::Number(number) => text.push_str(&number.to_string()),
                        _ => return None,
                    }
                }
                Some(Value::Text(text.into()))
            }
            _ => None,
        }
    }
}

impl Held {
    fn functions(&self) -> &[FunctionId] {
        if self.too_many { &[] } else { &self.functions }
    }

    fn add(&mut self, other: &Self) {
        self.api = self.api.with(other.api);
        self.outer_window |= other.outer_window;
        self.too_many |= other.too_many;
        for function in &other.functions {
            self.add_function(*function);
        }
    }

    fn add_function(&mut self, function: FunctionId) {
        if self.too_many || self.functions.contains(&function) {
            return;
        }
        if self.functions.len() == MANY {
            self.too_many = true;
        } else {
            self.functions.push(function);
        }
    }
}
