//! RES016: An `xml:base` does not end with a slash.

use crate::rule::declare_rule;
use crate::{Edit, Findings, LintCx};

declare_rule! {
    /// An `xml:base` does not end with a slash.
    ///
    /// ## Why
    /// What stands behind the last slash of a base is dropped when a path is resolved, so
    /// `xml:base="pages"` changes nothing; some LMSs glue it to the path instead.
    ///
    /// ## Example
    /// ```package
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="asset" xml:base="pages" href="start.html">
    ///   <file href="start.html"/>
    /// </resource>
    /// //- pages/start.html
    /// <!DOCTYPE html><html lang="en"><title>Lesson</title><body><h1>Lesson</h1></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="asset" xml:base="pages/" href="start.html">
    ///   <file href="start.html"/>
    /// </resource>
    /// //- pages/start.html
    /// <!DOCTYPE html><html lang="en"><title>Lesson</title><body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "RES016",
        name: "base-without-slash",
        category: Files,
        severity: Warning,
        strict: Error,
        level: Standard,
        adl: ["30.3.4", "30.7.3.5.4", "M-6", "R-16"],
        spec: "CAM 3, Content Packaging",
        fix: Unsafe,
        mend: "Add a `/` at the end of {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for attribute in super::paths::bases(cx) {
        let value = attribute.value().trim();
        if !value.ends_with('/') {
            let new = format!("{value}/");
            out.at(
                attribute,
                format!("xml:base is `{value}`; it must end with a slash"),
            )
            .fix(
                format!("Write `{new}`"),
                vec![Edit::set_value(attribute, &new)],
            );
        }
    }
}
