//! Which way the result of a call goes, and what the code asks of the variables that hold it.

use oxc_ast::AstKind;
use oxc_ast::ast::{
    AssignmentTarget, BinaryExpression, BinaryOperator, BindingPattern, Expression,
    LogicalExpression, LogicalOperator, SwitchStatement, UnaryOperator,
};
use oxc_semantic::NodeId;
use oxc_span::{GetSpan, Span as CodeSpan};

use super::Collector;
use crate::script::facts::{Call, Comparison, ResultUse, Value};
use crate::script::names::NameId;

/// How far the way of a result is followed.
const STEPS: usize = 8;
/// What an LMS answers when it is asked for a status.
const STATUS_WORDS: &[&str] = &[
    "passed",
    "completed",
    "failed",
    "incomplete",
    "browsed",
    "not attempted",
    "unknown",
];

impl<'a> Collector<'_, '_, 'a> {
    pub(super) fn result_use(&mut self, id: NodeId) -> ResultUse {
        let nodes = self.semantic.nodes();
        let mut found = ResultUse::default();
        let mut own = nodes.kind(id).span();
        for parent in nodes.ancestor_kinds(id).take(STEPS) {
            let is_own = |span: CodeSpan| span.start <= own.start && own.end <= span.end;
            match parent {
                // The body of `() => f()` is a statement to the parser.
                AstKind::ParenthesizedExpression(_)
                | AstKind::ChainExpression(_)
                | AstKind::ExpressionStatement(_)
                | AstKind::FunctionBody(_) => {}
                AstKind::CallExpression(call) if !is_own(call.callee.span()) => {
                    match converter(&call.callee) {
                        Some(Converter::Number) => found.as_number = true,
                        Some(Converter::Text) => found.as_text = true,
                        None => return found,
                    }
                }
                AstKind::UnaryExpression(unary) if unary.operator == UnaryOperator::UnaryPlus => {
                    found.as_number = true;
                }
                AstKind::LogicalExpression(logical) => {
                    if is_own(logical.left.span()) {
                        found.defaulted |= logical.operator != LogicalOperator::And;
                    }
                }
                AstKind::ConditionalExpression(conditional) if !is_own(conditional.test.span()) => {
                }
                AstKind::StaticMemberExpression(member) if is_own(member.object.span()) => {
                    if !found.as_text && !found.as_number {
                        found.member = Some(member.property.name.as_str().into());
                    }
                    return found;
                }
                AstKind::BinaryExpression(binary) => {
                    let other = if is_own(binary.left.span()) {
                        &binary.right
                    } else {
                        &binary.left
                    };
                    match (binary.operator, other.get_inner_expression()) {
                        (BinaryOperator::Addition, Expression::StringLiteral(_)) => {
                            found.as_text = true;
                        }
                        (operator, Expression::StringLiteral(text)) if operator.is_equality() => {
                            let is_whole = !found.as_text && is_strict(operator);
                            found.compared = Some((text.value.as_str().into(), is_whole));
                            return found;
                        }
                        (operator, _) if operator.is_arithmetic() => found.as_number = true,
                        _ => return found,
                    }
                }
                AstKind::AssignmentExpression(assignment) if is_own(assignment.right.span()) => {
                    found.holder = self.target(&assignment.left);
                    return found;
                }
                AstKind::VariableDeclarator(declarator) => {
                    if let BindingPattern::BindingIdentifier(name) = &declarator.id {
                        let symbol = name.symbol_id().index() as u32;
                        found.holder = Some(self.symbol(symbol, &name.name));
                    }
                    return found;
                }
                AstKind::ObjectProperty(property) if is_own(property.value.span()) => {
                    let key = property.key.static_name();
                    found.holder = key.map(|key| self.field(&key));
                    return found;
                }
                AstKind::ReturnStatement(_) => {
                    found.returned = true;
                    return found;
                }
                AstKind::ArrowFunctionExpression(arrow) => {
                    found.returned = arrow.get_expression().is_some();
                    return found;
                }
                _ => return found,
            }
            own = parent.span();
        }
        found
    }

    /// Does it stand alone where another statement may follow it?
    pub(super) fn is_statement(&self, id: NodeId) -> bool {
        let mut around = self.semantic.nodes().ancestor_kinds(id);
        if !matches!(around.next(), Some(AstKind::ExpressionStatement(_))) {
            return false;
        }
        match around.next() {
            Some(AstKind::Program(_) | AstKind::BlockStatement(_)) => true,
            Some(AstKind::FunctionBody(_)) => !matches!(around.next(),
                Some(AstKind::ArrowFunctionExpression(arrow)) if arrow.get_expression().is_some()),
            _ => false,
        }
    }

    fn target(&mut self, target: &AssignmentTarget<'a>) -> Option<NameId> {
        match target {
            AssignmentTarget::AssignmentTargetIdentifier(identifier) => {
                Some(self.identifier(identifier))
            }
            target => {
                let member = target.as_member_expression()?;
                self.member(member.object(), member.static_property_name())
            }
        }
    }

    /// `count || 0`: the code knows that a value may be missing.
    pub(super) fn default_value(&mut self, logical: &LogicalExpression<'a>) {
        if logical.operator == LogicalOperator::And {
            return;
        }
        let mut left = logical.left.get_inner_expression();
        if let Expression::CallExpression(call) = left
            && converter(&call.callee).is_some()
            && let Some(argument) = call.arguments.first().and_then(|it| it.as_expression())
        {
            left = argument.get_inner_expression();
        }
        self.notes_default(left);
    }

    fn notes_default(&mut self, expression: &Expression<'a>) {
        let name = match expression {
            Expression::Identifier(identifier) => Some(self.identifier(identifier)),
            other => other
                .get_member_expr()
                .and_then(|member| self.member(member.object(), member.static_property_name())),
        };
        self.facts.defaulted.extend(name);
    }

    /// `isNaN(count)` says the same.
    pub(super) fn asks_for_number(&mut self, call: &Call) {
        let asks = matches!(
            call.word.as_deref(),
            Some("isNaN" | "isFinite" | "isInteger")
        );
        if asks && let Some(Value::Name(name)) = call.arguments.first().map(|it| &it.value) {
            self.facts.defaulted.insert(*name);
        }
    }

    pub(super) fn comparison(&mut self, binary: &BinaryExpression<'a>) {
        if !binary.operator.is_equality() {
            return;
        }
        let (left, right) = (&binary.left, &binary.right);
        for (name, text) in [(left, right), (right, left)] {
            if let Expression::StringLiteral(text) = text.get_inner_expression() {
                let strict = is_strict(binary.operator);
                self.compared(name, &text.value, strict);
                // `count == ""` asks whether there is a value at all.
                if text.value.is_empty() {
                    self.notes_default(name.get_inner_expression());
                }
            }
        }
    }

    pub(super) fn cases(&mut self, switch: &SwitchStatement<'a>) {
        for case in &switch.cases {
            if let Some(Expression::StringLiteral(text)) = &case.test {
                self.compared(&switch.discriminant, &text.value, true);
            }
        }
    }

    fn compared(&mut self, name: &Expression<'a>, text: &str, strict: bool) {
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number && !STATUS_WORDS.contains(&text) {
            return;
        }
        let name = match name.get_inner_expression() {
            Expression::Identifier(identifier) => Some(self.identifier(identifier)),
            other => other
                .get_member_expr()
                .and_then(|member| self.member(member.object(), member.static_property_name())),
        };
        if let Some(name) = name {
            self.facts.comparisons.push(Comparison {
                name,
                text: text.into(),
                strict,
            });
        }
    }
}

enum Converter {
    Number,
    Text,
}

fn converter(callee: &Expression<'_>) -> Option<Converter> {
    let word = match callee {
        Expression::Identifier(identifier) => identifier.name.as_str(),
        other => other.get_member_expr()?.static_property_name()?,
    };
    match word {
        "parseInt" | "parseFloat" | "Number" => Some(Converter::Number),
        "String" => Some(Converter::Text),
        _ => None,
    }
}

fn is_strict(operator: BinaryOperator) -> bool {
    matches!(
        operator,
        BinaryOperator::StrictEquality | BinaryOperator::StrictInequality
    )
}
