//! MAN036: A value is a placeholder of a template that was never filled in.

use scorm_package::xml::{Node, Vocabulary};

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A value is a placeholder of a template that was never filled in.
    ///
    /// ## Why
    /// The package was zipped without running the build that fills the template; identifiers and hrefs
    /// lead nowhere.
    ///
    /// ## Example
    /// ```xml
    /// <item identifier="i1" identifierref="r1"><title>{{title}}</title></item>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <item identifier="i1" identifierref="r1"><title>Templates with {{braces}} in text</title></item>
    /// ```
    pub static RULE = {
        code: "MAN036",
        name: "placeholder-value",
        category: Manifest,
        severity: Error,
        level: Standard,
        mend: "Replace the placeholder {1} by the real value.",
        since: "0.1.0",
    }
}

const PAIRS: &[(&str, &str)] = &[
    ("{{", "}}"),
    ("${", "}"),
    ("<%", "%>"),
    ("[[", "]]"),
    ("@@", "@@"),
];

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let titles = cx.all(Vocabulary::Imscp, "title");
    let versions = cx.all(Vocabulary::Imscp, "schemaversion");
    for node in titles.chain(versions) {
        let text = node.text();
        if is_placeholder(text.trim()) {
            out.at(node, format!("`{}` is a placeholder", text.trim()));
        }
    }
    let Some(root) = cx.root() else { return };
    for attribute in root.document().elements().flat_map(Node::attributes) {
        if is_placeholder(attribute.value().trim()) {
            out.at(
                attribute,
                format!("`{}` is a placeholder", attribute.value()),
            );
        }
    }
}

/// Is the whole value a placeholder? Braces inside other text may well be meant.
fn is_placeholder(text: &str) -> bool {
    PAIRS.iter().any(|(open, close)| {
        text.len() > open.len() + close.len() && text.starts_with(open) && text.ends_with(close)
    })
}
