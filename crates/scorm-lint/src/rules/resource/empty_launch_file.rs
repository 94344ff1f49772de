//! RES029: The page that a resource launches is empty.

use crate::href::HrefKind;
use crate::rule::declare_rule;
use crate::script::page::ReferenceKind;
use crate::{Findings, LintCx};

declare_rule! {
    /// The page that a resource launches is empty.
    ///
    /// ## Why
    /// The learner sees a blank page.
    ///
    /// ## Example
    /// ```package
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="asset" href="text.html">
    ///   <file href="text.html"/>
    /// </resource>
    /// //- text.html
    /// <!DOCTYPE html><html lang="en"><head><title>Text</title></head><body></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="asset" href="text.html">
    ///   <file href="text.html"/>
    /// </resource>
    /// //- text.html
    /// <!DOCTYPE html><html lang="en"><head><title>Text</title></head><body><h1>Text</h1></body></html>
    /// ```
    pub static RULE = {
        code: "RES029",
        name: "empty-launch-file",
        category: Files,
        severity: Warning,
        level: Standard,
        mend: "Put the content of the page into {1}, or launch another page.",
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
            && (file.size == 0 || shows_nothing(cx, &file.name))
        {
            out.at(href.place(), format!("`{}` has no content", file.name));
        }
    }
}

/// Is it a page with nothing to see, and no script that could show something?
fn shows_nothing(cx: &LintCx<'_>, name: &str) -> bool {
    cx.scripts().page(name).is_some_and(|page| {
        let leads_on = page.html.all("meta").any(|meta| meta.has("http-equiv"));
        let fetches = page
            .references
            .iter()
            .any(|reference| reference.kind.is_fetched() && reference.kind != ReferenceKind::Style);
        !page.html.has_content && page.units.is_empty() && !fetches && !leads_on
    })
}
