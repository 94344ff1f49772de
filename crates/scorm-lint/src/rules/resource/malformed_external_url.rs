//! RES011: The URL of another host is not well-formed.

use crate::href::Target;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// The URL of another host is not well-formed.
    ///
    /// ## Why
    /// A browser cannot load it.
    ///
    /// ## Example
    /// ```xml
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="http:/example.org/lesson.html">
    ///   <file href="index.html"/>
    /// </resource>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="http://example.org/lesson.html">
    ///   <file href="index.html"/>
    /// </resource>
    /// ```
    pub static RULE = {
        code: "RES011",
        name: "malformed-external-url",
        category: Files,
        severity: Warning,
        strict: Error,
        level: Standard,
        adl: ["P-21"],
        spec: "RFC 3986",
        mend: "Write {1} as a whole address with a host.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for href in cx
        .hrefs()
        .iter()
        .filter(|href| href.target == Target::External)
    {
        let lower = href.url.to_ascii_lowercase();
        let web = ["http:", "https:", "ftp:", "ftps:"]
            .iter()
            .find_map(|s| lower.strip_prefix(s));
        let Some(rest) = web else { continue };
        let host = rest
            .strip_prefix("//")
            .and_then(|rest| rest.split(['/', '?', '#']).next());
        if host.is_none_or(str::is_empty) || href.url.contains(char::is_whitespace) {
            out.at(
                href.place(),
                format!("`{}` is not a URL with a host", href.url),
            );
        }
    }
}
