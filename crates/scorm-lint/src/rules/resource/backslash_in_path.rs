//! RES007: A path is written with backslashes.

use crate::rule::declare_rule;
use crate::suggestion::quoted;
use crate::{Edit, Findings, LintCx};

declare_rule! {
    /// A path is written with backslashes.
    ///
    /// ## Why
    /// URLs have slashes. Browsers and servers outside Windows take the backslash for a part of the
    /// name and find no such file.
    ///
    /// ## Example
    /// ```package
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="asset" href="pages\start.html">
    ///   <file href="pages\start.html"/>
    /// </resource>
    /// //- pages/start.html
    /// <!DOCTYPE html><html lang="en"><title>Lesson</title><body><h1>Lesson</h1></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="asset" href="pages/start.html">
    ///   <file href="pages/start.html"/>
    /// </resource>
    /// //- pages/start.html
    /// <!DOCTYPE html><html lang="en"><title>Lesson</title><body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "RES007",
        name: "backslash-in-path",
        category: Files,
        severity: Warning,
        strict: Error,
        level: Standard,
        adl: ["30.3.2", "30.7.3.3.2", "30.7.3.5.2", "M-4", "R-7", "R-16", "R-21"],
        spec: "CAM 3, Content Packaging",
        fix: Safe,
        mend: "Write `/` instead of `\\` in {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for attribute in super::paths::attributes(cx) {
        let value = attribute.value();
        let path = value.split(['?', '#']).next().unwrap_or_default();
        if path.contains('\\') && !super::paths::is_machine_path(path) {
            let new = format!("{}{}", path.replace('\\', "/"), &value[path.len()..]);
            out.at(attribute, format!("`{value}` has backslashes")).fix(
                format!("Write {}", quoted(&new)),
                vec![Edit::set_value(attribute, &new)],
            );
        }
    }
}
