//! API020: An element gets a word that is not in its vocabulary.

use super::element::{ValueFault, wrong_values};
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// An element gets a word that is not in its vocabulary.
    ///
    /// ## Why
    /// The LMS refuses the value with error 406 (405 in SCORM 1.2): status, exit or type stay as
    /// they were.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// var api = window.parent.API_1484_11;
    /// api.Initialize("");
    /// api.SetValue("cmi.completion_status", "complete");
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
    /// api.SetValue("cmi.completion_status", "completed");
    /// api.Terminate("");
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "API020",
        name: "unknown-token",
        category: ApiUsage,
        severity: Error,
        level: Standard,
        spec: "RTE 4, data model",
        mend: "Write a word that {1} takes instead of {2}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for wrong in wrong_values(scripts, ValueFault::Vocabulary) {
        wrong.report(scripts, out);
    }
}
