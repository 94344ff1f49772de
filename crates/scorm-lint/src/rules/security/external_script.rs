//! SEC001: A page runs a script from another host.

use super::hosts::{is_remote, is_tracker};
use crate::rule::declare_rule;
use crate::rules::content::documents::references;
use crate::{Findings, LintCx};

declare_rule! {
    /// A page runs a script from another host.
    ///
    /// ## Why
    /// Whoever controls that host controls the course: it can read what the learner enters and
    /// speak with the LMS in their name. Without network the course does not work.
    ///
    /// ## Example
    /// ```package
    /// //- widget.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script src="https://cdn.example.com/widget.js"></script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- widget.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script src="widget.js"></script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// //- widget.js
    /// var ready = true;
    /// ```
    pub static RULE = {
        code: "SEC001",
        name: "external-script",
        category: Security,
        severity: Warning,
        level: Standard,
        mend: "Copy {1} into the package, and load the copy.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for (page, reference) in references(cx).filter(|(_, reference)| reference.kind.is_script()) {
        if is_remote(&reference.written) && !is_tracker(&reference.written) {
            let message = format!("`{}` comes from another host", reference.written);
            out.at(page.at(reference.span), message);
        }
    }
}
