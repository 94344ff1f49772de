//! CON024: A script imports a module that is not in the package.

use crate::href::Target;
use crate::rule::declare_rule;
use crate::script::page::resolve_from;
use crate::{Findings, LintCx};

declare_rule! {
    /// A script imports a module that is not in the package.
    ///
    /// ## Why
    /// The browser then runs nothing of the script that imports it.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script type="module">import { start } from "./course.js"; start();</script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script type="module">import { start } from "./course.js"; start();</script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// //- course.js
    /// export function start() {}
    /// ```
    pub static RULE = {
        code: "CON024",
        name: "missing-import",
        category: Content,
        severity: Error,
        level: Standard,
        mend: "Add {1} to the package, or correct the import.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for id in &scripts.outer_units {
        let unit = scripts.facts.unit(*id);
        for import in unit
            .imports
            .iter()
            .filter(|import| import.text.starts_with('.'))
        {
            if let Target::Local(name) = resolve_from(&unit.file, &import.text)
                && cx.file(&name).is_none()
            {
                let draft = out.missing_file(cx, scripts.place((*id, import.span)), &name);
                if scripts.is_vendor(*id) {
                    draft.vendor();
                }
            }
        }
    }
}
