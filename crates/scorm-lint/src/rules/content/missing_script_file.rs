//! CON001: A page asks for a script that is not in the package.

use super::documents::missing;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A page asks for a script that is not in the package.
    ///
    /// ## Why
    /// Functions of that script do not exist when the page calls them. Often it is the one that
    /// speaks with the LMS.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script src="course.js"></script></head>
    /// <body><h1>Lesson</h1></body></html>
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
        code: "CON001",
        name: "missing-script-file",
        category: Content,
        severity: Error,
        level: Standard,
        mend: "Add {1} to the package, or correct the reference.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for (page, reference, name) in
        missing(cx).filter(|(_, reference, _)| reference.kind.is_script())
    {
        out.missing_file(cx, page.at(reference.span), name);
    }
}
