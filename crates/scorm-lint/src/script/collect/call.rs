//! Calls: what is called with what, and what becomes of the result.

use std::rc::Rc;

use oxc_ast::AstKind;
use oxc_ast::ast::{
    Argument as AstArgument, CallExpression, Expression, MemberExpression, NewExpression,
    UnaryOperator,
};
use oxc_semantic::NodeId;
use oxc_span::GetSpan;

use super::{ARGUMENTS, Collector, DEPTH, place};
use crate::script::facts::{Argument, Call, ResultUse, Usage, Value};
use crate::script::flow::ApiVersions;

impl<'a> Collector<'_, '_, 'a> {
    pub(super) fn call(&mut self, id: NodeId, call: &CallExpression<'a>) {
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
            result: self.result_use(id),
            is_statement: self.is_statement(id),
            in_try: self.around_of(id).in_try,
            conditional: self.around_of(id).conditional,
            is_new: false,
            branch: self.branch(id),
        };
        self.loads(&fact);
        self.asks_for_number(&fact);
        self.facts.calls.push(fact);
    }

    pub(super) fn new_expression(&mut self, id: NodeId, new: &NewExpression<'a>) {
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
            result: ResultUse::default(),
            is_statement: self.is_statement(id),
            in_try: self.around_of(id).in_try,
            conditional: self.around_of(id).conditional,
            is_new: true,
            branch: ApiVersions::default(),
        };
        self.facts.calls.push(fact);
    }

    pub(super) fn arguments(&mut self, arguments: &[AstArgument<'a>]) -> Vec<Argument> {
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
    pub(super) fn loads(&mut self, call: &Call) {
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

    pub(super) fn usage(&self, id: NodeId) -> Usage {
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
}
