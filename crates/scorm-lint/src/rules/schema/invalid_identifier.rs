//! SCH013: An identifier is not an XML name.

use super::values;
use crate::content_model::ValueFault;
use crate::rule::declare_rule;
use crate::suggestion::quoted;
use crate::{Findings, LintCx};

declare_rule! {
    /// An identifier is not an XML name.
    ///
    /// ## Why
    /// Identifiers begin with a letter or `_` and hold only letters, digits, `.`, `-` and `_`.
    /// Validating LMSs refuse others, and some build file names or URLs of them.
    ///
    /// ## Example
    /// ```xml
    /// <item identifier="1. Lesson" identifierref="r1"><title>Lesson</title></item>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <item identifier="lesson-1" identifierref="r1"><title>Lesson</title></item>
    /// ```
    pub static RULE = {
        code: "SCH013",
        name: "invalid-identifier",
        category: Manifest,
        severity: Warning,
        strict: Error,
        level: Standard,
        adl: ["X-3", "X-4", "X-8"],
        spec: "CAM 3, Content Packaging",
        mend: "Write a name of letters, digits, `-`, `_` and `.` that begins with a letter or `_`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for (fault, value, kind) in values::invalid(cx) {
        if *kind == ValueFault::NotName {
            let name = values::name(fault);
            out.at(
                values::place(fault),
                format!("{name} is `{value}`, which is not an XML name"),
            )
            .suggest(format!(
                "Write {}, also where it is referred to.",
                quoted(&as_name(value))
            ));
        }
    }
}

/// A name that is allowed and looks like the value.
fn as_name(value: &str) -> String {
    let legal = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    let name: String = value
        .trim()
        .chars()
        .map(|c| if legal(c) { c } else { '_' })
        .collect();
    match name.chars().next() {
        Some(first) if first.is_alphabetic() || first == '_' => name,
        _ => format!("_{name}"),
    }
}
