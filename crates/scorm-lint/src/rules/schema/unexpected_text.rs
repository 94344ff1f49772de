//! SCH018: Text stands between elements where only elements may stand.

use crate::content_model::FaultKind;
use crate::rule::declare_rule;
use crate::{Findings, LintCx, MANIFEST, Place};

declare_rule! {
    /// Text stands between elements where only elements may stand.
    ///
    /// ## Why
    /// Usually something was lost: a tag around the text, or a comment that was closed too early.
    ///
    /// ## Example
    /// ```xml
    /// <organization identifier="o1">
    ///   Course
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1"><title>Lesson</title></item>
    /// </organization>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <organization identifier="o1">
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1"><title>Lesson</title></item>
    /// </organization>
    /// ```
    pub static RULE = {
        code: "SCH018",
        name: "unexpected-text",
        category: Manifest,
        severity: Warning,
        strict: Error,
        level: Standard,
        adl: ["X-1", "X-2"],
        spec: "CAM 3, Content Packaging",
        mend: "Remove the text {1}, or put it into an element.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for fault in cx.faults() {
        if !matches!(fault.kind, FaultKind::UnexpectedText) {
            continue;
        }
        let mut pieces = fault.node.text_pieces();
        if let Some((span, text)) = pieces.find(|(_, text)| !text.trim().is_empty()) {
            let message = format!(
                "<{}> holds the text `{}`; only elements may stand there",
                fault.node.qualified_name(),
                text.trim()
            );
            out.at(Place::span(MANIFEST, span), message);
        }
    }
}
