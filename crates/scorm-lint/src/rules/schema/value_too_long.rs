//! SCH019: A value is longer than the schema of SCORM 1.2 allows.

use super::values;
use crate::content_model::ValueFault;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A value is longer than the schema of SCORM 1.2 allows.
    ///
    /// ## Why
    /// The schemas of SCORM 1.2 limit these lengths, and LMSs cut or refuse what is longer.
    ///
    /// ## Example
    /// ```xml
    /// <adlcp:prerequisites type="aicc_script">i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1|i1</adlcp:prerequisites>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <item identifier="i0" identifierref="r1"><title>First</title></item>
    /// <item identifier="i1" identifierref="r1">
    ///   <title>Second</title>
    ///   <adlcp:prerequisites type="aicc_script">i0</adlcp:prerequisites>
    /// </item>
    /// ```
    pub static RULE = {
        code: "SCH019",
        name: "value-too-long",
        category: Manifest,
        severity: Error,
        level: Standard,
        versions: SCORM_12,
        adl: ["M-19"],
        spec: "SCORM 1.2 CAM, Content Packaging",
        mend: "Shorten it to the length that is allowed.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for (fault, value, kind) in values::invalid(cx) {
        let ValueFault::TooLong { max } = kind else {
            continue;
        };
        let (name, length) = (values::name(fault), value.chars().count());
        out.at(
            values::place(fault),
            format!("{name} has {length} characters; {max} are allowed"),
        )
        .suggest(format!("Shorten {name} to {max} characters."));
    }
}
