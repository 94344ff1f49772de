//! API041: The result of interactions is always the same word.

use std::collections::BTreeSet;

use super::session;
use crate::rule::declare_rule;
use crate::script::element_use::ElementUse;
use crate::{Findings, LintCx};

declare_rule! {
    /// The result of interactions is always the same word.
    ///
    /// ## Why
    /// Reports of the LMS then show every answer as right, or every one as wrong, whatever learners do.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// var api = window.parent.API_1484_11;
    /// api.Initialize("");
    /// api.SetValue("cmi.interactions.0.id", "q1");
    /// api.SetValue("cmi.interactions.0.result", "correct");
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
    /// api.SetValue("cmi.interactions.0.id", "q1");
    /// api.SetValue("cmi.interactions.0.result", document.forms[0].q1.value === "b" ? "correct" : "incorrect");
    /// api.Terminate("");
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "API041",
        name: "result-always-the-same",
        category: ApiUsage,
        severity: Warning,
        level: Standard,
        mend: "Compute the result from the answer instead of writing {1} in every case.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for session in session::complete(cx) {
        let results: Vec<&ElementUse> = session
            .set_below("cmi.interactions.")
            .filter(|used| used.element.ends_with(".result"))
            .collect();
        let words = results.iter().map(|used| match used.values.as_slice() {
            [(word, _)] => Some(word.as_ref()),
            _ => None,
        });
        let words: BTreeSet<Option<&str>> = words.collect();
        // One word everywhere, and nothing that decides whether it is said at all.
        let [Some(word)] = words.into_iter().collect::<Vec<_>>()[..] else {
            continue;
        };
        let is_judged = results.iter().any(|used| {
            let call = scripts.api_calls[used.api_call].call;
            scripts.facts.call(call).conditional
        });
        if matches!(word, "correct" | "incorrect" | "wrong")
            && !is_judged
            && session.names_all_elements()
            && let Some(first) = results.first()
        {
            let message = format!("the result is `{word}` in every case");
            scripts.report_once(out, first.at_value(), message);
        }
    }
}
