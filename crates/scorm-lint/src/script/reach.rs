//! Which functions run in a page, and on which events.

use scorm_package::xml::Span;

use super::callbacks::{Callbacks, called_parameter};
use super::events::Events;
use super::facts::{Call, Facts, UnitId, UnitKind, Value};
use super::flow::Flow;
use super::names::{CallId, FunctionId, Name};
use super::strings::words_before_parenthesis;

/// What runs in a page with the given units.
#[derive(Debug)]
pub(crate) struct Reach {
    functions: Vec<Events>,
    units: Vec<(UnitId, Events)>,
}

/// Calls by the function whose code they are, for all units.
#[derive(Debug, Default)]
pub(crate) struct CallIndex {
    by_function: Vec<Vec<CallId>>,
    top_level: Vec<Vec<CallId>>,
    callbacks: Callbacks,
}

impl CallIndex {
    pub(crate) fn of(facts: &Facts, flow: &Flow) -> Self {
        let mut index = Self {
            by_function: vec![Vec::new(); facts.functions.len()],
            top_level: vec![Vec::new(); facts.units.len()],
            callbacks: Callbacks::of(facts, flow),
        };
        for (at, call) in facts.calls.iter().enumerate() {
            let list = match call.function {
                Some(function) => &mut index.by_function[function.0 as usize],
                None => &mut index.top_level[call.unit.0 as usize],
            };
            list.push(CallId(at as u32));
        }
        index
    }

    pub(crate) fn of_function(&self, function: FunctionId) -> &[CallId] {
        &self.by_function[function.0 as usize]
    }

    pub(crate) fn of_unit(&self, unit: UnitId) -> &[CallId] {
        &self.top_level[unit.0 as usize]
    }
}

/// The scripts that make up one page, and what is not known about them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Scope {
    pub(crate) units: Vec<UnitId>,
    /// Functions may be started by names that are not in the code.
    pub(crate) calls_by_name: bool,
    /// A library may start functions that are properties of objects given to it.
    pub(crate) calls_properties: bool,
}

impl Reach {
    pub(crate) fn of(facts: &Facts, flow: &Flow, index: &CallIndex, scope: &Scope) -> Self {
        let mut inside = vec![false; facts.units.len()];
        for unit in &scope.units {
            inside[unit.0 as usize] = true;
        }
        let mut walk = Walk {
            facts,
            flow,
            callbacks: &index.callbacks,
            inside,
            functions: vec![Events::NONE; facts.functions.len()],
            queue: Vec::new(),
        };
        let mut units = Vec::new();
        for unit in &scope.units {
            let events = match &facts.unit(*unit).kind {
                UnitKind::File | UnitKind::Inline => Events::LOAD,
                UnitKind::Handler { event, .. } => Events::parse(event),
            };
            units.push((*unit, events));
            for id in index.of_unit(*unit) {
                walk.call(facts.call(*id), events);
            }
        }
        walk.handlers();
        walk.named_in_strings(scope);
        if scope.calls_by_name || scope.calls_properties {
            let globals_too = scope.calls_by_name;
            for function in flow.shared_functions(facts, globals_too) {
                walk.add(function, Events::OTHER);
            }
        }
        while let Some((function, events)) = walk.queue.pop() {
            for id in index.of_function(function) {
                let call = facts.call(*id);
                walk.call(call, deferred_by_await(facts, function, call.span, events));
            }
        }
        Self {
            functions: walk.functions,
            units,
        }
    }

    /// When a function runs.
    pub(crate) fn function(&self, function: FunctionId) -> Events {
        self.functions[function.0 as usize]
    }

    /// When a call happens; none if it is never reached in this page.
    pub(crate) fn call(&self, facts: &Facts, call: &Call) -> Events {
        if let Some(function) = call.function {
            deferred_by_await(facts, function, call.span, self.function(function))
        } else {
            let unit = self.units.iter().find(|(unit, _)| *unit == call.unit);
            unit.map_or(Events::NONE, |(_, events)| *events)
        }
    }
}

/// Code behind an `await` runs later.
fn deferred_by_await(facts: &Facts, function: FunctionId, span: Span, events: Events) -> Events {
    let awaits = &facts.function(function).awaits;
    if awaits.iter().any(|end| *end <= span.start) {
        events.deferred()
    } else {
        events
    }
}

struct Walk<'a> {
    facts: &'a Facts,
    flow: &'a Flow,
    callbacks: &'a Callbacks,
    inside: Vec<bool>,
    functions: Vec<Events>,
    queue: Vec<(FunctionId, Events)>,
}

impl Walk<'_> {
    fn add(&mut self, function: FunctionId, events: Events) {
        let unit = self.facts.function(function).unit;
        if !self.inside[unit.0 as usize] {
            return;
        }
        let known = &mut self.functions[function.0 as usize];
        let joined = known.with(events);
        if joined != *known {
            *known = joined;
            self.queue.push((function, joined));
        }
    }

    fn call(&mut self, call: &Call, events: Events) {
        // Those who gave a parameter have it run.
        let is_given = called_parameter(self.facts, self.flow, call).is_some();
        for function in self.flow.callees(call) {
            if !is_given {
                self.add(*function, events);
            }
            for (parameter, span) in self.callbacks.of_function(*function) {
                let events = deferred_by_await(self.facts, *function, *span, events);
                let given = call.arguments.get(*parameter);
                for callback in given.map_or_else(Vec::new, |it| self.flow.functions(&it.value)) {
                    self.add(callback, events);
                }
            }
        }
        let known = !self.flow.callees(call).is_empty();
        let callback = match callback_events(call, events) {
            // The function that is called passes it on itself.
            None if known => return,
            None => events.with(Events::OTHER),
            Some(callback) => callback,
        };
        for code in call.code_for_timer() {
            self.named_in(code, callback);
        }
        for argument in &call.arguments {
            for function in self.flow.functions(&argument.value) {
                self.add(function, callback);
            }
        }
    }

    /// `window.onunload = …`, and `{ unload: function … }` given to a library.
    fn handlers(&mut self) {
        for handler in &self.facts.handlers {
            if self.inside[handler.unit.0 as usize] {
                for function in self.flow.functions(&handler.value) {
                    self.add(function, Events::parse(&handler.event));
                }
            }
        }
        for event in [
            "unload",
            "beforeunload",
            "pagehide",
            "visibilitychange",
            "click",
        ] {
            let name = Name::Field(event.into());
            if let Some(id) = self.facts.names.find(&name) {
                for function in self.flow.functions(&Value::Name(id)) {
                    self.add(function, Events::parse(event));
                }
            }
        }
    }

    /// Markup in strings (`'<a onclick="quit()">'`) and code for timers start functions by name.
    fn named_in_strings(&mut self, scope: &Scope) {
        for unit in &scope.units {
            let strings = self.facts.unit(*unit).strings.iter();
            for string in strings.filter(|string| string.text.contains('(')) {
                self.named_in(&string.text, Events::OTHER);
            }
        }
    }

    /// The functions that code in a text calls.
    fn named_in(&mut self, text: &str, events: Events) {
        for word in words_before_parenthesis(text) {
            for name in [Name::Global(word.into()), Name::Field(word.into())] {
                if let Some(id) = self.facts.names.find(&name) {
                    for function in self.flow.functions(&Value::Name(id)) {
                        self.add(function, events);
                    }
                }
            }
        }
    }
}

/// When a function given to this call will run, if the word says it.
fn callback_events(call: &Call, events: Events) -> Option<Events> {
    let first = call.arguments.first().map(|argument| &argument.value);
    let callback = match call.word.as_deref()? {
        "addEventListener" | "attachEvent" | "on" | "one" | "once" | "bind" | "live"
        | "addListener" | "addEvent" | "listen" => match first {
            Some(Value::Text(names)) => Events::parse(names),
            _ => Events::OTHER,
        },
        word @ ("unload" | "beforeunload" | "pagehide" | "click" | "ready" | "load" | "change"
        | "submit" | "scroll" | "mousemove" | "resize") => Events::parse(word),
        "setTimeout"
        | "setImmediate"
        | "requestAnimationFrame"
        | "then"
        | "catch"
        | "finally"
        | "queueMicrotask"
        | "nextTick"
        | "defer"
        | "delay"
        | "debounce"
        | "throttle" => events.deferred().with(if events.has(Events::LEAVING) {
            Events::NONE
        } else {
            Events::OTHER
        }),
        "setInterval" => events.deferred().with(Events::OTHER),
        "forEach" | "each" | "map" | "filter" | "some" | "every" | "find" | "reduce" => events,
        _ => return None,
    };
    Some(callback)
}
