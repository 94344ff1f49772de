//! Branches for one version of SCORM: what stands in them is right for that version, whatever the
//! package is.

use oxc_ast::AstKind;
use oxc_ast::ast::{BinaryOperator, Expression, LogicalOperator, UnaryOperator};
use oxc_semantic::NodeId;
use oxc_span::{GetSpan, Span as CodeSpan};

use super::{Collector, MOST_AROUND};
use crate::script::flow::ApiVersions;

impl Collector<'_, '_, '_> {
    /// The version whose branch a node stands in; none if it is in no such branch.
    pub(super) fn branch(&self, id: NodeId) -> ApiVersions {
        let nodes = self.semantic.nodes();
        let own = nodes.kind(id).span();
        let within = |span: CodeSpan| span.start <= own.start && own.end <= span.end;
        // A function that stands in a branch is made for it.
        for kind in nodes.ancestor_kinds(id).take(MOST_AROUND) {
            let found = match kind {
                AstKind::SwitchCase(case) => case.test.as_ref().and_then(version),
                AstKind::IfStatement(branches) => {
                    choose(&branches.test, within(branches.consequent.span()))
                        .filter(|_| !within(branches.test.span()))
                }
                AstKind::ConditionalExpression(branches) => {
                    choose(&branches.test, within(branches.consequent.span()))
                        .filter(|_| !within(branches.test.span()))
                }
                _ => None,
            };
            if let Some(found) = found {
                return found;
            }
        }
        ApiVersions::default()
    }
}

/// The version of one side of a comparison with the name of a version, or of several.
fn choose(test: &Expression<'_>, is_consequent: bool) -> Option<ApiVersions> {
    let comparison = match test.without_parentheses() {
        Expression::BinaryExpression(comparison) => comparison,
        Expression::UnaryExpression(not) if not.operator == UnaryOperator::LogicalNot => {
            return choose(&not.argument, !is_consequent);
        }
        Expression::LogicalExpression(both) => {
            let left = choose(&both.left, is_consequent);
            let right = choose(&both.right, is_consequent);
            // All conditions hold behind `&&`, and none where `||` has failed.
            let all_hold = match both.operator {
                LogicalOperator::And => is_consequent,
                LogicalOperator::Or => !is_consequent,
                LogicalOperator::Coalesce => return None,
            };
            return if all_hold {
                left.or(right)
            } else {
                left.filter(|left| right.as_ref() == Some(left))
            };
        }
        _ => return None,
    };
    let named = version(&comparison.left).or_else(|| version(&comparison.right))?;
    let is_same = match comparison.operator {
        BinaryOperator::Equality | BinaryOperator::StrictEquality => true,
        BinaryOperator::Inequality | BinaryOperator::StrictInequality => false,
        _ => return None,
    };
    Some(if is_same == is_consequent {
        named
    } else if named == ApiVersions::SCORM_12 {
        ApiVersions::SCORM_2004
    } else {
        ApiVersions::SCORM_12
    })
}

/// The version that a text or number names.
fn version(expression: &Expression<'_>) -> Option<ApiVersions> {
    let text = match expression.without_parentheses() {
        Expression::StringLiteral(literal) => literal.value.as_str().to_ascii_lowercase(),
        Expression::NumericLiteral(literal) => literal.value.to_string(),
        _ => return None,
    };
    let bare: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
    match bare.trim_start_matches("adl").trim_start_matches("scorm") {
        "12" => Some(ApiVersions::SCORM_12),
        "13" | "2004" | "20042nd" | "20043rd" | "20044th" | "20042ndedition" | "20043rdedition"
        | "20044thedition" => Some(ApiVersions::SCORM_2004),
        _ => None,
    }
}
