//! What an expression may be.

use oxc_ast::ast::{
    Argument as AstArgument, BinaryOperator, CallExpression, ChainElement, Expression,
    MemberExpression, UnaryOperator,
};
use oxc_semantic::NodeId;

use super::{Collector, DEPTH};
use crate::script::facts::{Callee, Value};
use crate::script::names::{Name, NameId};

impl<'a> Collector<'_, '_, 'a> {
    /// The name of `object.property`.
    pub(super) fn member(
        &mut self,
        object: &Expression<'a>,
        property: Option<&str>,
    ) -> Option<NameId> {
        let property = property?;
        if is_window(object, 8) {
            return Some(self.global(property));
        }
        Some(self.field(property))
    }

    pub(super) fn value(&mut self, expression: &Expression<'a>, depth: u32) -> Value {
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
            Expression::BinaryExpression(binary) if binary.operator == BinaryOperator::Division => {
                Value::Quotient
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

    pub(super) fn member_value(
        &mut self,
        object: &Expression<'a>,
        property: Option<&str>,
    ) -> Value {
        match self.member(object, property) {
            Some(name) => Value::Name(name),
            None => Value::Unknown,
        }
    }

    pub(super) fn function_value(&self, node: NodeId) -> Value {
        match self.functions.get(&node) {
            Some(id) => Value::Function(*id),
            None => Value::Unknown,
        }
    }

    /// `a + b + c`, flattened: chains of thousands occur.
    pub(super) fn sum(&mut self, binary: &oxc_ast::ast::BinaryExpression<'a>, depth: u32) -> Value {
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
    pub(super) fn result(&mut self, call: &CallExpression<'a>, depth: u32) -> Value {
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
        match callee(&self.value(&call.callee, depth - 1)) {
            Callee::Name(name) => Value::Result(name),
            Callee::Function(function) => Value::Name(self.facts.names.id(Name::Return(function))),
            Callee::Dynamic => Value::Unknown,
        }
    }

    pub(super) fn callee(&mut self, expression: &Expression<'a>) -> Callee {
        callee(&self.value(expression, DEPTH))
    }
}

fn callee(value: &Value) -> Callee {
    match value {
        Value::Name(name) => Callee::Name(*name),
        Value::Function(function) => Callee::Function(*function),
        _ => Callee::Dynamic,
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
