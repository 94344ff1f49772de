//! SEC006: A form sends what the learner enters to another host.

use super::hosts::is_remote;
use crate::rule::declare_rule;
use crate::rules::content::documents::references;
use crate::script::page::ReferenceKind;
use crate::{Findings, LintCx};

declare_rule! {
    /// A form sends what the learner enters to another host.
    ///
    /// ## Why
    /// The learner believes to talk to the LMS.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><form action="https://forms.example.com/post" method="post"><button>Send</button></form></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><form onsubmit="return false"><button>Send</button></form></body></html>
    /// ```
    pub static RULE = {
        code: "SEC006",
        name: "form-posts-elsewhere",
        category: Security,
        severity: Warning,
        level: Standard,
        mend: "Report by the SCORM API instead of sending the form to {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for (page, reference) in references(cx) {
        if reference.kind == ReferenceKind::Form && is_remote(&reference.written) {
            let message = format!("the form goes to `{}`", reference.written);
            out.at(page.at(reference.span), message);
        }
    }
}
