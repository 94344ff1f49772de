//! What the scripts of a package do, as plain data.

use std::collections::HashSet;
use std::rc::Rc;

use scorm_package::xml::Span;

use super::flow::ApiVersions;
use super::names::{CallId, FunctionId, Name, NameId, Names};
use super::syntax::Syntax;

/// Number of a [`Unit`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct UnitId(pub(crate) u32);

/// A stretch of the code of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CodePlace {
    pub(crate) unit: UnitId,
    pub(crate) span: Span,
}

impl From<(UnitId, Span)> for CodePlace {
    fn from((unit, span): (UnitId, Span)) -> Self {
        Self { unit, span }
    }
}

impl From<&Call> for CodePlace {
    fn from(call: &Call) -> Self {
        (call.unit, call.span).into()
    }
}

impl From<&Chain> for CodePlace {
    fn from(chain: &Chain) -> Self {
        (chain.unit, chain.span).into()
    }
}

/// A piece of JavaScript: a file, a `script` element or an event handler attribute.
#[derive(Debug)]
pub(crate) struct Unit {
    /// The file it stands in.
    pub(crate) file: Rc<str>,
    pub(crate) kind: UnitKind,
    /// Pairs of byte in the code and byte in the file; between them both run alike.
    pub(crate) offsets: Vec<(u32, u32)>,
    /// The code of a `script` element in its file.
    pub(crate) extent: Option<Span>,
    /// What the parser said first, and where in the code.
    pub(crate) syntax_error: Option<(String, Span)>,
    /// Modules and scripts it asks for, as written.
    pub(crate) imports: Vec<Text>,
    /// String literals that may name files, hold markup or secrets.
    pub(crate) strings: Vec<Text>,
    /// Younger forms of the language that it uses, each with its first place.
    pub(crate) syntax: Vec<(Syntax, Span)>,
    /// It starts functions by names that are known only when it runs.
    pub(crate) calls_by_name: bool,
    /// It loads code or pages whose names are known only when it runs.
    pub(crate) loads_by_name: bool,
    /// The calls whose code this is.
    pub(crate) calls: std::ops::Range<u32>,
    /// The functions whose code this is.
    pub(crate) functions: std::ops::Range<u32>,
    /// The assignments in it.
    pub(crate) flows: std::ops::Range<u32>,
}

/// How code comes into a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum UnitKind {
    /// A `.js` file.
    File,
    /// A `script` element.
    Inline,
    /// The attribute `on…` of an element: tag and event.
    Handler { tag: String, event: String },
}

/// A string with its place in the code.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub(crate) text: Rc<str>,
    pub(crate) span: Span,
}

impl Unit {
    /// A place in the code as a place in the file.
    pub(crate) fn in_file(&self, span: Span) -> Span {
        let at = |offset: u32| {
            let next = self.offsets.partition_point(|(code, _)| *code <= offset);
            let (code, file) = self.offsets[next.saturating_sub(1)];
            file + (offset - code)
        };
        Span {
            start: at(span.start),
            end: at(span.end),
        }
    }
}

/// What an expression may be.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Text(Rc<str>),
    Number(f64),
    Bool(bool),
    /// What a variable, property or parameter holds.
    Name(NameId),
    Function(FunctionId),
    /// What the functions that a name holds return.
    Result(NameId),
    /// Joined as text.
    Parts(Rc<[Value]>),
    /// One of these.
    Either(Rc<[Value]>),
    /// The same text several times.
    Repeated(Rc<Value>, u32),
    /// What a division gives, with as many decimals as it has.
    Quotient,
    Unknown,
}

/// A function.
#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) unit: UnitId,
    pub(crate) span: Span,
    pub(crate) parameters: Vec<NameId>,
    /// Where it waits; code behind that runs later.
    pub(crate) awaits: Vec<u32>,
    /// It gives up by `throw`.
    pub(crate) throws: bool,
}

/// A call.
#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) unit: UnitId,
    /// The function whose code it is; none at the top level.
    pub(crate) function: Option<FunctionId>,
    pub(crate) span: Span,
    pub(crate) callee: Callee,
    /// The last word of what is called.
    pub(crate) word: Option<Rc<str>>,
    /// The object of a method.
    pub(crate) receiver: Option<Value>,
    pub(crate) arguments: Vec<Argument>,
    pub(crate) argument_count: usize,
    pub(crate) usage: Usage,
    pub(crate) result: ResultUse,
    /// It stands alone as a statement, where another one may follow it.
    pub(crate) is_statement: bool,
    /// Inside `try`, in the same function.
    pub(crate) in_try: bool,
    /// Behind an `if`, in a loop or the like: may not happen.
    pub(crate) conditional: bool,
    pub(crate) is_new: bool,
    /// The version whose branch this is: `case "1.2":`, `if (version === "2004")`.
    pub(crate) branch: ApiVersions,
}

impl Call {
    /// The word of what is called, as messages name it.
    pub(crate) fn shown(&self) -> &str {
        self.word.as_deref().unwrap_or_default()
    }
}

impl Call {
    /// The pieces of text that a timer is given to run as code: `setTimeout("begin()", 100)`.
    pub(crate) fn code_for_timer(&self) -> impl Iterator<Item = &str> {
        let is_timer = matches!(
            self.word.as_deref(),
            Some("setTimeout" | "setInterval" | "execScript")
        );
        let code = self.arguments.first().filter(|_| is_timer);
        let pieces = match code.map(|code| &code.value) {
            Some(Value::Parts(parts)) => parts,
            Some(one) => std::slice::from_ref(one),
            None => &[],
        };
        pieces.iter().filter_map(|piece| match piece {
            Value::Text(text) => Some(text.as_ref()),
            _ => None,
        })
    }
}

/// What is called.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Callee {
    Name(NameId),
    Function(FunctionId),
    Dynamic,
}

/// An argument of a call.
#[derive(Clone, Debug)]
pub(crate) struct Argument {
    pub(crate) value: Value,
    pub(crate) span: Span,
}

/// What becomes of a call's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Usage {
    Ignored,
    /// Decides as it is: `if (f())`, `!f()`.
    Tested,
    /// Compared with `true` or `false`.
    ComparedToBoolean,
    Used,
}

/// Which way the result of a call goes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ResultUse {
    /// The variable or property that takes it.
    pub(crate) holder: Option<NameId>,
    /// The member that is asked of it as it is: `f().length`.
    pub(crate) member: Option<Rc<str>>,
    /// The text that it is compared with as it is (`f() === "5"`), and whether by `===`.
    pub(crate) compared: Option<(Rc<str>, bool)>,
    /// Another value takes its place if it is empty or no number: `f() || 0`.
    pub(crate) defaulted: bool,
    /// It is made a number: `parseInt(f())`, `+f()`.
    pub(crate) as_number: bool,
    /// It is made text: `String(f())`, `f() + ""`.
    pub(crate) as_text: bool,
    /// The function around it gives it back.
    pub(crate) returned: bool,
}

/// A variable is compared with a text: `status == "completed"`.
#[derive(Debug)]
pub(crate) struct Comparison {
    pub(crate) name: NameId,
    pub(crate) text: Rc<str>,
    /// By `===` or `!==`, or by the cases of a `switch`.
    pub(crate) strict: bool,
}

/// A chain of members that begins at a browser object: `parent.document.title`.
#[derive(Debug)]
pub(crate) struct Chain {
    pub(crate) unit: UnitId,
    pub(crate) span: Span,
    /// What a variable at its beginning holds; none if it begins with a browser object.
    pub(crate) root: Option<NameId>,
    /// The words, `window.` and `self.` at the beginning left out.
    pub(crate) words: Vec<Rc<str>>,
    pub(crate) access: Access,
    /// Inside a comparison of windows (`top != self`), as its body or test.
    pub(crate) guarded_by_top: bool,
    /// Inside `try`.
    pub(crate) in_try: bool,
    /// It may not happen.
    pub(crate) conditional: bool,
    /// The code asks whether it is there: `if (parent.x)`, `typeof parent.x`.
    pub(crate) tested: bool,
}

/// What is done with a chain.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Access {
    Read,
    Assign(Value),
    Call,
}

/// A loop that goes up the windows.
#[derive(Debug)]
pub(crate) struct ParentWalk {
    pub(crate) unit: UnitId,
    pub(crate) span: Span,
    /// It stops at the window that is its own parent, or after a number of steps.
    pub(crate) limited: bool,
}

/// A function set as `on…` of an object.
#[derive(Debug)]
pub(crate) struct HandlerAssignment {
    pub(crate) unit: UnitId,
    /// Without `on`.
    pub(crate) event: Rc<str>,
    pub(crate) value: Value,
}

/// Everything found in the code of a package.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    pub(crate) names: Names,
    pub(crate) units: Vec<Unit>,
    pub(crate) functions: Vec<Function>,
    pub(crate) calls: Vec<Call>,
    /// A name takes a value.
    pub(crate) flows: Vec<(NameId, Value)>,
    pub(crate) chains: Vec<Chain>,
    pub(crate) parent_walks: Vec<ParentWalk>,
    pub(crate) handlers: Vec<HandlerAssignment>,
    /// Comparisons with words and numbers that an LMS answers with.
    pub(crate) comparisons: Vec<Comparison>,
    /// Names that the code has another value for, or asks whether they are a number.
    pub(crate) defaulted: HashSet<NameId>,
}

/// How many facts there were at one moment.
#[derive(Debug)]
pub(crate) struct FactsMark([usize; 8]);

impl Facts {
    pub(crate) fn mark(&self) -> FactsMark {
        FactsMark([
            self.units.len(),
            self.functions.len(),
            self.calls.len(),
            self.flows.len(),
            self.chains.len(),
            self.parent_walks.len(),
            self.handlers.len(),
            self.comparisons.len(),
        ])
    }

    /// Forgets the facts behind a mark. Names stay: without facts they hold nothing.
    pub(crate) fn cut_back(&mut self, mark: &FactsMark) {
        let [
            units,
            functions,
            calls,
            flows,
            chains,
            walks,
            handlers,
            comparisons,
        ] = mark.0;
        self.units.truncate(units);
        self.functions.truncate(functions);
        self.calls.truncate(calls);
        self.flows.truncate(flows);
        self.chains.truncate(chains);
        self.parent_walks.truncate(walks);
        self.handlers.truncate(handlers);
        self.comparisons.truncate(comparisons);
    }

    pub(crate) fn unit(&self, id: UnitId) -> &Unit {
        &self.units[id.0 as usize]
    }

    pub(crate) fn call(&self, id: CallId) -> &Call {
        &self.calls[id.0 as usize]
    }

    pub(crate) fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.0 as usize]
    }

    /// The function of the window that is called, if it is one.
    pub(crate) fn global<'f>(&'f self, call: &Call) -> Option<(NameId, &'f str)> {
        let Callee::Name(id) = call.callee else {
            return None;
        };
        match self.names.name(id) {
            Name::Global(word) => Some((id, word)),
            _ => None,
        }
    }

    /// The calls of functions and methods of this name.
    pub(crate) fn calls_named(&self, word: &str) -> impl Iterator<Item = &Call> {
        let calls = self.calls.iter();
        calls.filter(move |call| call.word.as_deref() == Some(word))
    }

    /// The calls in the code of a unit, in source order of their ends.
    pub(crate) fn calls_of(&self, unit: UnitId) -> impl Iterator<Item = (CallId, &Call)> {
        let range = self.unit(unit).calls.clone();
        range.map(|at| (CallId(at), &self.calls[at as usize]))
    }
}
