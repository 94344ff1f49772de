//! CON035: A page or style sheet refers to a file outside the package.

use super::documents::references;
use crate::href::Target;
use crate::rule::declare_rule;
use crate::{Findings, LintCx, Severity};

declare_rule! {
    /// A page or style sheet refers to a file outside the package.
    ///
    /// ## Why
    /// Only the package goes to the LMS: what lies above it on the author's disk is not there.
    ///
    /// ## Example
    /// ```package
    /// //- extra.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><img src="../shared/logo.png" alt="Logo"></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- extra.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><img src="shared/logo.png" alt="Logo"></body></html>
    /// //- shared/logo.png
    /// (a picture)
    /// ```
    pub static RULE = {
        code: "CON035",
        name: "reference-outside-package",
        category: Content,
        severity: Error,
        level: Standard,
        mend: "Copy the file into the package, and write its path from the page instead of {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for (page, reference) in references(cx) {
        if reference.target == Target::Outside {
            let draft = out.at(page.at(reference.span), message(&reference.written));
            if !reference.kind.is_fetched() {
                // The page itself is whole; only this way leads nowhere.
                draft.severity(Severity::Warning);
            }
        }
    }
    for (sheet, span, url) in cx.styles().urls() {
        if sheet.target(url) == Target::Outside {
            sheet.report(out, span, message(url));
        }
    }
}

fn message(written: &str) -> String {
    format!("`{written}` leads out of the package")
}
