//! CON019: A launched page does not say how it fits small screens.

use super::documents::documents;
use crate::rule::declare_rule;
use crate::{Findings, LintCx, Place, Severity};

declare_rule! {
    /// A launched page does not say how it fits small screens.
    ///
    /// ## Why
    /// Phones then show it as on a wide screen, too small to read.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><meta name="viewport" content="width=device-width, initial-scale=1"></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "CON019",
        name: "missing-viewport",
        category: Content,
        severity: Info,
        level: Strict,
        mend: r#"Add `<meta name="viewport" content="width=device-width, initial-scale=1">` to `<head>`."#,
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for page in documents(cx) {
        let is_launched = scripts.is_launched(page);
        let has_viewport = page
            .html
            .all("meta")
            .any(|meta| meta.value("name") == Some("viewport"));
        if is_launched && page.html.has_content && !has_viewport {
            let place = Place::file(&page.file);
            let draft = out.at(place, "the page has no viewport for small screens");
            if cx.settings.is_for_small_screens() {
                draft.severity(Severity::Warning);
            }
        }
    }
}
