//! API019: A script reads an element that can only be set.

use crate::rule::declare_rule;
use crate::rules::lms::breaks::{self, Cause};
use crate::script::data_model::Verdict;
use crate::{Findings, LintCx};

declare_rule! {
    /// A script reads an element that can only be set.
    ///
    /// ## Why
    /// The call fails with error 405 (404 in SCORM 1.2) and gives an empty string.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// var api = window.parent.API_1484_11;
    /// api.Initialize("");
    /// var how = api.GetValue("cmi.exit");
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
    /// var how = api.GetValue("cmi.entry");
    /// api.Terminate("");
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "API019",
        name: "write-only-element-read",
        category: ApiUsage,
        severity: Error,
        level: Standard,
        spec: "RTE 4, data model",
        mend: "Keep the value in a variable of the page instead of reading {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for used in scripts
        .elements
        .iter()
        .filter(|used| used.verdict == Verdict::WriteOnly)
    {
        let also = breaks::also(cx, Cause::WriteOnlyThrows);
        let message = format!("`{}` can only be set{also}", used.element);
        scripts.report(out, used.at_element(), message);
    }
}
