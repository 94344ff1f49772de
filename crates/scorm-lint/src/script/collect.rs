//! Reads the facts out of parsed code.
//!
//! The scope builder lists all nodes with their parents, so one flat pass is enough; only values
//! of expressions are read by going down, to a limited depth.

use std::borrow::Cow;
use std::collections::HashMap;
use std::rc::Rc;

use oxc_ast::AstKind;
use oxc_ast::ast::{
    Argument as AstArgument, AssignmentOperator, AssignmentTarget, BinaryOperator, BindingPattern,
    CallExpression, ChainElement, Declaration, Expression, IdentifierReference, MemberExpression,
    NewExpression, SimpleAssignmentTarget, UnaryOperator,
};
use oxc_semantic::{NodeId, Semantic};
use oxc_span::{GetSpan, Span as CodeSpan};
use scorm_package::xml::Span;

use super::facts::{
    Access, Argument, Call, Callee, Chain, Facts, Function, HandlerAssignment, ParentWalk, Text,
    UnitId, Usage, Value,
};
use super::names::{FunctionId, Name, NameId};

/// How far down values are read.
const DEPTH: u32 = 24;
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
    };
    collector.number_functions();
    let nodes = semantic.nodes();
    for node in nodes.iter() {
        collector.node(node.id(), node.kind());
    }
}

struct Collector<'f, 's, 'a> {
    facts: &'f mut Facts,
    semantic: &'s Semantic<'a>,
    unit: UnitId,
    module: bool,
    functions: HashMap<NodeId, FunctionId>,
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
            });
        }
    }

    /// The function around a node.
    fn enclosing(&self, node: NodeId) -> Option<FunctionId> {
        let mut around = self.semantic.nodes().ancestor_ids(node);
        around.find_map(|id| self.functions.get(&id).copied())
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

    /// Unknown values count too: a name that takes one is no constant.
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

    fn bind(&mut self, pattern: &BindingPattern<'a>, value: Value) {
        match pattern {
            BindingPattern::BindingIdentifier(identifier) => {
                let name = self.symbol(identifier.symbol_id().index() as u32, &identifier.name);
                self.flow(name, value);
            }
            BindingPattern::ObjectPattern(object) => {
                for property in &object.properties {
                    let Some(key) = property.key.static_name() else {
                        continue;
                    };
                    let field = self.field(&key);
                    if let Some(identifier) = property.value.get_binding_identifier() {
                        let name =
                            self.symbol(identifier.symbol_id().index() as u32, &identifier.name);
                        self.flow(name, Value::Name(field));
                    }
                }
            }
            BindingPattern::ArrayPattern(_) | BindingPattern::AssignmentPattern(_) => {}
        }
    }

    fn assignment(&mut self, id: NodeId, assignment: &oxc_ast::ast::AssignmentExpression<'a>) {
        let right = self.value(&assignment.right, DEPTH);
        let plain = matches!(
            assignment.operator,
            AssignmentOperator::Assign
                | AssignmentOperator::LogicalOr
                | AssignmentOperator::LogicalNullish
                | AssignmentOperator::LogicalAnd
        );
        let value = if plain { right } else { Value::Unknown };
        let name = match &assignment.left {
            AssignmentTarget::AssignmentTargetIdentifier(identifier) => {
                Some(self.identifier(identifier))
            }
            target => target
                .as_member_expression()
                .and_then(|member| self.member(member.object(), member.static_property_name())),
        };
        if let Some(name) = name {
            let word = self.facts.names.word(name).map(Rc::<str>::from);
            if let Some(event) = word.as_deref().and_then(|word| word.strip_prefix("on"))
                && !event.is_empty()
            {
                let handler = HandlerAssignment {
                    unit: self.unit,
                    event: event.into(),
                    value: value.clone(),
                };
                self.facts.handlers.push(handler);
            }
            self.flow(name, value);
        }
        self.parent_walk(id, assignment);
    }

    /// `i++`: the variable is no constant.
    fn update(&mut self, target: &SimpleAssignmentTarget<'a>) {
        let name = match target {
            SimpleAssignmentTarget::AssignmentTargetIdentifier(identifier) => {
                Some(self.identifier(identifier))
            }
            target => target
                .as_member_expression()
                .and_then(|member| self.member(member.object(), member.static_property_name())),
        };
        if let Some(name) = name {
            self.flow(name, Value::Unknown);
        }
    }

    /// `w = w.parent` in a loop.
    fn parent_walk(&mut self, id: NodeId, assignment: &oxc_ast::ast::AssignmentExpression<'a>) {
        let AssignmentTarget::AssignmentTargetIdentifier(left) = &assignment.left else {
            return;
        };
        let Some(member) = assignment.right.get_member_expr() else {
            return;
        };
        let own =
            matches!(member.object(), Expression::Identifier(object) if object.name == left.name);
        if !own || member.static_property_name() != Some("parent") {
            return;
        }
        let nodes = self.semantic.nodes();
        for around in nodes.ancestors(id) {
            match around.kind() {
                AstKind::WhileStatement(_)
                | AstKind::DoWhileStatement(_)
                | AstKind::ForStatement(_) => {}
                AstKind::Function(_) | AstKind::ArrowFunctionExpression(_) => return,
                _ => continue,
            }
            let span = around.kind().span();
            if !self.mentions_api(span) {
                return;
            }
            let limited = self.compares_or_counts(span);
            self.facts.parent_walks.push(ParentWalk {
                unit: self.unit,
                span: place(span),
                limited,
            });
            return;
        }
    }

    fn mentions_api(&self, within: CodeSpan) -> bool {
        let text = &self.semantic.source_text()[within.start as usize..within.end as usize];
        text.contains("API")
    }

    /// Does the code compare a window with its parent, or a number with a limit?
    fn compares_or_counts(&self, within: CodeSpan) -> bool {
        let mut inside = self.semantic.nodes().iter().filter(|node| {
            let span = node.kind().span();
            within.start <= span.start && span.end <= within.end
        });
        inside.any(|node| {
            let AstKind::BinaryExpression(binary) = node.kind() else {
                return false;
            };
            let is_parent = |side: &Expression<'_>| {
                let member = side.get_member_expr();
                member.is_some_and(|member| member.static_property_name() == Some("parent"))
            };
            let is_window = |side: &Expression<'_>| !side.is_literal() && !side.is_undefined();
            let equality = binary.operator.is_equality();
            let compares = equality
                && (is_parent(&binary.left) && is_window(&binary.right)
                    || is_parent(&binary.right) && is_window(&binary.left)
                    || side_is_top(&binary.left)
                    || side_is_top(&binary.right));
            compares || binary.operator.is_compare()
        })
    }

    /// The name of `object.property`.
    fn member(&mut self, object: &Expression<'a>, property: Option<&str>) -> Option<NameId> {
        let property = property?;
        if is_window(object, 8) {
            return Some(self.global(property));
        }
        Some(self.field(property))
    }

    fn value(&mut self, expression: &Expression<'a>, depth: u32) -> Value {
        if depth == 0 {
            return Value::Unknown;
        }
        match expression {
            Expression::StringLiteral(literal) => Value::Text(literal.value.as_str().into()),
            Expression::NumericLiteral(literal) => Value::Number(literal.value),
            Expression::BooleanLiteral(literal) => Value::Bool(literal.value),
            Expression::Identifier(identifier) => Value::Name(self.identifier(identifier)),
            Expression::FunctionExpression(function) => self.function_value(function.node_id.get()),
            Expression::ArrowFunctionExpression(arrow) => self.function_value(arrow.node_id.get()),
            Expression::ParenthesizedExpression(inner) => self.value(&inner.expression, depth - 1),
            Expression::AssignmentExpression(assignment) => {
                self.value(&assignment.right, depth - 1)
            }
            Expression::SequenceExpression(sequence) => match sequence.expressions.last() {
                Some(last) => self.value(last, depth - 1),
                None => Value::Unknown,
            },
            Expression::ConditionalExpression(conditional) => {
                let consequent = self.value(&conditional.consequent, depth - 1);
                let alternate = self.value(&conditional.alternate, depth - 1);
                Value::Either([consequent, alternate].into())
            }
            Expression::LogicalExpression(logical) => {
                let left = self.value(&logical.left, depth - 1);
                let right = self.value(&logical.right, depth - 1);
                if logical.operator == oxc_ast::ast::LogicalOperator::And {
                    return right;
                }
                Value::Either([left, right].into())
            }
            Expression::UnaryExpression(unary) => match (unary.operator, &unary.argument) {
                (UnaryOperator::UnaryNegation, Expression::NumericLiteral(number)) => {
                    Value::Number(-number.value)
                }
                (UnaryOperator::LogicalNot, Expression::NumericLiteral(number)) => {
                    Value::Bool(number.value == 0.0)
                }
                _ => Value::Unknown,
            },
            Expression::TemplateLiteral(template) => {
                let mut parts = Vec::new();
                for (at, quasi) in template.quasis.iter().enumerate() {
                    let text = quasi.value.cooked.as_ref().unwrap_or(&quasi.value.raw);
                    parts.push(Value::Text(text.as_str().into()));
                    if let Some(expression) = template.expressions.get(at) {
                        parts.push(self.value(expression, depth - 1));
                    }
                }
                joined(parts)
            }
            Expression::BinaryExpression(binary) if binary.operator == BinaryOperator::Addition => {
                self.sum(binary, depth)
            }
            Expression::CallExpression(call) => self.result(call, depth),
            Expression::ChainExpression(chain) => match &chain.expression {
                ChainElement::CallExpression(call) => self.result(call, depth),
                element => match element.as_member_expression() {
                    Some(member) => {
                        self.member_value(member.object(), member.static_property_name())
                    }
                    None => Value::Unknown,
                },
            },
            other => match other.as_member_expression() {
                Some(member) => self.member_value(member.object(), member.static_property_name()),
                None => Value::Unknown,
            },
        }
    }

    fn member_value(&mut self, object: &Expression<'a>, property: Option<&str>) -> Value {
        match self.member(object, property) {
            Some(name) => Value::Name(name),
            None => Value::Unknown,
        }
    }

    fn function_value(&self, node: NodeId) -> Value {
        match self.functions.get(&node) {
            Some(id) => Value::Function(*id),
            None => Value::Unknown,
        }
    }

    /// `a + b + c`, flattened: chains of thousands occur.
    fn sum(&mut self, binary: &oxc_ast::ast::BinaryExpression<'a>, depth: u32) -> Value {
        let mut operands = vec![&binary.right];
        let mut left = &binary.left;
        while let Expression::BinaryExpression(inner) = left {
            if inner.operator != BinaryOperator::Addition || operands.len() > 64 {
                break;
            }
            operands.push(&inner.right);
            left = &inner.left;
        }
        operands.push(left);
        operands.reverse();
        let parts: Vec<Value> = operands
            .into_iter()
            .map(|operand| self.value(operand, depth - 1))
            .collect();
        if parts
            .iter()
            .any(|part| matches!(part, Value::Text(_) | Value::Parts(_)))
        {
            joined(parts)
        } else if parts.iter().all(|part| matches!(part, Value::Name(_))) {
            Value::Parts(parts.into())
        } else {
            Value::Unknown
        }
    }

    /// What a call gives.
    fn result(&mut self, call: &CallExpression<'a>, depth: u32) -> Value {
        let member = call.callee.get_member_expr();
        let word = member.and_then(MemberExpression::static_property_name);
        match word {
            Some("toString" | "trim" | "bind") => {
                if let Some(member) = member {
                    return self.value(member.object(), depth - 1);
                }
            }
            Some("repeat") => {
                let times = call.arguments.first().and_then(AstArgument::as_expression);
                if let (Some(member), Some(Expression::NumericLiteral(times))) = (member, times) {
                    let part = self.value(member.object(), depth - 1);
                    return Value::Repeated(part.into(), times.value as u32);
                }
            }
            _ => {}
        }
        if call.callee.is_specific_id("String")
            && let Some(argument) = call.arguments.first().and_then(AstArgument::as_expression)
        {
            return self.value(argument, depth - 1);
        }
        match self.callee(&call.callee) {
            Callee::Name(name) => Value::Result(name),
            Callee::Function(function) => Value::Name(self.facts.names.id(Name::Return(function))),
            Callee::Dynamic => Value::Unknown,
        }
    }

    fn callee(&mut self, callee: &Expression<'a>) -> Callee {
        match self.value(callee, DEPTH) {
            Value::Name(name) => Callee::Name(name),
            Value::Function(function) => Callee::Function(function),
            _ => Callee::Dynamic,
        }
    }

    fn call(&mut self, id: NodeId, call: &CallExpression<'a>) {
        let mut callee = &call.callee;
        let mut arguments: &[AstArgument<'a>] = &call.arguments;
        // `f.call(this, a)` calls `f`.
        if let Some(member) = callee.get_member_expr()
            && let Some(word) = member.static_property_name()
            && matches!(word, "call" | "apply")
            && (member.object().get_member_expr().is_some()
                || member.object().is_identifier_reference()
                || member.object().without_parentheses().is_function())
        {
            callee = member.object();
            arguments = match word {
                "call" => arguments.get(1..).unwrap_or_default(),
                _ => &[],
            };
        }
        let member = callee.get_member_expr();
        if member.is_some_and(|member| member.static_property_name().is_none()) {
            self.unit_mut().calls_by_name = true;
        }
        let receiver = member.map(|member| self.value(member.object(), DEPTH));
        let word: Option<Rc<str>> = match (member, callee.get_identifier_reference()) {
            (Some(member), _) => member.static_property_name().map(Into::into),
            (None, Some(identifier)) => Some(identifier.name.as_str().into()),
            (None, None) => None,
        };
        let callee = self.callee(callee);
        let arguments = self.arguments(arguments);
        let fact = Call {
            unit: self.unit,
            function: self.enclosing(id),
            span: place(call.span),
            callee,
            word,
            receiver,
            argument_count: arguments.len(),
            arguments,
            usage: self.usage(id),
            conditional: self.conditional(id),
            is_new: false,
        };
        self.loads(&fact);
        self.facts.calls.push(fact);
    }

    fn new_expression(&mut self, id: NodeId, new: &NewExpression<'a>) {
        let callee = self.callee(&new.callee);
        let word = match new.callee.get_identifier_reference() {
            Some(identifier) => Some(identifier.name.as_str().into()),
            None => new
                .callee
                .get_member_expr()
                .and_then(MemberExpression::static_property_name)
                .map(Into::into),
        };
        let arguments = self.arguments(&new.arguments);
        let fact = Call {
            unit: self.unit,
            function: self.enclosing(id),
            span: place(new.span),
            callee,
            word,
            receiver: None,
            argument_count: new.arguments.len(),
            arguments,
            usage: self.usage(id),
            conditional: self.conditional(id),
            is_new: true,
        };
        self.facts.calls.push(fact);
    }

    fn arguments(&mut self, arguments: &[AstArgument<'a>]) -> Vec<Argument> {
        let mut kept = Vec::new();
        for argument in arguments.iter().take(ARGUMENTS) {
            let value = match argument.as_expression() {
                Some(expression) => self.value(expression, DEPTH),
                None => Value::Unknown,
            };
            kept.push(Argument {
                value,
                span: place(argument.span()),
            });
        }
        kept
    }

    /// Notes code that loads more code by names that only a run knows.
    fn loads(&mut self, call: &Call) {
        let first = call.arguments.first().map(|argument| &argument.value);
        let text = match first {
            Some(Value::Text(text)) => Some(text.as_ref()),
            _ => None,
        };
        let loads = match call.word.as_deref() {
            Some("createElement") => matches!(
                text.map(str::to_ascii_lowercase).as_deref(),
                Some("script" | "iframe" | "frame")
            ),
            Some("write" | "writeln") => text.is_none_or(|text| {
                let text = text.to_ascii_lowercase();
                text.contains("<scr") || text.contains("<ifr") || text.contains("<frame")
            }),
            Some(
                "getScript" | "load" | "importScripts" | "require" | "fetch" | "eval" | "ajax",
            ) => text.is_none(),
            _ => false,
        };
        if loads {
            self.unit_mut().loads_by_name = true;
        }
    }

    fn usage(&self, id: NodeId) -> Usage {
        let nodes = self.semantic.nodes();
        let own = nodes.kind(id).span();
        let mut around = nodes.ancestor_kinds(id);
        let parent = around.find(|kind| {
            !matches!(
                kind,
                AstKind::ParenthesizedExpression(_) | AstKind::ChainExpression(_)
            )
        });
        let tests =
            |test: &Expression<'_>| test.span().start <= own.start && own.end <= test.span().end;
        match parent {
            Some(AstKind::ExpressionStatement(_)) => Usage::Ignored,
            Some(AstKind::UnaryExpression(unary)) => match unary.operator {
                UnaryOperator::LogicalNot => Usage::Tested,
                UnaryOperator::Void => Usage::Ignored,
                _ => Usage::Used,
            },
            Some(AstKind::IfStatement(statement)) if tests(&statement.test) => Usage::Tested,
            Some(AstKind::WhileStatement(statement)) if tests(&statement.test) => Usage::Tested,
            Some(AstKind::ConditionalExpression(conditional)) if tests(&conditional.test) => {
                Usage::Tested
            }
            Some(AstKind::LogicalExpression(logical)) if tests(&logical.left) => Usage::Tested,
            Some(AstKind::BinaryExpression(binary)) if binary.operator.is_equality() => {
                let other = if tests(&binary.left) {
                    &binary.right
                } else {
                    &binary.left
                };
                match other {
                    Expression::BooleanLiteral(_) => Usage::ComparedToBoolean,
                    _ => Usage::Used,
                }
            }
            _ => Usage::Used,
        }
    }

    fn conditional(&self, id: NodeId) -> bool {
        let nodes = self.semantic.nodes();
        let own = nodes.kind(id).span();
        let within = |span: CodeSpan| span.start <= own.start && own.end <= span.end;
        for kind in nodes.ancestor_kinds(id) {
            let may_not_happen = match kind {
                AstKind::Function(_) | AstKind::ArrowFunctionExpression(_) => return false,
                AstKind::IfStatement(statement) => !within(statement.test.span()),
                AstKind::ConditionalExpression(conditional) => !within(conditional.test.span()),
                AstKind::LogicalExpression(logical) => !within(logical.left.span()),
                AstKind::SwitchCase(_)
                | AstKind::CatchClause(_)
                | AstKind::ForStatement(_)
                | AstKind::ForInStatement(_)
                | AstKind::ForOfStatement(_)
                | AstKind::WhileStatement(_) => true,
                _ => false,
            };
            if may_not_happen {
                return true;
            }
        }
        false
    }

    /// Records the longest chain of members that begins at a browser object.
    fn chain(&mut self, id: NodeId, kind: AstKind<'a>) {
        let nodes = self.semantic.nodes();
        let parent = nodes.parent_kind(id);
        let own = kind.span();
        let continues = match parent {
            AstKind::StaticMemberExpression(member) => member.object.span() == own,
            AstKind::ComputedMemberExpression(member) => {
                member.object.span() == own && static_key(&member.expression).is_some()
            }
            _ => false,
        };
        if continues {
            return;
        }
        let Some((root, mut words)) = self.chain_words(kind) else {
            return;
        };
        while words.len() > 1 && OWN_WINDOW.contains(&words[0].as_ref()) && root.is_none() {
            words.remove(0);
        }
        let Some(first) = words.first() else {
            return;
        };
        let wanted = match root {
            None => BROWSER_OBJECTS.contains(&first.as_ref()),
            Some(_) => WINDOW_MEMBERS.contains(&first.as_ref()),
        };
        if !wanted {
            return;
        }
        let access = match parent {
            AstKind::AssignmentExpression(assignment) if assignment.left.span() == own => {
                Access::Assign(self.value(&assignment.right, DEPTH))
            }
            AstKind::CallExpression(call) if call.callee.span() == own => Access::Call,
            _ => Access::Read,
        };
        let (guarded_by_top, in_try) = self.around(id);
        let chain = Chain {
            unit: self.unit,
            span: place(own),
            root,
            words,
            access,
            guarded_by_top,
            in_try,
        };
        self.facts.chains.push(chain);
    }

    /// The words of a chain and the variable at its beginning, if it is one.
    fn chain_words(&mut self, kind: AstKind<'a>) -> Option<(Option<NameId>, Vec<Rc<str>>)> {
        let mut words: Vec<Rc<str>> = Vec::new();
        let mut object = match kind {
            AstKind::IdentifierReference(identifier) => {
                let word: Rc<str> = identifier.name.as_str().into();
                return self.is_free(identifier).then(|| (None, vec![word]));
            }
            AstKind::StaticMemberExpression(member) => {
                words.push(member.property.name.as_str().into());
                &member.object
            }
            AstKind::ComputedMemberExpression(member) => {
                words.push(static_key(&member.expression)?.as_ref().into());
                &member.object
            }
            _ => return None,
        };
        loop {
            object = object.get_inner_expression();
            match object {
                Expression::Identifier(identifier) => {
                    let free = self.is_free(identifier);
                    let known = BROWSER_OBJECTS.contains(&identifier.name.as_str())
                        || OWN_WINDOW.contains(&identifier.name.as_str());
                    let root = if free && known {
                        words.push(identifier.name.as_str().into());
                        None
                    } else {
                        Some(self.identifier(identifier))
                    };
                    words.reverse();
                    return Some((root, words));
                }
                other => {
                    let member = other.get_member_expr()?;
                    words.push(member.static_property_name()?.into());
                    object = member.object();
                }
            }
            if words.len() > 16 {
                return None;
            }
        }
    }

    /// Is a node guarded by a comparison of windows, and inside `try`?
    fn around(&self, id: NodeId) -> (bool, bool) {
        let (mut guarded, mut in_try) = (false, false);
        for kind in self.semantic.nodes().ancestor_kinds(id) {
            match kind {
                AstKind::IfStatement(statement) => guarded |= compares_windows(&statement.test),
                AstKind::ConditionalExpression(conditional) => {
                    guarded |= compares_windows(&conditional.test);
                }
                AstKind::LogicalExpression(logical) => guarded |= compares_windows(&logical.left),
                AstKind::TryStatement(_) => in_try = true,
                AstKind::Function(_) | AstKind::ArrowFunctionExpression(_) => break,
                _ => {}
            }
        }
        (guarded, in_try)
    }
}

fn place(span: CodeSpan) -> Span {
    Span {
        start: span.start,
        end: span.end,
    }
}

fn joined(parts: Vec<Value>) -> Value {
    let mut flat: Vec<Value> = Vec::new();
    for part in parts {
        match part {
            Value::Parts(inner) => flat.extend(inner.iter().cloned()),
            Value::Text(text) if text.is_empty() => {}
            other => flat.push(other),
        }
    }
    if flat
        .iter()
        .all(|part| matches!(part, Value::Text(_) | Value::Number(_)))
    {
        let mut text = String::new();
        for part in &flat {
            match part {
                Value::Text(part) => text.push_str(part),
                Value::Number(number) => text.push_str(&number.to_string()),
                _ => {}
            }
        }
        return Value::Text(text.into());
    }
    Value::Parts(flat.into())
}

fn static_key<'a>(expression: &Expression<'a>) -> Option<Cow<'a, str>> {
    match expression {
        Expression::StringLiteral(literal) => Some(Cow::Borrowed(literal.value.as_str())),
        Expression::NumericLiteral(literal) => Some(Cow::Owned(literal.value.to_string())),
        _ => None,
    }
}

/// `window`, `parent`, `window.parent.parent` and the like.
fn is_window(expression: &Expression<'_>, depth: u32) -> bool {
    const WINDOWS: &[&str] = &["window", "self", "globalThis", "parent", "top", "opener"];
    match expression.get_inner_expression() {
        Expression::Identifier(identifier) => WINDOWS.contains(&identifier.name.as_str()),
        other => other.get_member_expr().is_some_and(|member| {
            let word = member.static_property_name().unwrap_or_default();
            depth > 0
                && matches!(word, "parent" | "top" | "opener" | "self" | "window")
                && is_window(member.object(), depth - 1)
        }),
    }
}

fn side_is_top(side: &Expression<'_>) -> bool {
    side.is_specific_id("top")
        || side
            .get_member_expr()
            .is_some_and(|member| member.static_property_name() == Some("top"))
}

/// `top != self`, `window.parent === window`, `self.location != top.location`.
fn compares_windows(test: &Expression<'_>) -> bool {
    let Expression::BinaryExpression(binary) = test.get_inner_expression() else {
        return false;
    };
    let outer = |side: &Expression<'_>| {
        let member = side.get_member_expr();
        let word = member.and_then(MemberExpression::static_property_name);
        side_is_top(side)
            || side.is_specific_id("parent")
            || word == Some("parent")
            || word == Some("location") && member.is_some_and(|member| side_is_top(member.object()))
    };
    binary.operator.is_equality() && (outer(&binary.left) || outer(&binary.right))
}
