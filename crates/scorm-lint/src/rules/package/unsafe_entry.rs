//! PKG007: An entry of the archive leads out of the package or is not a plain file.

use scorm_package::ProblemKind;

use super::problems::report;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// An entry of the archive leads out of the package or is not a plain file.
    ///
    /// ## Why
    /// Absolute paths, `..`, drive letters, links and devices are how archives attack the machine that
    /// unpacks them; LMSs refuse the package.
    ///
    /// ## Example
    /// ```package
    /// //- ?name-traversal ../../evil.txt
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- notes.html
    /// <!DOCTYPE html><html lang="en"><title>Notes</title></html>
    /// ```
    pub static RULE = {
        code: "PKG007",
        name: "unsafe-entry",
        category: Files,
        severity: Error,
        level: Basic,
        spec: "CAM 3, Content Packaging",
        mend: "Make the zip file again with paths inside the folder of the course, without links and devices.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let kinds = [
        ProblemKind::NameAbsolute,
        ProblemKind::NameTraversal,
        ProblemKind::NameDriveLetter,
        ProblemKind::NameNul,
        ProblemKind::NameEmpty,
        ProblemKind::EntrySymlink,
        ProblemKind::EntryDevice,
    ];
    report(cx, out, &kinds);
}
