//! PKG012: The package is a course of another standard.

use scorm_package::ProblemKind;

use super::problems::report;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// The package is a course of another standard.
    ///
    /// ## Why
    /// AICC, cmi5 and xAPI packages need an LMS for that standard; none of the rules of SCORM apply.
    ///
    /// ## Example
    /// ```package
    /// //- !imsmanifest.xml
    /// //- ?not-scorm
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- notes.html
    /// <!DOCTYPE html><html lang="en"><title>Notes</title></html>
    /// ```
    pub static RULE = {
        code: "PKG012",
        name: "not-scorm",
        category: Files,
        severity: Fatal,
        level: Basic,
        adl: ["P-1"],
        spec: "CAM 3, Content Packaging",
        mend: "Export the course as SCORM 1.2 or SCORM 2004 from the program that made it.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    report(cx, out, &[ProblemKind::NotScorm]);
}
