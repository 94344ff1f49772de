//! PKG004: The package cannot be read as a zip archive.

use scorm_package::ProblemKind;

use super::problems::report;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// The package cannot be read as a zip archive.
    ///
    /// ## Why
    /// It is damaged, cut off, or something else with the name of a zip file; no LMS can import it.
    ///
    /// ## Example
    /// ```package
    /// //- ?zip-truncated
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- notes.html
    /// <!DOCTYPE html><html lang="en"><title>Notes</title></html>
    /// ```
    pub static RULE = {
        code: "PKG004",
        name: "unreadable-archive",
        category: Files,
        severity: Fatal,
        level: Basic,
        adl: ["P-3"],
        spec: "CAM 3, Content Packaging",
        mend: "Make the zip file again from the folder of the course.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let kinds = [
        ProblemKind::ZipUnreadable,
        ProblemKind::ZipTruncated,
        ProblemKind::ZipUnsupported,
    ];
    report(cx, out, &kinds);
}
