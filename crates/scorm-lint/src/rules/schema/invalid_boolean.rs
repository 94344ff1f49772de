//! SCH008: A value must be `true` or `false` and is something else.

use super::values;
use crate::content_model::ValueFault;
use crate::rule::declare_rule;
use crate::{Edit, Findings, LintCx};

declare_rule! {
    /// A value must be `true` or `false` and is something else.
    ///
    /// ## Why
    /// LMSs read it as the default, as false, or refuse the manifest; which one cannot be foreseen.
    ///
    /// ## Example
    /// ```xml
    /// <item identifier="i1" identifierref="r1" isvisible="Yes"><title>Lesson</title></item>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <item identifier="i1" identifierref="r1" isvisible="true"><title>Lesson</title></item>
    /// ```
    pub static RULE = {
        code: "SCH008",
        name: "invalid-boolean",
        category: Manifest,
        severity: Warning,
        strict: Error,
        level: Standard,
        adl: ["X-5", "X-14", "X-15", "X-16", "X-17", "S-16", "S-28", "S-39", "S-41", "S-44", "S-45", "S-46", "S-53", "I-9", "I-19", "I-25", "O-7", "O-8"],
        spec: "CAM 3, Content Packaging",
        fix: Safe,
        mend: "Write `true` or `false`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for (fault, value, kind) in values::invalid(cx) {
        if *kind != ValueFault::NotBoolean {
            continue;
        }
        let draft = out.at(
            values::place(fault),
            format!(
                "{} is `{value}`, which is neither true nor false",
                values::name(fault)
            ),
        );
        let meant = match value.trim().to_ascii_lowercase().as_str() {
            "true" | "yes" | "on" => "true",
            "false" | "no" | "off" => "false",
            _ => continue,
        };
        if let Some(attribute) = fault.attribute {
            draft.fix(
                format!("Write `{meant}`"),
                vec![Edit::set_value(attribute, meant)],
            );
        }
    }
}
