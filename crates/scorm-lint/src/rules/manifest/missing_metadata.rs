//! MAN005: The manifest has no `metadata` element.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// The manifest has no `metadata` element.
    ///
    /// ## Why
    /// It holds the name and version of the standard, without which an LMS has to guess what the
    /// package is.
    ///
    /// ## Example
    /// ```package
    /// //- imsmanifest.xml
    /// <manifest identifier="m1" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1">
    ///   <organizations/>
    ///   <resources/>
    /// </manifest>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>
    /// ```
    pub static RULE = {
        code: "MAN005",
        name: "missing-metadata",
        category: Manifest,
        severity: Warning,
        strict: Error,
        level: Standard,
        adl: ["30.5", "M-8"],
        spec: "CAM 3, Content Packaging",
        mend: "Add `<metadata><schema>ADL SCORM</schema><schemaversion>{schemaversion}</schemaversion></metadata>` as the first element of `<manifest>`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    if let Some(root) = cx.root()
        && root.child(Vocabulary::Imscp, "metadata").is_none()
    {
        out.at(
            root,
            "<manifest> has no <metadata>, so nothing tells its version",
        );
    }
}
