//! CON030: A script is written in a form that a target browser cannot read.

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A script is written in a form that a target browser cannot read.
    ///
    /// ## Why
    /// That browser runs nothing of the whole script. Compile the script for the target, or name newer
    /// targets.
    ///
    /// ## Example
    /// ```package
    /// //- ?browser safari 13
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title>
    /// <meta name="viewport" content="width=device-width"></head>
    /// <body><h1>Lesson</h1><script>
    /// var title = window.course?.title;
    /// </script></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- ?browser safari 14
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title>
    /// <meta name="viewport" content="width=device-width"></head>
    /// <body><h1>Lesson</h1><script>
    /// var title = window.course?.title;
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "CON030",
        name: "syntax-newer-than-target",
        category: BrowserSupport,
        severity: Error,
        level: Standard,
        mend: "Translate the script for older browsers, or write it without this syntax.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for (unit, at) in scripts.units() {
        for (syntax, span) in &unit.syntax {
            let targets = &cx.settings.browsers;
            let missing = targets
                .iter()
                .find_map(|target| syntax.since().missing_in(*target));
            if let Some(missing) = missing {
                let message = format!("this is {}; {missing}", syntax.shown());
                scripts.report(out, (at, *span), message);
            }
        }
    }
}
