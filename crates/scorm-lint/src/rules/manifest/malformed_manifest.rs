//! MAN001: the manifest is not well-formed XML.

use scorm_package::ProblemKind;

use crate::rule::declare_rule;
use crate::rules::package::problems::report;
use crate::{Findings, LintCx};

declare_rule! {
    /// `imsmanifest.xml` is not well-formed XML.
    ///
    /// ## Why
    /// An LMS cannot read any of it, and nothing else in this report can be told about the manifest.
    ///
    /// ## Example
    /// ```package
    /// //- imsmanifest.xml
    /// <manifest identifier="m1"><organizations></manifest>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <title>Cats &amp; dogs</title>
    /// ```
    pub static RULE = {
        code: "MAN001",
        name: "malformed-manifest",
        category: Manifest,
        severity: Fatal,
        level: Basic,
        adl: ["P-4"],
        spec: "CAM 3, Content Packaging",
        mend: "Mend the XML at this place.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let kinds = [
        ProblemKind::XmlNotWellFormed,
        ProblemKind::XmlTooDeep,
        ProblemKind::XmlTooLarge,
    ];
    report(cx, out, &kinds);
}
