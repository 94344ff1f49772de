//! API012: The answer of Initialize is not looked at.

use crate::rule::declare_rule;
use crate::script::facts::Usage;
use crate::{Findings, LintCx};
use scorm_runtime::ApiFunction;

declare_rule! {
    /// The answer of Initialize is not looked at.
    ///
    /// ## Why
    /// Initialize can fail. A course that goes on as if it had not loses everything the learner
    /// does, without a word.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// var api = window.parent.API_1484_11;
    /// api.Initialize("");
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
    /// if (api.Initialize("") !== "true") {
    ///   document.title = "No connection to the LMS";
    /// }
    /// api.Terminate("");
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "API012",
        name: "initialize-result-ignored",
        category: ApiUsage,
        severity: Info,
        level: Standard,
        spec: "RTE 3.1, API",
        mend: r#"Go on only if `{Initialize}("")` answers `"true"`."#,
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    let initializes = scripts.api_calls.iter();
    for call in initializes.filter(|call| call.function == ApiFunction::Initialize) {
        let fact = scripts.facts.call(call.call);
        if fact.usage == Usage::Ignored {
            let message = "nobody looks at whether Initialize succeeded";
            scripts.report(out, fact, message);
        }
    }
}
