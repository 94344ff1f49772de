//! SCH020: An element of a SCORM namespace that no schema of this version declares.

use scorm_package::xml::Vocabulary;

use crate::content_model::FaultKind;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// An element of a SCORM namespace that no schema of this version declares.
    ///
    /// ## Why
    /// It has no effect. Mostly it is a misspelt name, or one of another version: `datafromlms` is
    /// SCORM 1.2, `dataFromLMS` is SCORM 2004.
    ///
    /// ## Example
    /// ```xml
    /// <adlcp:datafromlms>start=1</adlcp:datafromlms>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <adlcp:dataFromLMS>start=1</adlcp:dataFromLMS>
    /// ```
    pub static RULE = {
        code: "SCH020",
        name: "undeclared-element",
        category: Manifest,
        severity: Warning,
        level: Standard,
        adl: ["P-13"],
        spec: "CAM 3, Content Packaging",
        mend: "Remove it, since {version} does not know it.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for fault in cx.faults() {
        // Sequencing in SCORM 1.2 has a rule of its own.
        let too_new = !cx.version.is_2004() && fault.node.vocabulary() != Vocabulary::Adlcp;
        if matches!(fault.kind, FaultKind::UndeclaredElement) && !too_new {
            let name = fault.node.qualified_name();
            out.at(
                fault.node,
                format!("{} has no element <{name}>", cx.version),
            );
        }
    }
}
