//! PKG019: The manifest is not written in UTF-8.

use scorm_package::xml::Span;

use crate::rule::declare_rule;
use crate::{Findings, LintCx, MANIFEST, Place};

declare_rule! {
    /// The manifest is not written in UTF-8.
    ///
    /// ## Why
    /// Every XML parser must read UTF-8; other encodings are read by most, and fail in some.
    ///
    /// ## Example
    /// ```package
    /// //- imsmanifest.xml
    /// <?xml version="1.0" encoding="ISO-8859-1"?>
    /// <manifest identifier="m1"/>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- imsmanifest.xml
    /// <?xml version="1.0" encoding="utf-8"?>
    /// <manifest identifier="m1"/>
    /// ```
    pub static RULE = {
        code: "PKG019",
        name: "legacy-encoding",
        category: Manifest,
        severity: Info,
        level: Strict,
        spec: "XML 1.0 4.3.3",
        mend: r#"Save the manifest as UTF-8, and declare `encoding="UTF-8"`."#,
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let Some(document) = cx.document() else {
        return;
    };
    let head = document.text().trim_start();
    let Some(declaration) = head
        .strip_prefix("<?xml")
        .and_then(|rest| rest.split("?>").next())
    else {
        return;
    };
    let Some((_, rest)) = declaration.split_once("encoding") else {
        return;
    };
    let name = rest.split(['"', '\'']).nth(1).unwrap_or_default();
    if !matches!(
        name.to_ascii_lowercase().as_str(),
        "utf-8" | "utf8" | "us-ascii" | "ascii"
    ) {
        let end = declaration.len() as u32 + 5;
        let message = format!("the manifest is written in {name}");
        out.at(Place::span(MANIFEST, Span { start: 0, end }), message);
    }
}
