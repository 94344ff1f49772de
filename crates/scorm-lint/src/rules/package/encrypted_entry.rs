//! PKG005: Files of the archive are encrypted.

use scorm_package::ProblemKind;

use super::problems::report;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// Files of the archive are encrypted.
    ///
    /// ## Why
    /// An LMS has no password, so it cannot unpack the package.
    ///
    /// ## Example
    /// ```package
    /// //- ?zip-encrypted index.html
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- notes.html
    /// <!DOCTYPE html><html lang="en"><title>Notes</title></html>
    /// ```
    pub static RULE = {
        code: "PKG005",
        name: "encrypted-entry",
        category: Files,
        severity: Fatal,
        level: Basic,
        adl: ["P-3"],
        spec: "CAM 3, Content Packaging",
        mend: "Make the zip file again without a password.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    report(cx, out, &[ProblemKind::ZipEncrypted]);
}
