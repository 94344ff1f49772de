//! STC006: Two items beside each other have the same title.

use std::collections::BTreeSet;

use scorm_package::xml::{Node, Vocabulary};

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// Two items beside each other have the same title.
    ///
    /// ## Why
    /// In the table of contents the learner cannot tell them apart.
    ///
    /// ## Example
    /// ```xml
    /// <item identifier="i1" identifierref="r1"><title>Lesson</title></item>
    /// <item identifier="i2" identifierref="r1"><title>Lesson</title></item>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <item identifier="i1" identifierref="r1"><title>Lesson one</title></item>
    /// <item identifier="i2" identifierref="r1"><title>Lesson two</title></item>
    /// ```
    pub static RULE = {
        code: "STC006",
        name: "duplicate-title",
        category: Structure,
        severity: Info,
        level: Pedantic,
        mend: "Give one of the items another title than {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let mut seen = BTreeSet::new();
    for item in cx.items() {
        let Some(title) = item.child(Vocabulary::Imscp, "title") else {
            continue;
        };
        let text = title
            .text()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        let parent = item.parent().map(Node::id);
        if !text.is_empty() && !seen.insert((parent, text.clone())) {
            out.at(title, format!("another item here has the title `{text}`"));
        }
    }
}
