//! CON005: A page or style sheet names a file by a path that begins with `/`.

use super::documents::references;
use crate::finding::Draft;
use crate::href::{Target, relative};
use crate::rule::declare_rule;
use crate::suggestion::quoted;
use crate::{Findings, LintCx};

declare_rule! {
    /// A page or style sheet names a file by a path that begins with `/`.
    ///
    /// ## Why
    /// Such a path begins at the root of the server, not of the package. In an LMS the package lies
    /// somewhere below, and the file is not found.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script src="/course.js"></script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// //- course.js
    /// var pages = 3;
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script src="course.js"></script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// //- course.js
    /// var pages = 3;
    /// ```
    pub static RULE = {
        code: "CON005",
        name: "root-relative-reference",
        category: Content,
        severity: Warning,
        strict: Error,
        level: Standard,
        mend: "Write the path from the page to the file instead of {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for (page, reference) in references(cx) {
        let written = &reference.written;
        if is_rooted(written) {
            let draft = out.at(page.at(reference.span), message(written));
            suggest(cx, draft, &page.file, written, &reference.target);
        }
    }
    for (sheet, span, url) in cx.styles().urls() {
        if is_rooted(url) {
            let draft = sheet.report(out, span, message(url));
            suggest(cx, draft, &sheet.file, url, &sheet.target(url));
        }
    }
}

fn is_rooted(written: &str) -> bool {
    written.starts_with('/') && !written.starts_with("//")
}

fn message(written: &str) -> String {
    format!("`{written}` begins at the root of the server")
}

fn suggest(cx: &LintCx<'_>, draft: &mut Draft, from: &str, written: &str, target: &Target) {
    if let Target::Local(name) = target
        && let Some(file) = cx.files_ignoring_case(name).next()
    {
        let path = quoted(&relative(from, &file.name));
        draft.suggest(format!("Write {path} instead of {}.", quoted(written)));
    }
}
