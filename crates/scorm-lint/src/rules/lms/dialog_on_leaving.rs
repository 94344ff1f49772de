//! LMS006: A script asks the learner something while the page goes away.

use crate::rule::declare_rule;
use crate::script::events::Events;
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
        mend: "Remove {1}, and save on `pagehide` without asking.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for launch in &scripts.launches {
        for unit in &launch.scope.units {
            for (_, call) in scripts.facts.calls_of(*unit) {
                // A message that may not come, as behind a debug flag or on failure, holds nothing up.
                let word = call.shown();
                let asks = match word {
                    "confirm" | "prompt" => true,
                    "alert" => !call.conditional,
                    _ => false,
                };
                let is_window = || scripts.facts.global(call).is_some();
                let events = || launch.reach.call(&scripts.facts, call);
                if asks && is_window() && events().within(Events::LEAVING) {
                    let message = format!("browsers ignore `{word}` while a page goes away");
                    scripts.report_once(out, call, message);
                }
            }
        }
    }
}
