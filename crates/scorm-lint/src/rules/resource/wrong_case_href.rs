//! RES004: A file is there, but its name is written with other upper and lower case.

use crate::rule::declare_rule;
use crate::{Edit, Findings, LintCx};

declare_rule! {
    /// A file is there, but its name is written with other upper and lower case.
    ///
    /// ## Why
    /// It works on the author's disk and fails on a server that tells letter case apart, which most do.
    ///
    /// ## Example
    /// ```xml
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="Index.html">
    ///   <file href="Index.html"/>
    /// </resource>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="index.html">
    ///   <file href="index.html"/>
    /// </resource>
    /// ```
    pub static RULE = {
        code: "RES004",
        name: "wrong-case-href",
        category: Files,
        severity: Warning,
        strict: Error,
        level: Standard,
        adl: ["P-20"],
        spec: "CAM 3, Content Packaging",
        fix: Safe,
        mend: "Write the name as the file has it: {2}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for href in cx.hrefs() {
        let Some(name) = href.file().filter(|name| cx.file(name).is_none()) else {
            continue;
        };
        let Some(real) = cx.files_ignoring_case(name).next() else {
            continue;
        };
        let draft = out.at(href.place(), format!("`{name}` is called `{}`", real.name));
        // Only where the written path is the tail of the name can it simply be replaced.
        let Some(attribute) = href.attribute else {
            continue;
        };
        let path = href.written.split(['?', '#']).next().unwrap_or_default();
        let tail = real
            .name
            .len()
            .checked_sub(path.len())
            .and_then(|at| real.name.get(at..));
        if let Some(tail) = tail.filter(|tail| tail.eq_ignore_ascii_case(path)) {
            let new = format!("{tail}{}", &href.written[path.len()..]);
            draft.fix(
                format!("Write `{new}`"),
                vec![Edit::set_value(attribute, &new)],
            );
        }
    }
}
