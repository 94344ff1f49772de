//! S12005: Prerequisites are not written in AICC script.

use scorm_package::xml::Vocabulary;

use super::prerequisites;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// Prerequisites are not written in AICC script.
    ///
    /// ## Why
    /// The LMS cannot tell when the item may be opened; some lock it for ever. The script knows item
    /// identifiers, `&`, `|`, `~`, `=`, `<>`, `{ }`, counts such as `2*{a,b,c}`, and brackets.
    ///
    /// ## Example
    /// ```xml
    /// <item identifier="i0" identifierref="r1"><title>First</title></item>
    /// <item identifier="i1" identifierref="r1">
    ///   <title>Second</title>
    ///   <adlcp:prerequisites type="aicc_script">i0 &amp;</adlcp:prerequisites>
    /// </item>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <item identifier="i0" identifierref="r1"><title>First</title></item>
    /// <item identifier="i1" identifierref="r1">
    ///   <title>Second</title>
    ///   <adlcp:prerequisites type="aicc_script">i0 = "passed"</adlcp:prerequisites>
    /// </item>
    /// ```
    pub static RULE = {
        code: "S12005",
        name: "invalid-prerequisites",
        category: Manifest,
        severity: Error,
        level: Standard,
        versions: SCORM_12,
        spec: "SCORM 1.2 CAM, Content Packaging",
        mend: "Write identifiers of items joined by `&` or `|` instead of {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for node in cx.all(Vocabulary::Adlcp, "prerequisites") {
        let text = node.text();
        if let Some(fault) = prerequisites::parse(&text)
            .err()
            .filter(|_| !text.trim().is_empty())
        {
            out.at(node, format!("`{}`: {fault}", text.trim()));
        }
    }
}
