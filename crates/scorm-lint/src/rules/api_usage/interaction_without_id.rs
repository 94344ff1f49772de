//! API038: Fields of an interaction or objective are set, and its `id` never is.

use scorm_package::xml::Vocabulary;

use super::session;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// Fields of an interaction or objective are set, and its `id` never is.
    ///
    /// ## Why
    /// The `id` makes the record. Without it SCORM 2004 refuses every other field with error 408, and many LMSs for SCORM 1.2 drop the record.
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
        code: "API038",
        name: "interaction-without-id",
        category: ApiUsage,
        severity: Error,
        level: Standard,
        spec: "RTE 4.2.7, interactions",
        mend: "Set {2} before {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for session in session::complete(cx) {
        for collection in ["cmi.interactions.", "cmi.objectives."] {
            // An LMS may have made the objectives of the manifest before the page begins.
            let made_by_lms = collection == "cmi.objectives."
                && cx.all(Vocabulary::Imsss, "objectives").next().is_some();
            let mut fields = session.set_below(collection);
            let first = fields.find(|used| !used.element.ends_with(".id"));
            let Some(first) = first.filter(|_| !made_by_lms) else {
                continue;
            };
            let mut all = session.set_below(collection);
            let has_id = all.any(|used| used.element.ends_with(".id"));
            if !has_id && session.names_all_elements() {
                let id = format!("{collection}n.id");
                let message = format!("`{}` is set, and `{id}` never is", first.element);
                scripts.report_once(out, first.at_element(), message);
            }
        }
    }
}
