//! MAN025: An `identifierref` has white space around it.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Edit, Findings, LintCx};

declare_rule! {
    /// An `identifierref` has white space around it.
    ///
    /// ## Why
    /// Identifiers lose their white space when XML is read, references do not, so a strict LMS finds no
    /// resource of this name.
    ///
    /// ## Example
    /// ```xml
    /// <item identifier="i1" identifierref=" r1 "><title>Lesson</title></item>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <item identifier="i1" identifierref="r1"><title>Lesson</title></item>
    /// ```
    pub static RULE = {
        code: "MAN025",
        name: "padded-identifierref",
        category: Manifest,
        severity: Warning,
        strict: Error,
        level: Standard,
        adl: ["30.6.3.6.2.2", "I-3"],
        spec: "CAM 3, Content Packaging",
        fix: Safe,
        mend: "Remove the blanks around the identifier.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for node in cx.items().chain(cx.all(Vocabulary::Imscp, "dependency")) {
        let Some(reference) = node.attribute("identifierref") else {
            continue;
        };
        let trimmed = reference.value().trim();
        if trimmed != reference.value() && !trimmed.is_empty() {
            let message = format!("identifierref is `{}`", reference.value());
            out.at(reference, message).fix(
                "Remove the white space",
                vec![Edit::set_value(reference, trimmed)],
            );
        }
    }
}
