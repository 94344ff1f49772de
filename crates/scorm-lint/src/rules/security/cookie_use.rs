//! SEC014: A script reads or sets cookies.

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A script reads or sets cookies.
    ///
    /// ## Why
    /// Inside an LMS on another host browsers block cookies of the course or throw them away: what
    /// is kept there is gone the next time.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>document.cookie = "page=3";</script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>var page = 3;</script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "SEC014",
        name: "cookie-use",
        category: Security,
        severity: Info,
        level: Standard,
        mend: "Store the value by `cmi.suspend_data` instead of a cookie.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for chain in &scripts.facts.chains {
        let mut words = chain.words.iter().map(AsRef::as_ref);
        if chain.root.is_none()
            && words.next() == Some("document")
            && words.next() == Some("cookie")
        {
            scripts.report(out, chain, "cookies do not last inside an LMS");
        }
    }
}
