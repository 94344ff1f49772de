//! RES014: A path has blanks in it.

use crate::rule::declare_rule;
use crate::suggestion::quoted;
use crate::{Edit, Findings, LintCx};

declare_rule! {
    /// A path has blanks in it.
    ///
    /// ## Why
    /// In a URL a blank is written `%20`. Browsers mend it; tools that split lists or requests at
    /// blanks do not.
    ///
    /// ## Example
    /// ```package
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="asset" href="my page.html">
    ///   <file href="my%20page.html"/>
    /// </resource>
    /// //- my page.html
    /// <!DOCTYPE html><html lang="en"><title>Lesson</title><body><h1>Lesson</h1></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="asset" href="my%20page.html">
    ///   <file href="my%20page.html"/>
    /// </resource>
    /// //- my page.html
    /// <!DOCTYPE html><html lang="en"><title>Lesson</title><body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "RES014",
        name: "unescaped-blank",
        category: Files,
        severity: Info,
        strict: Warning,
        level: Strict,
        adl: ["X-5"],
        spec: "RFC 3986 2.1",
        fix: Safe,
        mend: "Write `%20` for each blank in {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for attribute in super::paths::attributes(cx) {
        let value = attribute.value().trim();
        if value.contains(' ') {
            let new = value.replace(' ', "%20");
            out.at(attribute, format!("`{value}` has blanks")).fix(
                format!("Write {}", quoted(&new)),
                vec![Edit::set_value(attribute, &new)],
            );
        }
    }
}
