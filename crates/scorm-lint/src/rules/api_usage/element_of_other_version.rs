//! API016: An element of one SCORM version is used with the API of the other.

use crate::rule::declare_rule;
use crate::script::data_model::Verdict;
use crate::{Findings, LintCx};

declare_rule! {
    /// An element of one SCORM version is used with the API of the other.
    ///
    /// ## Why
    /// The data models differ. `cmi.core.lesson_status` exists only in SCORM 1.2; SCORM 2004 has
    /// `cmi.completion_status` and `cmi.success_status`. The call fails with error 401 (201 in
    /// SCORM 1.2).
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// var api = window.parent.API_1484_11;
    /// api.Initialize("");
    /// api.SetValue("cmi.core.lesson_status", "completed");
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
        code: "API016",
        name: "element-of-other-version",
        category: ApiUsage,
        severity: Error,
        level: Standard,
        spec: "RTE 4, data model",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for used in &scripts.elements {
        if used.verdict == Verdict::UnknownElement && used.known_elsewhere {
            let (here, there) = if used.version.is_scorm12() {
                ("SCORM 1.2", "SCORM 2004")
            } else {
                ("SCORM 2004", "SCORM 1.2")
            };
            let element = &used.element;
            let message = format!("`{element}` belongs to {there}; this call speaks {here}");
            scripts.report(out, used.at_element(), message);
        }
    }
}
