//! API022: A number is outside the range of its element.

use super::element::{ValueFault, wrong_values};
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A number is outside the range of its element.
    ///
    /// ## Why
    /// The LMS refuses the value with error 407. The scaled score goes from -1 to 1; a percentage
    /// must be divided by 100.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// var api = window.parent.API_1484_11;
    /// api.Initialize("");
    /// api.SetValue("cmi.score.scaled", "80");
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
    /// api.SetValue("cmi.score.scaled", "0.8");
    /// api.Terminate("");
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "API022",
        name: "value-out-of-range",
        category: ApiUsage,
        severity: Error,
        level: Standard,
        versions: SCORM_2004,
        spec: "RTE 4, data model",
        mend: "Write a number that {1} takes instead of {2}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for wrong in wrong_values(scripts, ValueFault::Range) {
        wrong.report(scripts, out);
    }
}
