//! LMS006: A script asks the learner something while the page goes away.

use crate::rule::declare_rule;
use crate::script::facts::Callee;
use crate::script::names::Name;
use crate::script::reach::Events;
use crate::{Findings, LintCx};

declare_rule! {
    /// A script asks the learner something while the page goes away.
    ///
    /// ## Why
    /// Browsers ignore `alert`, `confirm` and `prompt` then. Code that waits for the answer goes on
    /// as if it were no.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>
    /// var api = parent.API_1484_11;
    /// api.Initialize("");
    /// window.addEventListener("pagehide", function () {
    ///   if (confirm("Save?")) { api.Commit(""); }
    ///   api.Terminate("");
    /// });
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
    /// window.addEventListener("pagehide", function () {
    ///   api.Commit("");
    ///   api.Terminate("");
    /// });
    /// </script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "LMS006",
        name: "dialog-on-leaving",
        category: LmsCompatibility,
        severity: Warning,
        level: Standard,
        versions: ALL,
        adl: [],
        spec: "",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for launch in &scripts.launches {
        for unit in &launch.scope.units {
            for (_, call) in scripts.facts.calls_of(*unit) {
                // A message that may not come, as behind a debug flag or on failure, holds nothing up.
                let asks = match call.word.as_deref() {
                    Some("confirm" | "prompt") => true,
                    Some("alert") => !call.conditional,
                    _ => false,
                };
                let events = launch.reach.call(&scripts.facts, call);
                let is_window = matches!(&call.callee, Callee::Name(name)
                    if matches!(scripts.facts.names.name(*name), Name::Global(_)));
                let place = scripts.place_of(call);
                let known = out.drafts.iter().any(|draft| draft.place == place);
                if asks && is_window && !known && events.within(Events::LEAVING) {
                    let word = call.word.clone().unwrap_or_default();
                    let message = format!("browsers ignore `{word}` while a page goes away");
                    scripts.report(out, *unit, call.span, message);
                }
            }
        }
    }
}
