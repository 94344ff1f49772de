//! API015: A function of one SCORM version is called on the API object of the other.

use crate::rule::declare_rule;
use crate::script::flow::ApiVersions;
use crate::{Findings, LintCx};

declare_rule! {
    /// A function of one SCORM version is called on the API object of the other.
    ///
    /// ## Why
    /// `API_1484_11` has no `LMSInitialize`, and `API` has no `Initialize`: the call is a script
    /// error, and the script stops there.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// var api = window.parent.API_1484_11;
    /// api.Initialize("");
    /// api.LMSSetValue("cmi.exit", "suspend");
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
    /// api.SetValue("cmi.exit", "suspend");
    /// api.Terminate("");
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "API015",
        name: "method-of-other-version",
        category: ApiUsage,
        severity: Error,
        level: Standard,
        spec: "RTE 3.1, API",
        mend: "Write {3} instead of {2}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for call in scripts.api_calls.iter().filter(|call| call.is_direct()) {
        let fact = scripts.facts.call(call.call);
        let is_meant = fact.branch.has(call.versions);
        if !call.object.is_none() && !call.object.has(call.versions) && !is_meant {
            let word = fact.shown();
            let (object, right) = if call.object.has(ApiVersions::SCORM_2004) {
                ("API_1484_11", call.function.name_2004())
            } else {
                ("API", call.function.name_1_2())
            };
            let message = format!("`{object}` has no `{word}`; it is called `{right}` there");
            scripts.report(out, fact, message);
        }
    }
}
