//! API021: An element gets a value that is not of its type.

use super::element::{ValueFault, wrong_values};
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// An element gets a value that is not of its type.
    ///
    /// ## Why
    /// The LMS refuses the value with error 406 (405 in SCORM 1.2).
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// var api = window.parent.API_1484_11;
    /// api.Initialize("");
    /// api.SetValue("cmi.score.raw", "80%");
    /// api.Terminate("");
    /// </script></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// var api = window.parent.API_1484_11;
    /// api.Initialize("");
    /// api.SetValue("cmi.score.raw", "80");
    /// api.Terminate("");
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "API021",
        name: "wrong-value-type",
        category: ApiUsage,
        severity: Error,
        level: Standard,
        spec: "RTE 4, data model",
        fix: Safe,
        mend: "Write {2} in the form that {1} takes.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for wrong in wrong_values(scripts, ValueFault::Type) {
        let draft = wrong.report(scripts, out);
        if let Some((right, edit)) = wrong.without_blanks(scripts) {
            draft.fix(format!("Write `{right}`"), vec![edit]);
        }
    }
}
