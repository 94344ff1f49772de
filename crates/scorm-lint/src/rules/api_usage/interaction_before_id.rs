//! API024: An element of an interaction or objective is set before its `id`.

use super::field_order::out_of_order;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// An element of an interaction or objective is set before its `id`.
    ///
    /// ## Why
    /// The `id` makes the record. Before it, SCORM 2004 refuses every other element with error 408,
    /// and many LMSs for SCORM 1.2 drop the record.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// var api = window.parent.API_1484_11;
    /// api.Initialize("");
    /// api.SetValue("cmi.interactions.0.type", "choice");
    /// api.SetValue("cmi.interactions.0.id", "q1");
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
    /// api.Terminate("");
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "API024",
        name: "interaction-before-id",
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
    for (early, late) in out_of_order(scripts, |field, other| field != "id" && other == "id") {
        let message = format!("`{}` is set before `{}`", early.element, late.element);
        scripts.report(out, early.at_element(), message);
    }
}
