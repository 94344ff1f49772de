//! API025: A response is set before the `type` of its interaction.

use super::field_order::out_of_order;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A response is set before the `type` of its interaction.
    ///
    /// ## Why
    /// The type decides how a response is written. SCORM 2004 refuses responses and patterns of an
    /// interaction without type with error 408.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// var api = window.parent.API_1484_11;
    /// api.Initialize("");
    /// api.SetValue("cmi.interactions.0.id", "q1");
    /// api.SetValue("cmi.interactions.0.learner_response", "a");
    /// api.SetValue("cmi.interactions.0.type", "choice");
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
    /// api.SetValue("cmi.interactions.0.id", "q1");
    /// api.SetValue("cmi.interactions.0.type", "choice");
    /// api.SetValue("cmi.interactions.0.learner_response", "a");
    /// api.Terminate("");
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "API025",
        name: "response-before-type",
        category: ApiUsage,
        severity: Error,
        level: Standard,
        spec: "RTE 4.2.7, interactions",
        mend: "Set {2} first.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    let responses = |field: &str, other: &str| {
        (field.ends_with("response") || field.ends_with("pattern")) && other == "type"
    };
    for (early, late) in out_of_order(scripts, responses) {
        let message = format!("`{}` is set before `{}`", early.element, late.element);
        scripts.report(out, early.at_element(), message);
    }
}
