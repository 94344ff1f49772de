//! SCH009: A boolean is written `1` or `0`.

use scorm_package::xml::{Document, Node};

use super::values;
use crate::rule::declare_rule;
use crate::{Edit, Findings, LintCx};

declare_rule! {
    /// A boolean is written `1` or `0`.
    ///
    /// ## Why
    /// The schemas allow it, but ADL's own checks and many LMSs know only the words `true` and `false`.
    ///
    /// ## Example
    /// ```xml
    /// <item identifier="i1" identifierref="r1" isvisible="1"><title>Lesson</title></item>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <item identifier="i1" identifierref="r1" isvisible="true"><title>Lesson</title></item>
    /// ```
    pub static RULE = {
        code: "SCH009",
        name: "boolean-as-digit",
        category: Manifest,
        severity: Info,
        strict: Warning,
        level: Strict,
        versions: SCORM_2004,
        adl: ["O-7", "O-8", "I-9", "I-19", "I-25", "S-16", "S-28", "S-39", "S-41", "S-44", "S-45", "S-46", "S-53"],
        spec: "CAM 3, Content Packaging",
        fix: Safe,
        mend: "Write `true` for 1 and `false` for 0.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let elements = cx.document().into_iter().flat_map(Document::elements);
    for attribute in elements.flat_map(Node::attributes) {
        let word = match attribute.value().trim() {
            "1" => "true",
            "0" => "false",
            _ => continue,
        };
        if !values::is_boolean(attribute.name()) {
            continue;
        }
        let message = format!(
            "`{}` is `{}`",
            attribute.qualified_name(),
            attribute.value()
        );
        let edits = vec![Edit::set_value(attribute, word)];
        out.at(attribute, message)
            .fix(format!("Write `{word}`"), edits);
    }
}
