//! CON036: A placeholder of a template was never filled in.

use std::collections::HashSet;

use crate::rule::declare_rule;
use crate::script::html::Attribute;
use crate::script::page::Page;
use crate::{Findings, LintCx, Severity};

declare_rule! {
    /// A placeholder of a template was never filled in.
    ///
    /// ## Why
    /// A build tool should have replaced it. As it is, the browser asks for a file of that name, or shows it.
    ///
    /// ## Example
    /// ```package
    /// //- extra.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><img src="%PUBLIC_URL%/logo.png" alt="Logo"></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- extra.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><img src="logo.png" alt="Logo"></body></html>
    /// //- logo.png
    /// (a picture)
    /// ```
    pub static RULE = {
        code: "CON036",
        name: "placeholder-in-page",
        category: Content,
        severity: Warning,
        level: Standard,
        mend: "Build the course again, or write the real value instead of {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for page in &cx.scripts().pages {
        let has_scripts = !page.units.is_empty()
            || page
                .references
                .iter()
                .any(|reference| reference.kind.is_script());
        for reference in &page.references {
            if let Some(found) = placeholder(&reference.written, has_scripts) {
                let draft = out.at(page.at(reference.span), message(found));
                if reference.kind.is_script() {
                    draft.severity(Severity::Error);
                }
            }
        }
        for attribute in unfetched(page) {
            if let Some(found) = placeholder(&attribute.value, has_scripts) {
                out.at(page.at(attribute.span), message(found));
            }
        }
        for title in page.html.all("title").filter(|title| !title.inside.svg) {
            if let Some(found) = placeholder(title.text.of(&page.text), has_scripts) {
                out.at(page.at(title.span), message(found));
            }
        }
    }
}

/// Addresses and texts that no file is fetched for while the page loads.
fn unfetched(page: &Page) -> impl Iterator<Item = &Attribute> {
    let references = page.references.iter();
    let known: HashSet<u32> = references.map(|reference| reference.span.start).collect();
    let elements = page.html.elements.iter().filter(|e| !e.inside.template);
    let attributes = elements.filter_map(|element| match element.name.as_str() {
        "meta" => element.attribute("content"),
        "link" | "base" => element.attribute("href"),
        _ => None,
    });
    attributes.filter(move |attribute| !known.contains(&attribute.span.start))
}

fn message(found: &str) -> String {
    format!("`{found}` is a placeholder of a template")
}

/// The placeholder in a text. Braces are filled in by scripts, where there are some.
fn placeholder(text: &str, has_scripts: bool) -> Option<&str> {
    let braces = if has_scripts { "" } else { "{{" };
    for (open, close) in [("<%", "%>"), ("${", "}"), (braces, "}}")] {
        if !open.is_empty()
            && let Some(start) = text.find(open)
            && let Some(length) = text[start..].find(close)
        {
            return text.get(start..start + length + close.len());
        }
    }
    let mut parts = text.split('%').skip(1).peekable();
    while let Some(name) = parts.next() {
        let is_name = name.len() > 3
            && name.starts_with(|c: char| c.is_ascii_uppercase())
            && name.contains(|c: char| c.is_ascii_uppercase() && !c.is_ascii_hexdigit())
            && name
                .chars()
                .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
        if is_name && parts.peek().is_some() {
            let start = name.as_ptr() as usize - text.as_ptr() as usize;
            return text.get(start - 1..=start + name.len());
        }
    }
    None
}
