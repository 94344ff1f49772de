//! API037: The load or unload handler of a page calls a function that no script defines.

use crate::rule::declare_rule;
use crate::script::events::Events;
use crate::script::facts::UnitKind;
use crate::{Findings, LintCx};

declare_rule! {
    /// The load or unload handler of a page calls a function that no script defines.
    ///
    /// ## Why
    /// The handler stops with a script error: the course does not begin, or never ends its session.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body onunload="finish()"><h1>Lesson</h1>
    /// <script>
    /// var api = window.parent.API_1484_11;
    /// api.Initialize("");
    /// function quit() { api.Terminate(""); }
    /// </script></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body onunload="finish()"><h1>Lesson</h1>
    /// <script>
    /// var api = window.parent.API_1484_11;
    /// api.Initialize("");
    /// function finish() { api.Terminate(""); }
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "API037",
        name: "handler-calls-missing-function",
        category: ApiUsage,
        severity: Error,
        level: Standard,
        mend: "Define {1}, load the script that does, or remove the call.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for launch in scripts.launches.iter().filter(|launch| launch.is_complete) {
        for unit in &launch.scope.units {
            let UnitKind::Handler { event, .. } = &scripts.facts.unit(*unit).kind else {
                continue;
            };
            let lifecycle = Events::LEAVING.with(Events::LOAD);
            if !Events::parse(event).within(lifecycle) {
                continue;
            }
            for (_, call) in scripts.facts.calls_of(*unit) {
                let (Some((name, _)), Some(word), None) =
                    (scripts.facts.global(call), &call.word, &call.receiver)
                else {
                    continue;
                };
                if !scripts.flow.is_assigned(name) && !is_built_in(word) {
                    scripts.report_once(out, call, format!("no script defines `{word}`"));
                }
            }
        }
    }
}

/// Functions that browsers have.
fn is_built_in(word: &str) -> bool {
    const BUILT_IN: &[&str] = &[
        "alert",
        "confirm",
        "prompt",
        "close",
        "open",
        "print",
        "focus",
        "blur",
        "eval",
        "setTimeout",
        "setInterval",
        "clearTimeout",
        "clearInterval",
        "fetch",
        "scroll",
        "scrollTo",
        "scrollBy",
        "stop",
        "moveTo",
        "resizeTo",
        "parseInt",
        "parseFloat",
        "String",
        "Number",
        "Boolean",
        "Date",
        "escape",
        "unescape",
        "encodeURIComponent",
        "postMessage",
        "requestAnimationFrame",
        "queueMicrotask",
        "history",
        "$",
        "jQuery",
        "getComputedStyle",
    ];
    BUILT_IN.contains(&word)
}
