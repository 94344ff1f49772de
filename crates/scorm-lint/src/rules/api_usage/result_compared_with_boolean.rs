//! API029: The answer of an API function is compared with `true` or `false`.

use crate::rule::declare_rule;
use crate::script::facts::Usage;
use crate::{Findings, LintCx};

declare_rule! {
    /// The answer of an API function is compared with `true` or `false`.
    ///
    /// ## Why
    /// The API answers with the strings `"true"` and `"false"`. A string never equals a boolean, so
    /// the comparison always gives the same answer.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// var api = window.parent.API_1484_11;
    /// if (api.Initialize("") === true) {
    ///   api.Terminate("");
    /// }
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
    /// if (api.Initialize("") === "true") {
    ///   api.Terminate("");
    /// }
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "API029",
        name: "result-compared-with-boolean",
        category: ApiUsage,
        severity: Error,
        level: Standard,
        spec: "RTE 3.1, API",
        mend: r#"Compare what {1} answers with the string `"true"`."#,
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for call in scripts.api_calls.iter().filter(|call| call.is_direct()) {
        let fact = scripts.facts.call(call.call);
        if fact.usage == Usage::ComparedToBoolean {
            let word = fact.shown();
            let message = format!("`{word}` answers with a string, which never equals a boolean");
            scripts.report(out, fact, message);
        }
    }
}
