//! STC005: Items are nested more than eight levels deep.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// Items are nested more than eight levels deep.
    ///
    /// ## Why
    /// Tables of contents of LMSs are made for a few levels; deeper ones are cut off or cannot be read.
    ///
    /// ## Example
    /// ```xml
    /// <item identifier="a1"><title>1</title><item identifier="a2"><title>2</title><item identifier="a3"><title>3</title><item identifier="a4"><title>4</title><item identifier="a5"><title>5</title><item identifier="a6"><title>6</title><item identifier="a7"><title>7</title><item identifier="a8"><title>8</title><item identifier="a9" identifierref="r1"><title>9</title></item></item></item></item></item></item></item></item></item>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <item identifier="i1">
    ///   <title>Module</title>
    ///   <item identifier="i2" identifierref="r1"><title>Lesson</title></item>
    /// </item>
    /// ```
    pub static RULE = {
        code: "STC005",
        name: "deep-nesting",
        category: Structure,
        severity: Info,
        level: Standard,
        mend: "Move this item and what is inside it to a higher level.",
        since: "0.1.0",
    }
}

const DEEPEST: usize = 8;

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for item in cx.items() {
        let around = std::iter::successors(Some(item), |node| node.parent());
        let depth = around
            .take_while(|node| node.is(Vocabulary::Imscp, "item"))
            .count();
        // The first one beyond is enough: what is inside it is deeper anyway.
        if depth == DEEPEST + 1 {
            out.at(item, format!("this item is on level {depth}"));
        }
    }
}
