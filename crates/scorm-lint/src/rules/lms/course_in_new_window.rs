//! LMS003: The course opens a window of its own.

use crate::rule::declare_rule;
use crate::script::events::Events;
use crate::{Findings, LintCx};

declare_rule! {
    /// The course opens a window of its own.
    ///
    /// ## Why
    /// Browsers block windows that open without a click, and phones show them instead of the LMS.
    /// The API must then be looked for through `opener`.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>
    /// var api = parent.API_1484_11;
    /// api.Initialize("");
    /// window.open("lesson.html", "lesson", "width=800,height=600");
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
    /// function show(page) { document.getElementById("page").src = page; }
    /// window.addEventListener("pagehide", function () { api.Terminate(""); });
    /// </script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "LMS003",
        name: "course-in-new-window",
        category: LmsCompatibility,
        severity: Info,
        level: Standard,
        mend: "Show the course in the page itself, or open the window when the learner clicks.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for launch in &scripts.launches {
        for unit in &launch.scope.units {
            for (_, call) in scripts.facts.calls_of(*unit) {
                let global = scripts.facts.global(call);
                let opens = global.is_some_and(|(_, word)| word == "open");
                let events = || launch.reach.call(&scripts.facts, call);
                if opens && call.argument_count > 0 && events().has(Events::LOAD) {
                    let message = "this window opens while the page loads; browsers block it";
                    scripts.report_once(out, call, message);
                }
            }
        }
    }
}
