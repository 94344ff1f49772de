//! What stands around each node, found in one pass: deep code would be walked up again and again.

use std::collections::HashMap;

use oxc_ast::AstKind;
use oxc_semantic::{AstNodes, NodeId};
use oxc_span::{GetSpan, Span as CodeSpan};

use crate::script::names::FunctionId;

/// What is around one node.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Around {
    /// The function that it stands in.
    pub(super) function: Option<FunctionId>,
    /// May it be left out when that function runs?
    pub(super) conditional: bool,
    /// Is it protected by `try`?
    pub(super) in_try: bool,
}

/// For all nodes, by their numbers. Parents are numbered before their children.
pub(super) fn all(nodes: &AstNodes<'_>, functions: &HashMap<NodeId, FunctionId>) -> Vec<Around> {
    let mut all: Vec<Around> = Vec::with_capacity(nodes.len());
    for node in nodes.iter() {
        let id = node.id();
        let around = if id == NodeId::ROOT {
            Around::default()
        } else {
            let parent = nodes.parent_id(id);
            let outer = all.get(parent.index()).copied().unwrap_or_default();
            inside(
                nodes.kind(parent),
                node.kind().span(),
                outer,
                functions.get(&parent),
            )
        };
        all.push(around);
    }
    all
}

fn inside(
    parent: AstKind<'_>,
    own: CodeSpan,
    outer: Around,
    function: Option<&FunctionId>,
) -> Around {
    if let Some(function) = function {
        return Around {
            function: Some(*function),
            conditional: false,
            in_try: false,
        };
    }
    let within = |span: CodeSpan| span.start <= own.start && own.end <= span.end;
    let may_not_happen = match parent {
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
    let is_tried =
        matches!(parent, AstKind::TryStatement(statement) if within(statement.block.span()));
    Around {
        function: outer.function,
        conditional: may_not_happen || outer.conditional,
        in_try: is_tried || outer.in_try,
    }
}
