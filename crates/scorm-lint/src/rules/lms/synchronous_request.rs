//! LMS005: A script waits for a request and stops the page meanwhile.

use crate::rule::declare_rule;
use crate::script::facts::Value;
use crate::{Findings, LintCx};

declare_rule! {
    /// A script waits for a request and stops the page meanwhile.
    ///
    /// ## Why
    /// Browsers are removing synchronous requests, and refuse them while a page goes away, just
    /// when courses use them most.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>
    /// var api = parent.API_1484_11;
    /// api.Initialize("");
    /// var request = new XMLHttpRequest();
    /// request.open("GET", "data.json", false);
    /// request.send();
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
    /// fetch("data.json").then(function (answer) { return answer.json(); });
    /// window.addEventListener("pagehide", function () { api.Terminate(""); });
    /// </script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "LMS005",
        name: "synchronous-request",
        category: LmsCompatibility,
        severity: Warning,
        level: Standard,
        mend: "Send the request asynchronously, or by `navigator.sendBeacon` while the page goes away.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for call in scripts.facts.calls_named("open") {
        let [method, _, mode, ..] = call.arguments.as_slice() else {
            continue;
        };
        let is_request = matches!(&method.value, Value::Text(method)
            if matches!(method.to_ascii_uppercase().as_str(), "GET" | "POST" | "PUT" | "HEAD" | "DELETE"));
        if is_request && mode.value == Value::Bool(false) {
            scripts.report(
                out,
                call,
                "this request stops the page until it is answered",
            );
        }
    }
}
