//! CON031: A script calls a function that a target browser does not have.

use crate::rule::declare_rule;
use crate::script::syntax::GLOBALS;
use crate::{Findings, LintCx};

declare_rule! {
    /// A script calls a function that a target browser does not have.
    ///
    /// ## Why
    /// The script stops there with an error. Ask first whether the function is there, or bring it along.
    ///
    /// ## Example
    /// ```package
    /// //- ?browser chrome 60
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title>
    /// <meta name="viewport" content="width=device-width"></head>
    /// <body><h1>Lesson</h1><script>
    /// var copy = structuredClone(window.state);
    /// </script></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- ?browser chrome 98
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title>
    /// <meta name="viewport" content="width=device-width"></head>
    /// <body><h1>Lesson</h1><script>
    /// var copy = structuredClone(window.state);
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "CON031",
        name: "function-newer-than-target",
        category: BrowserSupport,
        severity: Warning,
        level: Standard,
        mend: "Ask whether {1} exists before it is called, or load a replacement for it.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let targets = &cx.settings.browsers;
    if targets.is_empty() {
        return;
    }
    let scripts = cx.scripts();
    for call in scripts.facts.calls.iter().filter(|call| !call.conditional) {
        let Some((_, word)) = scripts.facts.global(call) else {
            continue;
        };
        let known = GLOBALS.iter().find(|(global, _)| *global == word);
        let missing = known
            .and_then(|(_, since)| targets.iter().find_map(|target| since.missing_in(*target)));
        if let Some(missing) = missing.filter(|_| !scripts.defines_global(word)) {
            scripts.report(out, call, format!("this is `{word}`; {missing}"));
        }
    }
}
