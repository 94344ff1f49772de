//! CON026: A style sheet asks for a file that is not in the package.

use scorm_package::manifest::resolve;

use crate::href::{Target, target};
use crate::rule::declare_rule;
use crate::style::sheet::urls;
use crate::style::{StyleRule, StyleSheet};
use crate::{Findings, LintCx};

declare_rule! {
    /// A style sheet asks for a file that is not in the package.
    ///
    /// ## Why
    /// The picture, font or further style sheet stays away. An LMS answers each such request with an error
    /// that its log keeps.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title>
    /// <meta name="viewport" content="width=device-width"><style>
    /// h1 { background: url("paper.png") }
    /// </style></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title>
    /// <meta name="viewport" content="width=device-width"><style>
    /// h1 { background: url("paper.png") }
    /// </style></head>
    /// <body><h1>Lesson</h1></body></html>
    /// //- paper.png
    /// (a picture)
    /// ```
    pub static RULE = {
        code: "CON026",
        name: "missing-style-file",
        category: Content,
        severity: Warning,
        level: Standard,
        mend: "Add {1} to the package, or correct the address.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for sheet in &cx.styles().sheets {
        for at_rule in sheet
            .at_rules
            .iter()
            .filter(|at_rule| at_rule.name == "import")
        {
            let prelude = at_rule.prelude.as_str();
            let quoted = prelude.split(['"', '\'']).nth(1);
            for url in urls(prelude).into_iter().chain(quoted) {
                if let Some(name) = missing(cx, sheet, url) {
                    sheet.missing_file(cx, out, at_rule.span, &name);
                    break;
                }
            }
        }
        for rule in &sheet.rules {
            declarations(cx, sheet, rule, out);
        }
    }
}

fn declarations(cx: &LintCx<'_>, sheet: &StyleSheet, rule: &StyleRule, out: &mut Findings<'_>) {
    let is_font = rule.selector == "@font-face";
    let urls = || {
        rule.declarations
            .iter()
            .flat_map(|declaration| declaration.urls())
    };
    // A font is offered in several formats; one of them is enough.
    if is_font && urls().any(|url| missing(cx, sheet, url).is_none()) {
        return;
    }
    for declaration in &rule.declarations {
        let name = declaration
            .urls()
            .into_iter()
            .find_map(|url| missing(cx, sheet, url));
        if let Some(name) = name {
            sheet.missing_file(cx, out, declaration.span, &name);
            if is_font {
                return;
            }
        }
    }
}

/// The file that a URL of the sheet means, if the package does not have it.
fn missing(cx: &LintCx<'_>, sheet: &StyleSheet, url: &str) -> Option<String> {
    let base = sheet.file.rsplit_once('/').map_or("", |(folder, _)| folder);
    let base = if base.is_empty() {
        String::new()
    } else {
        format!("{base}/")
    };
    match target(&resolve(&base, url), true) {
        Target::Local(name) if cx.files_ignoring_case(&name).next().is_none() => Some(name),
        _ => None,
    }
}
