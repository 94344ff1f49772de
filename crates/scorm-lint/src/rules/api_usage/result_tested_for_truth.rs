//! API030: The answer of an API function is tested as if it were a boolean.

use crate::rule::declare_rule;
use crate::script::facts::Usage;
use crate::{Findings, LintCx};
use scorm_runtime::ApiFunction;

declare_rule! {
    /// The answer of an API function is tested as if it were a boolean.
    ///
    /// ## Why
    /// The API answers with the strings `"true"` and `"false"`, and both are true for JavaScript: a
    /// failure is taken for success.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// var api = window.parent.API_1484_11;
    /// if (api.Initialize("")) {
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
        code: "API030",
        name: "result-tested-for-truth",
        category: ApiUsage,
        severity: Warning,
        level: Standard,
        spec: "RTE 3.1, API",
        mend: r#"Compare what {1} answers with the string `"true"`."#,
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    let answers = [
        ApiFunction::Initialize,
        ApiFunction::Terminate,
        ApiFunction::SetValue,
        ApiFunction::Commit,
    ];
    for call in scripts.api_calls.iter().filter(|call| call.is_direct()) {
        let fact = scripts.facts.call(call.call);
        if answers.contains(&call.function) && fact.usage == Usage::Tested {
            let word = fact.shown();
            let message =
                format!("`{word}` answers `\"false\"` when it fails, which counts as true here");
            scripts.report(out, fact, message);
        }
    }
}
