//! RES029: The page that a resource launches is empty.

use crate::href::HrefKind;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// The page that a resource launches is empty.
    ///
    /// ## Why
    /// The learner sees a blank page.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><title>Lesson</title></html>
    /// ```
    pub static RULE = {
        code: "RES029",
        name: "empty-launch-file",
        category: Files,
        severity: Warning,
        level: Standard,
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for href in cx
        .hrefs()
        .iter()
        .filter(|href| href.kind == HrefKind::Resource)
    {
        if let Some(file) = href.file().and_then(|name| cx.file(name))
            && file.size == 0
        {
            out.at(href.place(), format!("`{}` has no content", file.name));
        }
    }
}
