//! MAN002: the document element is not `manifest`.

use scorm_package::ProblemKind;

use crate::rule::declare_rule;
use crate::rules::package::problems::report;
use crate::{Findings, LintCx};

declare_rule! {
    /// The document element of `imsmanifest.xml` is not `manifest`.
    ///
    /// ## Why
    /// The file is not a content package manifest, whatever its name; no LMS can import it.
    ///
    /// ## Example
    /// ```package
    /// //- imsmanifest.xml
    /// <course xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"/>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- notes.html
    /// <!DOCTYPE html><html lang="en"><title>Notes</title></html>
    /// ```
    pub static RULE = {
        code: "MAN002",
        name: "wrong-root-element",
        category: Manifest,
        severity: Fatal,
        level: Basic,
        adl: ["P-5"],
        spec: "CAM 3, Content Packaging",
        mend: "Make `<manifest>` the outermost element of imsmanifest.xml.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    report(cx, out, &[ProblemKind::NotAManifest]);
}
