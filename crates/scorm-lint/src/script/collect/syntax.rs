//! Which younger forms of the language a unit uses, each with its first place.

use oxc_ast::AstKind;
use oxc_ast::ast::{AssignmentOperator, BinaryOperator, LogicalOperator, PropertyKey};
use oxc_semantic::NodeId;
use oxc_span::GetSpan;

use super::{Collector, place};
use crate::script::syntax::Syntax;

impl<'a> Collector<'_, '_, 'a> {
    pub(super) fn syntax(&mut self, id: NodeId, kind: AstKind<'a>) {
        let Some(syntax) = self.syntax_of(id, kind) else {
            return;
        };
        let span = place(kind.span());
        let used = &mut self.unit_mut().syntax;
        if !used.iter().any(|(known, _)| *known == syntax) {
            used.push((syntax, span));
        }
    }

    fn syntax_of(&self, id: NodeId, kind: AstKind<'a>) -> Option<Syntax> {
        let is_private = |key: &PropertyKey<'_>| matches!(key, PropertyKey::PrivateIdentifier(_));
        Some(match kind {
            AstKind::ChainExpression(_) => Syntax::OptionalChaining,
            AstKind::LogicalExpression(logical)
                if logical.operator == LogicalOperator::Coalesce =>
            {
                Syntax::NullishCoalescing
            }
            AstKind::AssignmentExpression(assignment) => match assignment.operator {
                AssignmentOperator::LogicalAnd
                | AssignmentOperator::LogicalOr
                | AssignmentOperator::LogicalNullish => Syntax::LogicalAssignment,
                AssignmentOperator::Exponential => Syntax::Exponent,
                _ => return None,
            },
            AstKind::BinaryExpression(binary) if binary.operator == BinaryOperator::Exponential => {
                Syntax::Exponent
            }
            AstKind::PrivateFieldExpression(_) => Syntax::PrivateName,
            AstKind::PropertyDefinition(field) if is_private(&field.key) => Syntax::PrivateName,
            AstKind::PropertyDefinition(_) => Syntax::ClassField,
            AstKind::MethodDefinition(method) if is_private(&method.key) => Syntax::PrivateName,
            AstKind::StaticBlock(_) => Syntax::StaticBlock,
            AstKind::BigIntLiteral(_) => Syntax::BigInt,
            AstKind::NumericLiteral(number) => {
                let raw = number.raw.as_ref()?;
                raw.contains('_').then_some(Syntax::NumericSeparator)?
            }
            AstKind::AwaitExpression(_) if self.enclosing(id).is_none() => Syntax::TopLevelAwait,
            AstKind::ForOfStatement(statement) if statement.r#await => Syntax::AsyncIteration,
            AstKind::Function(function) => match (function.r#async, function.generator) {
                (true, true) => Syntax::AsyncIteration,
                (true, false) => Syntax::AsyncFunction,
                (false, true) => Syntax::Generator,
                (false, false) => return None,
            },
            AstKind::ArrowFunctionExpression(arrow) if arrow.r#async => Syntax::AsyncFunction,
            AstKind::ArrowFunctionExpression(_) => Syntax::ArrowFunction,
            AstKind::Class(_) => Syntax::Class,
            AstKind::TemplateLiteral(_) => Syntax::TemplateLiteral,
            AstKind::VariableDeclaration(declaration) if declaration.kind.is_lexical() => {
                Syntax::Let
            }
            AstKind::SpreadElement(_) => {
                let parent = self.semantic.nodes().parent_kind(id);
                matches!(parent, AstKind::ObjectExpression(_)).then_some(Syntax::ObjectSpread)?
            }
            AstKind::ImportExpression(_) => Syntax::DynamicImport,
            AstKind::ImportDeclaration(_)
            | AstKind::ExportNamedDeclaration(_)
            | AstKind::ExportAllDeclaration(_)
            | AstKind::ExportDefaultDeclaration(_) => Syntax::Module,
            AstKind::CatchClause(clause) if clause.param.is_none() => Syntax::OptionalCatchBinding,
            AstKind::RegExpLiteral(literal) => {
                let pattern = literal.regex.pattern.text.as_str();
                if pattern.contains("(?<=") || pattern.contains("(?<!") {
                    Syntax::Lookbehind
                } else {
                    pattern.contains("(?<").then_some(Syntax::NamedGroup)?
                }
            }
            _ => return None,
        })
    }
}
