//! CON006: A page refers to the computer it was made on.

use super::documents::references;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A page refers to the computer it was made on.
    ///
    /// ## Why
    /// Paths of a disk and addresses like `localhost` lead nowhere for everybody else.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><img src="file:///C:/course/tea.png" alt="Tea"></body></html>
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
        code: "CON006",
        name: "local-machine-reference",
        category: Content,
        severity: Error,
        level: Standard,
        mend: "Copy the file into the package, and write its path from the page instead of {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for (page, reference) in references(cx) {
        let url = reference.written.to_ascii_lowercase();
        let drive = url.as_bytes().get(1) == Some(&b':')
            && url.starts_with(|c: char| c.is_ascii_alphabetic());
        let host = url.split("://").nth(1).unwrap_or_default();
        let local = ["localhost", "127.0.0.1", "[::1]"]
            .iter()
            .any(|name| host.starts_with(name));
        if drive || local || url.starts_with("file:") {
            let message = format!("`{}` exists only on one computer", reference.written);
            out.at(page.at(reference.span), message);
        }
    }
}
