//! CON007: A page loads a style, picture, sound or frame from another host.

use super::documents::references;
use crate::href::Target;
use crate::rule::declare_rule;
use crate::style::sheet::urls;
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
        mend: "Copy {1} into the package, and refer to the copy.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    remote_styles(cx, out);
    for (page, reference) in references(cx) {
        let is_remote = reference.target == Target::External && is_remote(&reference.written);
        if is_remote && reference.kind.is_fetched() && !reference.kind.is_script() {
            let message = format!("`{}` is not in the package", reference.written);
            out.at(page.at(reference.span), message);
        }
    }
}

fn remote_styles(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for sheet in &cx.styles().sheets {
        let at_rules = sheet.at_rules.iter();
        let imports = at_rules.map(|at_rule| (at_rule.prelude.as_str(), at_rule.span));
        let declarations = sheet.rules.iter().flat_map(|rule| &rule.declarations);
        let values = declarations.map(|found| (found.value.as_str(), found.span));
        for (value, span) in imports.chain(values) {
            if let Some(url) = urls(value).into_iter().find(|url| is_remote(url)) {
                sheet.report(out, span, format!("`{url}` is not in the package"));
            }
        }
    }
}

fn is_remote(url: &str) -> bool {
    let url = url.to_ascii_lowercase();
    url.starts_with("http:") || url.starts_with("https:") || url.starts_with("//")
}
