//! CON004: A script is not valid JavaScript.

use crate::href::Target;
use crate::rule::declare_rule;
use crate::script::Scripts;
use crate::{Findings, LintCx, Severity};

declare_rule! {
    /// A script is not valid JavaScript.
    ///
    /// ## Why
    /// The browser throws the whole script away: none of its functions exist.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>function start( { }</script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>function start() { }</script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "CON004",
        name: "script-syntax-error",
        category: Content,
        severity: Error,
        level: Standard,
        mend: "Mend the code at this place; until then nothing of this script runs.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for (unit, id) in scripts.units() {
        let Some((error, span)) = &unit.syntax_error else {
            continue;
        };
        if scripts.data.contains(&id) && !is_loaded_as_script(scripts, &unit.file) {
            continue;
        }
        let message = format!("the script cannot be read: {error}");
        let draft = scripts.report(out, (id, *span), message);
        let mut launches = scripts.launches.iter();
        if !launches.any(|launch| launch.scope.units.contains(&id)) {
            // Nothing that is launched leads here; the page may be a leftover.
            draft.severity(Severity::Warning);
        }
    }
}

/// JSON is data for `fetch`, and a fault where a page runs it.
fn is_loaded_as_script(scripts: &Scripts, file: &str) -> bool {
    let references = scripts.pages.iter().flat_map(|page| &page.references);
    references
        .filter(|reference| reference.kind.is_script())
        .any(|reference| matches!(&reference.target, Target::Local(name) if name == file))
}
