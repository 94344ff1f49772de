//! API018: A script sets an element that only the LMS may set.

use crate::rule::declare_rule;
use crate::script::data_model::Verdict;
use crate::{Findings, LintCx};

declare_rule! {
    /// A script sets an element that only the LMS may set.
    ///
    /// ## Why
    /// The call fails with error 404 (402 or 403 in SCORM 1.2) and changes nothing.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// var api = window.parent.API_1484_11;
    /// api.Initialize("");
    /// api.SetValue("cmi.learner_name", "Guest");
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
    /// api.SetValue("cmi.comments_from_learner.0.comment", "Guest");
    /// api.Terminate("");
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "API018",
        name: "read-only-element-set",
        category: ApiUsage,
        severity: Error,
        level: Standard,
        spec: "RTE 4, data model",
        mend: "Remove the call, since only the LMS sets {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for used in scripts
        .elements
        .iter()
        .filter(|used| used.verdict == Verdict::ReadOnly)
    {
        let message = format!("`{}` can only be read", used.element);
        scripts.report(out, used.at_element(), message);
    }
}
