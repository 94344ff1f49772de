//! Reads the facts out of parsed code.
//!
//! The scope builder lists all nodes with their parents, so one flat pass is enough; only values
//! of expressions are read by going down, to a limited depth.

mod around;
mod assignment;
mod branch;
mod call;
mod chain;
mod result;
mod syntax;
mod value;

use std::collections::HashMap;

use oxc_ast::AstKind;
use oxc_ast::ast::{BindingPattern, Declaration, IdentifierReference};
use oxc_semantic::{NodeId, Semantic};
use oxc_span::{GetSpan, Span as CodeSpan};
use scorm_package::xml::Span;

use self::around::Around;
use super::facts::{Facts, Function, Text, UnitId, Value};
use super::names::{FunctionId, Name, NameId};

/// How far down values are read.
const DEPTH: u32 = 24;
/// How many levels of code around a node are looked at.
const MOST_AROUND: usize = 100;
/// Arguments of a call that are kept.
const ARGUMENTS: usize = 6;
/// Browser objects whose use is recorded.
const BROWSER_OBJECTS: &[&str] = &[
    "parent",
    "top",
    "opener",
    "frameElement",
    "document",
    "location",
    "localStorage",
    "sessionStorage",
    "indexedDB",
];
/// Words that are only other names of the own window.
const OWN_WINDOW: &[&str] = &["window", "self", "globalThis"];
/// First members of a variable that may hold another window.
const WINDOW_MEMBERS: &[&str] = &[
    "document",
    "location",
    "onbeforeunload",
    "onunload",
    "frames",
];

/// Adds the facts of one unit. `handler` says that its code is the body of an event handler.
pub(crate) fn collect(facts: &mut Facts, semantic: &Semantic<'_>, unit: UnitId, module: bool) {
    let mut collector = Collector {
        facts,
        semantic,
        unit,
        module,
        functions: HashMap::new(),
        around: Vec::new(),
    };
    collector.number_functions();
    collector.around = around::all(semantic.nodes(), &collector.functions);
    let nodes = semantic.nodes();
    for node in nodes.iter() {
        collector.syntax(node.id(), node.kind());
        collector.node(node.id(), node.kind());
    }
}

struct Collector<'f, 's, 'a> {
    facts: &'f mut Facts,
    semantic: &'s Semantic<'a>,
    unit: UnitId,
    module: bool,
    functions: HashMap<NodeId, FunctionId>,
    around: Vec<Around>,
}

impl<'a> Collector<'_, '_, 'a> {
    fn number_functions(&mut self) {
        for node in self.semantic.nodes().iter() {
            let parameters = match node.kind() {
                AstKind::Function(function) => &function.params,
                AstKind::ArrowFunctionExpression(arrow) => &arrow.params,
                _ => continue,
            };
            let id = FunctionId(self.facts.functions.len() as u32);
            self.functions.insert(node.id(), id);
            let mut names = Vec::with_capacity(parameters.items.len());
            for parameter in &parameters.items {
                let name = match &parameter.pattern {
                    BindingPattern::BindingIdentifier(identifier) => {
                        self.local(identifier.symbol_id().index() as u32)
                    }
                    _ => self.facts.names.id(Name::Local(self.unit.0, u32::MAX)),
                };
                names.push(name);
            }
            self.facts.functions.push(Function {
                unit: self.unit,
                span: place(node.kind().span()),
                parameters: names,
                awaits: Vec::new(),
                throws: false,
            });
        }
    }

    /// The function around a node.
    fn enclosing(&self, node: NodeId) -> Option<FunctionId> {
        self.around_of(node).function
    }

    fn around_of(&self, node: NodeId) -> Around {
        self.around.get(node.index()).copied().unwrap_or_default()
    }

    fn local(&mut self, symbol: u32) -> NameId {
        self.facts.names.id(Name::Local(self.unit.0, symbol))
    }

    fn global(&mut self, word: &str) -> NameId {
        self.facts.names.id(Name::Global(word.into()))
    }

    fn field(&mut self, word: &str) -> NameId {
        self.facts.names.id(Name::Field(word.into()))
    }

    /// Unknown values count too: a name that takes one is not a constant.
    fn flow(&mut self, name: NameId, value: Value) {
        self.facts.flows.push((name, value));
    }

    fn node(&mut self, id: NodeId, kind: AstKind<'a>) {
        match kind {
            AstKind::CallExpression(call) => self.call(id, call),
            AstKind::NewExpression(new) => self.new_expression(id, new),
            AstKind::AssignmentExpression(assignment) => {
                self.assignment(id, assignment);
            }
            AstKind::UpdateExpression(update) => self.update(&update.argument),
            AstKind::VariableDeclarator(declarator) => {
                if let Some(init) = &declarator.init {
                    let value = self.value(init, DEPTH);
                    self.bind(&declarator.id, value);
                }
            }
            AstKind::Function(function) => self.function(id, function),
            AstKind::FormalParameter(parameter) => {
                if let Some(init) = &parameter.initializer {
                    let value = self.value(init, DEPTH);
                    self.bind(&parameter.pattern, value);
                }
            }
            AstKind::ReturnStatement(statement) => {
                if let (Some(argument), Some(function)) = (&statement.argument, self.enclosing(id))
                {
                    let value = self.value(argument, DEPTH);
                    self.returns(function, value);
                }
            }
            AstKind::ArrowFunctionExpression(arrow) => {
                if let Some(body) = arrow.get_expression()
                    && let Some(function) = self.functions.get(&id).copied()
                {
                    let value = self.value(body, DEPTH);
                    self.returns(function, value);
                }
            }
            AstKind::ObjectProperty(property) => {
                if let Some(key) = property.key.static_name() {
                    let value = self.value(&property.value, DEPTH);
                    let field = self.field(&key);
                    self.flow(field, value);
                }
            }
            AstKind::MethodDefinition(method) => {
                let function = self.functions.get(&method.value.node_id.get()).copied();
                if let (Some(key), Some(function)) = (method.key.static_name(), function) {
                    let field = self.field(&key);
                    self.flow(field, Value::Function(function));
                    self.constructor(id, &key, function);
                }
            }
            AstKind::PropertyDefinition(property) => {
                if let (Some(key), Some(value)) = (property.key.static_name(), &property.value) {
                    let value = self.value(value, DEPTH);
                    let field = self.field(&key);
                    self.flow(field, value);
                }
            }
            AstKind::AwaitExpression(expression) => {
                if let Some(function) = self.enclosing(id) {
                    let function = &mut self.facts.functions[function.0 as usize];
                    function.awaits.push(expression.span.end);
                }
            }
            AstKind::ThrowStatement(_) => {
                if let Some(function) = self.enclosing(id) {
                    self.facts.functions[function.0 as usize].throws = true;
                }
            }
            AstKind::LogicalExpression(logical) => self.default_value(logical),
            AstKind::BinaryExpression(binary) => self.comparison(binary),
            AstKind::SwitchStatement(switch) => self.cases(switch),
            AstKind::ImportDeclaration(import) => {
                self.import(&import.source.value, import.source.span);
                for specifier in import.specifiers.iter().flatten() {
                    let imported = specifier.name();
                    let name = self.local(specifier.local().symbol_id().index() as u32);
                    let field = self.field(&imported);
                    self.flow(name, Value::Name(field));
                }
            }
            AstKind::ExportNamedDeclaration(export) => {
                for specifier in &export.specifiers {
                    if let oxc_ast::ast::ModuleExportName::IdentifierReference(local) =
                        &specifier.local
                    {
                        let value = Value::Name(self.identifier(local));
                        let field = self.field(&specifier.exported.name());
                        self.flow(field, value);
                    }
                }
            }
            AstKind::ExportDeclaration(export) => {
                if let Declaration::VariableDeclaration(variables) = &export.declaration {
                    for identifier in variables
                        .declarations
                        .iter()
                        .filter_map(|declarator| declarator.id.get_binding_identifier())
                    {
                        let local = self.local(identifier.symbol_id().index() as u32);
                        let field = self.field(&identifier.name);
                        self.flow(field, Value::Name(local));
                    }
                }
            }
            AstKind::ExportFromDeclaration(export) => {
                self.import(&export.source.value, export.source.span);
            }
            AstKind::ExportAllDeclaration(export) => {
                self.import(&export.source.value, export.source.span);
            }
            AstKind::ImportExpression(import) => match self.value(&import.source, DEPTH) {
                Value::Text(text) => self.import(&text, import.source.span()),
                _ => self.unit_mut().loads_by_name = true,
            },
            AstKind::StringLiteral(literal) => self.string(&literal.value, literal.span),
            AstKind::TemplateElement(element) => self.string(&element.value.raw, element.span),
            AstKind::StaticMemberExpression(_)
            | AstKind::ComputedMemberExpression(_)
            | AstKind::IdentifierReference(_) => self.chain(id, kind),
            _ => {}
        }
    }

    fn unit_mut(&mut self) -> &mut super::facts::Unit {
        &mut self.facts.units[self.unit.0 as usize]
    }

    fn import(&mut self, source: &str, span: CodeSpan) {
        let text = Text {
            text: source.into(),
            span: place(span),
        };
        self.unit_mut().imports.push(text);
    }

    fn string(&mut self, text: &str, span: CodeSpan) {
        if super::strings::worth_keeping(text) {
            let text = Text {
                text: text.into(),
                span: place(span),
            };
            self.unit_mut().strings.push(text);
        }
    }

    fn returns(&mut self, function: FunctionId, value: Value) {
        let name = self.facts.names.id(Name::Return(function));
        self.flow(name, value);
    }

    fn function(&mut self, id: NodeId, function: &oxc_ast::ast::Function<'a>) {
        let Some(number) = self.functions.get(&id).copied() else {
            return;
        };
        let Some(identifier) = &function.id else {
            return;
        };
        let name = self.symbol(identifier.symbol_id().index() as u32, &identifier.name);
        self.flow(name, Value::Function(number));
        let nodes = self.semantic.nodes();
        if matches!(
            nodes.parent_kind(id),
            AstKind::ExportDeclaration(_) | AstKind::ExportDefaultDeclaration(_)
        ) {
            let field = self.field(&identifier.name);
            self.flow(field, Value::Function(number));
        }
    }

    /// `new Course()` calls its constructor.
    fn constructor(&mut self, id: NodeId, key: &str, function: FunctionId) {
        if key != "constructor" {
            return;
        }
        let class = self
            .semantic
            .nodes()
            .ancestor_kinds(id)
            .find_map(|kind| match kind {
                AstKind::Class(class) => Some(class),
                _ => None,
            });
        if let Some(identifier) = class.and_then(|class| class.id.as_ref()) {
            let name = self.symbol(identifier.symbol_id().index() as u32, &identifier.name);
            self.flow(name, Value::Function(function));
        }
    }

    /// Variables of the top level of a classic script belong to the window.
    fn symbol(&mut self, symbol: u32, word: &str) -> NameId {
        let scoping = self.semantic.scoping();
        let id = oxc_semantic::SymbolId::from_usize(symbol as usize);
        let is_global = !self.module && scoping.symbol_scope_id(id) == scoping.root_scope_id();
        if is_global {
            self.global(word)
        } else {
            self.local(symbol)
        }
    }

    fn identifier(&mut self, identifier: &IdentifierReference<'_>) -> NameId {
        let scoping = self.semantic.scoping();
        let reference = identifier
            .reference_id
            .get()
            .map(|id| scoping.get_reference(id));
        match reference.and_then(oxc_semantic::Reference::symbol_id) {
            Some(symbol) => self.symbol(symbol.index() as u32, &identifier.name),
            None => self.global(&identifier.name),
        }
    }

    /// Is it a name that no script of this unit declares?
    fn is_free(&self, identifier: &IdentifierReference<'_>) -> bool {
        let scoping = self.semantic.scoping();
        let reference = identifier
            .reference_id
            .get()
            .map(|id| scoping.get_reference(id));
        reference.is_none_or(|reference| reference.symbol_id().is_none())
    }
}

pub(super) fn place(span: CodeSpan) -> Span {
    Span {
        start: span.start,
        end: span.end,
    }
}
