//! CON032: A style uses what a target browser does not know.

use crate::browser_target::Since;
use crate::rule::declare_rule;
use crate::style::{Declaration, StyleRule, StyleSheet};
use crate::{Findings, LintCx};

declare_rule! {
    /// A style uses what a target browser does not know.
    ///
    /// ## Why
    /// That browser skips it, and the page looks different there. Say it in older words first, or guard it
    /// by `@supports`.
    ///
    /// ## Example
    /// ```package
    /// //- ?browser firefox 100
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title>
    /// <meta name="viewport" content="width=device-width"><style>
    /// main:has(h1) { margin: 0 }
    /// </style></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- ?browser firefox 121
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title>
    /// <meta name="viewport" content="width=device-width"><style>
    /// main:has(h1) { margin: 0 }
    /// </style></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "CON032",
        name: "style-newer-than-target",
        category: BrowserSupport,
        severity: Warning,
        level: Standard,
        mend: "Write a fallback for browsers without {1}, and guard it by `@supports`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    if cx.settings.browsers.is_empty() {
        return;
    }
    for sheet in &cx.styles().sheets {
        let mut said: Vec<&str> = Vec::new();
        for (word, since, span) in features(sheet) {
            let targets = &cx.settings.browsers;
            let missing = targets.iter().find_map(|target| since.missing_in(*target));
            let is_guarded = sheet
                .at_rules
                .iter()
                .any(|at_rule| at_rule.name == "supports" && at_rule.prelude.contains(word));
            if let Some(missing) = missing.filter(|_| !is_guarded && !said.contains(&word)) {
                said.push(word);
                sheet.report(out, span, format!("this is `{word}`; {missing}"));
            }
        }
    }
}

/// The younger things that a sheet uses, with their places.
fn features(
    sheet: &StyleSheet,
) -> impl Iterator<Item = (&'static str, Since, scorm_package::xml::Span)> + '_ {
    let at_rules = sheet.at_rules.iter().filter_map(|at_rule| {
        let known = AT_RULES.iter().find(|(name, _)| *name == at_rule.name);
        known.map(|(name, since)| (*name, *since, at_rule.span))
    });
    let selectors = sheet.rules.iter().flat_map(|rule| {
        let words = selector_words(rule);
        words.map(move |(word, since)| (word, since, rule.selector_span))
    });
    let declarations = sheet.rules.iter().flat_map(|rule| &rule.declarations);
    let declarations = declarations.flat_map(|declaration| {
        let words = declaration_words(declaration);
        words.map(move |(word, since)| (word, since, declaration.span))
    });
    at_rules.chain(selectors).chain(declarations)
}

fn selector_words(rule: &StyleRule) -> impl Iterator<Item = (&'static str, Since)> + '_ {
    let nested = rule
        .is_nested
        .then_some(("nesting", Since(120, 120, 117, (17, 2))));
    let words = SELECTORS
        .iter()
        .filter(|(word, _)| rule.selector.contains(word));
    nested.into_iter().chain(words.copied())
}

fn declaration_words(
    declaration: &Declaration,
) -> impl Iterator<Item = (&'static str, Since)> + '_ {
    let custom = declaration.name.starts_with("--");
    let custom = custom.then_some(("--custom", Since(49, 15, 31, (9, 1))));
    let properties = PROPERTIES
        .iter()
        .filter(|(name, _)| *name == declaration.name);
    let values = VALUES
        .iter()
        .filter(|(word, _)| declaration.value.contains(word));
    custom.into_iter().chain(properties.chain(values).copied())
}

const AT_RULES: &[(&str, Since)] = &[
    ("container", Since(105, 105, 110, (16, 0))),
    ("layer", Since(99, 99, 97, (15, 4))),
    ("property", Since(85, 85, 128, (16, 4))),
    ("scope", Since(118, 118, 146, (26, 4))),
    ("starting-style", Since(117, 117, 129, (17, 5))),
];

const SELECTORS: &[(&str, Since)] = &[
    (":has(", Since(105, 105, 121, (15, 4))),
    (":is(", Since(88, 88, 78, (14, 0))),
    (":where(", Since(88, 88, 78, (14, 0))),
    (":focus-visible", Since(86, 86, 85, (15, 4))),
];

const PROPERTIES: &[(&str, Since)] = &[
    ("aspect-ratio", Since(88, 88, 89, (15, 0))),
    ("inset", Since(87, 87, 66, (14, 1))),
    ("grid-template-columns", Since(57, 16, 52, (10, 1))),
    ("grid-template-areas", Since(57, 16, 52, (10, 1))),
    ("backdrop-filter", Since(76, 79, 103, (18, 0))),
    ("accent-color", Since(93, 93, 92, (15, 4))),
    ("text-wrap", Since(114, 114, 121, (17, 4))),
    ("object-fit", Since(32, 79, 36, (10, 0))),
    ("scroll-behavior", Since(61, 79, 36, (15, 4))),
    ("translate", Since(104, 104, 72, (14, 1))),
    ("content-visibility", Since(85, 85, 125, (18, 0))),
];

const VALUES: &[(&str, Since)] = &[
    ("color-mix(", Since(111, 111, 113, (16, 2))),
    ("oklch(", Since(111, 111, 113, (15, 4))),
    ("clamp(", Since(79, 79, 75, (13, 1))),
    ("sticky", Since(56, 16, 32, (13, 0))),
    ("dvh", Since(108, 108, 101, (15, 4))),
    ("svh", Since(108, 108, 101, (15, 4))),
];
