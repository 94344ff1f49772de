//! SEC002: A course reports its learners to a tracking service.

use super::hosts::is_tracker;
use crate::rule::declare_rule;
use crate::rules::content::documents::references;
use crate::{Findings, LintCx};

declare_rule! {
    /// A course reports its learners to a tracking service.
    ///
    /// ## Why
    /// Who learns what is nobody else's business, and in many places the law forbids telling
    /// without asking.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script src="https://www.google-analytics.com/analytics.js"></script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "SEC002",
        name: "tracker",
        category: Security,
        severity: Warning,
        level: Standard,
        mend: "Remove {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for (page, reference) in references(cx) {
        if is_tracker(&reference.written) {
            let message = format!("`{}` follows the learner", reference.written);
            out.at(page.at(reference.span), message);
        }
    }
    let scripts = cx.scripts();
    for (unit, id) in scripts.units() {
        let strings = unit.strings.iter();
        for string in strings.filter(|string| is_tracker(&string.text)) {
            let message = format!("`{}` follows the learner", string.text);
            scripts.report(out, (id, string.span), message);
        }
    }
}
