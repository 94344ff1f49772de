//! CON002: A page shows a picture, style, sound or frame that is not in the package.

use super::documents::missing;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A page shows a picture, style, sound or frame that is not in the package.
    ///
    /// ## Why
    /// The learner sees a broken picture, an unstyled page or an error page in its place.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><img src="tea.png" alt="A cup of tea"></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><img src="tea.png" alt="A cup of tea"></body></html>
    /// //- tea.png
    /// (a picture)
    /// ```
    pub static RULE = {
        code: "CON002",
        name: "missing-content-file",
        category: Content,
        severity: Warning,
        level: Standard,
        mend: "Add {1} to the package, or correct the reference.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for (page, reference, name) in missing(cx) {
        if reference.kind.is_fetched() && !reference.kind.is_script() {
            out.missing_file(cx, page.at(reference.span), name);
        }
    }
}
