//! CON012: An input has no label.

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// An input has no label.
    ///
    /// ## Why
    /// Screen readers then say only "edit" or "check box", and speech control cannot name it.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><input type="text" name="answer"></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><label>Answer <input type="text" name="answer"></label></body></html>
    /// ```
    pub static RULE = {
        code: "CON012",
        name: "control-without-label",
        category: Accessibility,
        severity: Warning,
        level: Standard,
        spec: "WCAG 2.2, 1.3.1 (A)",
        wcag: A,
        mend: "Give this {1} a `<label>`, or an `aria-label`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for page in &cx.scripts().pages {
        let labels: Vec<&str> = page
            .html
            .all("label")
            .filter_map(|label| label.value("for"))
            .collect();
        for element in &page.html.elements {
            let is_control = match element.name.as_str() {
                "select" | "textarea" => true,
                "input" => !matches!(
                    element
                        .value("type")
                        .unwrap_or_default()
                        .to_ascii_lowercase()
                        .as_str(),
                    "hidden" | "submit" | "button" | "reset" | "image"
                ),
                _ => false,
            };
            let named = ["aria-label", "aria-labelledby", "title"];
            let is_labelled = element.inside.label
                || named.iter().any(|name| element.has(name))
                || element.value("id").is_some_and(|id| labels.contains(&id));
            if is_control && !is_labelled {
                out.at(
                    page.at(element.span),
                    format!("this `{}` has no label", element.name),
                );
            }
        }
    }
}
