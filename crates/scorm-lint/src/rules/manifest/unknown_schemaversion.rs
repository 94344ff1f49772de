//! MAN009: The `schemaversion` is not one that the standard knows.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// The `schemaversion` is not one that the standard knows.
    ///
    /// ## Why
    /// It decides which API and which rules a course gets. The known ones are `1.2`, `CAM 1.3`, `2004
    /// 3rd Edition` and `2004 4th Edition`.
    ///
    /// ## Example
    /// ```xml
    /// <schemaversion>SCORM 2004</schemaversion>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <schemaversion>2004 4th Edition</schemaversion>
    /// ```
    pub static RULE = {
        code: "MAN009",
        name: "unknown-schemaversion",
        category: Manifest,
        severity: Error,
        level: Standard,
        adl: ["30.5.3.1", "M-16"],
        spec: "CAM 3, Content Packaging",
        mend: "Write `{schemaversion}` into `<schemaversion>` if {version} is meant.",
        since: "0.1.0",
    }
}

const KNOWN: &[&str] = &["1.2", "CAM 1.3", "2004 3rd Edition", "2004 4th Edition"];

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let metadata = cx
        .root()
        .and_then(|root| root.child(Vocabulary::Imscp, "metadata"));
    let version = metadata.and_then(|node| node.child(Vocabulary::Imscp, "schemaversion"));
    let Some(version) = version else { return };
    let text = version
        .text()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    if !KNOWN.contains(&text.as_str()) {
        let message = format!("<schemaversion> is `{text}`; {} is assumed", cx.version);
        out.at(version, message);
    }
}
