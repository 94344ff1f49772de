//! LMS027: Reading something that an LMS need not have stops the course.

use super::answers::{first_of_each_file, further, reads};
use super::breaks::{self, Cause};
use crate::rule::declare_rule;
use crate::script::Scripts;
use crate::script::element_use::ElementUse;
use crate::{Findings, LintCx};
use scorm_runtime::ApiFunction;

declare_rule! {
    /// Reading something that an LMS need not have stops the course.
    ///
    /// ## Why
    /// Chamilo answers 401 to reads of what was never set: `cmi._version`, preferences of the
    /// learner, time limits. A function that throws on every error then ends the course, although
    /// it could do without the value.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>
    /// var api = parent.API_1484_11;
    /// api.Initialize("");
    /// function get(element) {
    ///   var value = api.GetValue(element);
    ///   if (api.GetLastError() !== "0") { throw new Error(element); }
    ///   return value;
    /// }
    /// var language = get("cmi.learner_preference.language");
    /// document.title = language;
    /// window.addEventListener("pagehide", function () { api.Terminate(""); });
    /// </script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>
    /// var api = parent.API_1484_11;
    /// api.Initialize("");
    /// function get(element) {
    ///   var value = api.GetValue(element);
    ///   return api.GetLastError() === "0" ? value : "";
    /// }
    /// var language = get("cmi.learner_preference.language");
    /// document.title = language;
    /// window.addEventListener("pagehide", function () { api.Terminate(""); });
    /// </script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "LMS027",
        name: "stopped-by-optional-element",
        category: LmsCompatibility,
        severity: Info,
        level: Standard,
        mend: "Go on without {1} where it cannot be read.",
        since: "0.3.0",
    }
}

/// What Chamilo does not know until it is set.
fn is_optional(element: &str) -> bool {
    let field = element.rsplit('.').next().unwrap_or_default();
    matches!(
        field,
        "_version" | "_children" | "max_time_allowed" | "time_limit_action" | "comments"
    ) || element.contains("_preference.")
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let Some(told) = breaks::told(cx, Cause::OptionalElementUnknown) else {
        return;
    };
    let scripts = cx.scripts();
    let stopping = reads(cx, is_optional).filter(|used| stops(scripts, used));
    for (used, count) in first_of_each_file(scripts, stopping) {
        let more = further(count);
        let message = format!(
            "an error with `{}` stops the course{more} ({told})",
            used.element
        );
        scripts.report(out, used.at_element(), message);
    }
}

/// Does the function that reads it look at the error and throw, with nobody to catch it?
fn stops(scripts: &Scripts, used: &ElementUse) -> bool {
    let call = &scripts.api_calls[used.api_call];
    let (outer, inner) = (
        scripts.facts.call(call.call),
        scripts.facts.call(call.inner),
    );
    let Some(function) = inner.function else {
        return false;
    };
    let mut calls = scripts.index.of_function(function).iter();
    let looks = calls.any(|id| {
        let asked = scripts.direct_call(*id);
        asked.is_some_and(|asked| asked.function == ApiFunction::GetLastError)
    });
    looks && scripts.facts.function(function).throws && !outer.in_try && !inner.in_try
}
