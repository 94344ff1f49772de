//! RES013: The percent escapes of a path are not UTF-8.

use crate::href::Target;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// The percent escapes of a path are not UTF-8.
    ///
    /// ## Why
    /// Which file is meant depends on the server; URLs are decoded as UTF-8.
    ///
    /// ## Example
    /// ```xml
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="index.html">
    ///   <file href="index.html"/>
    ///   <file href="caf%E9.png"/>
    /// </resource>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="index.html">
    ///   <file href="index.html"/>
    ///   <file href="caf%C3%A9.png"/>
    /// </resource>
    /// //- café.png
    /// ```
    pub static RULE = {
        code: "RES013",
        name: "undecodable-href",
        category: Files,
        severity: Warning,
        strict: Error,
        level: Standard,
        adl: ["P-18"],
        spec: "RFC 3986 2.1",
        mend: "Write {1} with the `%` escapes of the UTF-8 bytes of each character.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for href in cx
        .hrefs()
        .iter()
        .filter(|href| href.target == Target::Undecodable)
    {
        out.at(
            href.place(),
            format!("the escapes in `{}` are not UTF-8", href.url),
        );
    }
}
