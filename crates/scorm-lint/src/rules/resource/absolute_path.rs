//! RES008: A path begins with a slash.

use crate::rule::declare_rule;
use crate::{Edit, Findings, LintCx};

declare_rule! {
    /// A path begins with a slash.
    ///
    /// ## Why
    /// It means the root of the server, not of the package, so the file is looked for in the wrong
    /// place.
    ///
    /// ## Example
    /// ```xml
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="/index.html">
    ///   <file href="index.html"/>
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
        code: "RES008",
        name: "absolute-path",
        category: Files,
        severity: Warning,
        strict: Error,
        level: Standard,
        adl: ["30.3.3", "30.7.3.3.3", "30.7.3.5.3", "M-5", "R-8", "R-16", "R-21"],
        spec: "CAM 3, Content Packaging",
        fix: Unsafe,
        mend: "Remove the `/` at the beginning of {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for attribute in super::paths::attributes(cx) {
        let value = attribute.value().trim();
        if value.starts_with('/') && !value.starts_with("//") {
            let new = value.trim_start_matches('/');
            out.at(
                attribute,
                format!("`{value}` begins at the root of the server"),
            )
            .fix(
                format!("Write `{new}`"),
                vec![Edit::set_value(attribute, new)],
            );
        }
    }
}
