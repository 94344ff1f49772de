//! SCH014: Two elements have the same identifier.

use crate::content_model::FaultKind;
use crate::rule::declare_rule;
use crate::suggestion::quoted;
use crate::{Findings, LintCx};

declare_rule! {
    /// Two elements have the same identifier.
    ///
    /// ## Why
    /// References become ambiguous, and an LMS that stores learner data by identifier mixes up two
    /// activities.
    ///
    /// ## Example
    /// ```xml
    /// <item identifier="i1" identifierref="r1"><title>One</title></item>
    /// <item identifier="i1" identifierref="r1"><title>Two</title></item>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <item identifier="i1" identifierref="r1"><title>One</title></item>
    /// <item identifier="i2" identifierref="r1"><title>Two</title></item>
    /// ```
    pub static RULE = {
        code: "SCH014",
        name: "duplicate-identifier",
        category: Manifest,
        severity: Error,
        level: Standard,
        adl: ["X-3", "30.1.2", "30.6.1.2", "30.6.3.6.1.2", "30.7.3.1.2", "31.3.2", "M-2", "O-5", "I-2", "R-4", "S-10"],
        spec: "CAM 3, Content Packaging",
        mend: "Give one of the two elements another identifier, and change what refers to it.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for fault in cx.faults() {
        let (FaultKind::DuplicateIdentifier { value, first }, Some(attribute)) =
            (&fault.kind, fault.attribute)
        else {
            continue;
        };
        let place = fault.node.document().place(first.span());
        let message = format!("`{value}` is already the identifier at line {}", place.line);
        out.at(attribute, message).suggest(format!(
            "Give this element an identifier of its own, such as {}.",
            quoted(&format!("{value}-2"))
        ));
    }
}
