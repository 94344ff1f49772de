//! What is given to which name: declarations, assignments, and loops that go up the windows.

use std::rc::Rc;

use oxc_ast::AstKind;
use oxc_ast::ast::{
    AssignmentOperator, AssignmentTarget, BindingPattern, Expression, SimpleAssignmentTarget,
};
use oxc_semantic::NodeId;
use oxc_span::{GetSpan, Span as CodeSpan};

use super::chain::side_is_top;
use super::{Collector, DEPTH, place};
use crate::script::facts::{HandlerAssignment, ParentWalk, Value};

impl<'a> Collector<'_, '_, 'a> {
    pub(super) fn bind(&mut self, pattern: &BindingPattern<'a>, value: Value) {
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

    pub(super) fn assignment(
        &mut self,
        id: NodeId,
        assignment: &oxc_ast::ast::AssignmentExpression<'a>,
    ) {
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

    /// `i++`: the variable is not a constant.
    pub(super) fn update(&mut self, target: &SimpleAssignmentTarget<'a>) {
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
    pub(super) fn parent_walk(
        &mut self,
        id: NodeId,
        assignment: &oxc_ast::ast::AssignmentExpression<'a>,
    ) {
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

    pub(super) fn mentions_api(&self, within: CodeSpan) -> bool {
        let text = &self.semantic.source_text()[within.start as usize..within.end as usize];
        text.contains("API")
    }

    /// Does the code compare a window with its parent, or a number with a limit?
    pub(super) fn compares_or_counts(&self, within: CodeSpan) -> bool {
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
}
