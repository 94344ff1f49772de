//! RES028: The package has no SCO.

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// The package has no SCO.
    ///
    /// ## Why
    /// Assets are only shown: no score, no completion and no bookmark are ever reported. If that is
    /// meant, all is well.
    ///
    /// ## Example
    /// ```xml
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="asset" href="index.html"><file href="index.html"/></resource>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="index.html"><file href="index.html"/></resource>
    /// ```
    pub static RULE = {
        code: "RES028",
        name: "assets-only",
        category: Files,
        severity: Info,
        level: Standard,
        spec: "CAM 2, Content Model",
        mend: r#"Say `adlcp:{scormType}="sco"` for a resource whose page calls the API, if there is one."#,
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let mut kinds = cx.resources().map(|resource| cx.scorm_type(resource));
    let none = kinds.all(|kind| kind.is_some_and(|kind| kind.value().trim() == "asset"));
    if let Some(first) = cx.resources().next().filter(|_| none) {
        out.at(first.parent().unwrap_or(first), "all resources are assets");
    }
}
