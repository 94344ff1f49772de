//! SEC003: A page loads something over plain `http:`.

use crate::rule::declare_rule;
use crate::rules::content::documents::references;
use crate::{Findings, LintCx};

declare_rule! {
    /// A page loads something over plain `http:`.
    ///
    /// ## Why
    /// LMSs use `https:`. Browsers then block scripts, styles and frames that come unprotected, and
    /// warn about pictures.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><img src="http://example.com/tea.png" alt="Tea"></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><img src="tea.png" alt="Tea"></body></html>
    /// //- tea.png
    /// (a picture)
    /// ```
    pub static RULE = {
        code: "SEC003",
        name: "mixed-content",
        category: Security,
        severity: Warning,
        level: Standard,
        mend: "Copy {1} into the package, and load the copy.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for (page, reference) in references(cx).filter(|(_, reference)| reference.kind.is_fetched()) {
        if reference
            .written
            .to_ascii_lowercase()
            .starts_with("http://")
        {
            let message = format!("`{}` is loaded without protection", reference.written);
            out.at(page.at(reference.span), message);
        }
    }
}
