//! CON007: A page loads a style, picture, sound or frame from another host.

use super::documents::{at_reference, references};
use crate::href::Target;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A page loads a style, picture, sound or frame from another host.
    ///
    /// ## Why
    /// It is missing without network, when that host is down or blocked, and it tells the host who
    /// learns what.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><link rel="stylesheet" href="https://fonts.example.com/font.css"></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><link rel="stylesheet" href="font.css"></head>
    /// <body><h1>Lesson</h1></body></html>
    /// //- font.css
    /// body { margin: 0 }
    /// ```
    pub static RULE = {
        code: "CON007",
        name: "external-resource",
        category: Content,
        severity: Info,
        level: Standard,
        versions: ALL,
        adl: [],
        spec: "",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for (page, reference) in references(cx) {
        let is_remote = reference.target == Target::External && is_remote(&reference.written);
        if is_remote && reference.kind.is_fetched() && !reference.kind.is_script() {
            let message = format!("`{}` is not in the package", reference.written);
            out.at(at_reference(page, reference), message);
        }
    }
}

fn is_remote(url: &str) -> bool {
    let url = url.to_ascii_lowercase();
    url.starts_with("http:") || url.starts_with("https:") || url.starts_with("//")
}
