//! Chains of members that begin at a browser object.

use std::borrow::Cow;
use std::rc::Rc;

use oxc_ast::AstKind;
use oxc_ast::ast::{Expression, MemberExpression, UnaryOperator};
use oxc_semantic::NodeId;
use oxc_span::GetSpan;

use super::{BROWSER_OBJECTS, Collector, DEPTH, MOST_AROUND, OWN_WINDOW, WINDOW_MEMBERS, place};
use crate::script::facts::{Access, Chain, Usage};
use crate::script::names::NameId;

impl<'a> Collector<'_, '_, 'a> {
    /// Records the longest chain of members that begins at a browser object.
    pub(super) fn chain(&mut self, id: NodeId, kind: AstKind<'a>) {
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
            conditional: self.around_of(id).conditional,
            tested: self.is_tested(id),
        };
        self.facts.chains.push(chain);
    }

    /// The words of a chain and the variable at its beginning, if it is one.
    pub(super) fn chain_words(
        &mut self,
        kind: AstKind<'a>,
    ) -> Option<(Option<NameId>, Vec<Rc<str>>)> {
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

    /// Does the code only ask whether a value is there?
    fn is_tested(&self, id: NodeId) -> bool {
        let by_typeof = matches!(self.semantic.nodes().parent_kind(id),
            AstKind::UnaryExpression(unary) if unary.operator == UnaryOperator::Typeof);
        by_typeof || self.usage(id) == Usage::Tested
    }

    /// Is a node guarded by a comparison of windows, and inside `try`?
    pub(super) fn around(&self, id: NodeId) -> (bool, bool) {
        let (mut guarded, mut in_try) = (false, false);
        for kind in self.semantic.nodes().ancestor_kinds(id).take(MOST_AROUND) {
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

fn static_key<'a>(expression: &Expression<'a>) -> Option<Cow<'a, str>> {
    match expression {
        Expression::StringLiteral(literal) => Some(Cow::Borrowed(literal.value.as_str())),
        Expression::NumericLiteral(literal) => Some(Cow::Owned(literal.value.to_string())),
        _ => None,
    }
}

pub(super) fn side_is_top(side: &Expression<'_>) -> bool {
    side.is_specific_id("top")
        || side
            .get_member_expr()
            .is_some_and(|member| member.static_property_name() == Some("top"))
}

/// `top != self`, `window.parent === window`, `self.location != top.location`.
pub(super) fn compares_windows(test: &Expression<'_>) -> bool {
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
