//! API035: A value is given to the API that is not a string.

use crate::rule::declare_rule;
use crate::script::facts::Value;
use crate::{Findings, LintCx};
use scorm_runtime::ApiFunction;

declare_rule! {
    /// A value is given to the API that is not a string.
    ///
    /// ## Why
    /// The API takes strings. Most LMSs convert numbers and booleans, some refuse them.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// var api = window.parent.API_1484_11;
    /// api.Initialize("");
    /// api.SetValue("cmi.score.raw", 17);
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
    /// api.SetValue("cmi.score.raw", "17");
    /// api.Terminate("");
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "API035",
        name: "non-string-value",
        category: ApiUsage,
        severity: Info,
        level: Pedantic,
        spec: "RTE 3.1, API",
        mend: "Write the value as a string, for example by `String(…)`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    let sets = scripts
        .api_calls
        .iter()
        .filter(|call| call.function == ApiFunction::SetValue);
    for call in sets.filter(|call| call.is_direct()) {
        let Some(value) = &call.value else {
            continue;
        };
        if matches!(value.value, Value::Number(_) | Value::Bool(_)) {
            let unit = scripts.facts.call(call.call).unit;
            let message = "the API takes strings; this is a number or boolean";
            scripts.report(out, (unit, value.span), message);
        }
    }
}
