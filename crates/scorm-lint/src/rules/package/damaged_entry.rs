//! PKG006: The data of a file in the archive are damaged.

use scorm_package::ProblemKind;

use super::problems::report;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// The data of a file in the archive are damaged.
    ///
    /// ## Why
    /// Unpacking fails, or the file that comes out is not the one that went in.
    ///
    /// ## Example
    /// ```package
    /// //- ?zip-entry-damaged index.html
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- notes.html
    /// <!DOCTYPE html><html lang="en"><title>Notes</title></html>
    /// ```
    pub static RULE = {
        code: "PKG006",
        name: "damaged-entry",
        category: Files,
        severity: Error,
        level: Basic,
        adl: ["P-3"],
        spec: "CAM 3, Content Packaging",
        mend: "Make the zip file again from the folder of the course; this copy is damaged.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    report(
        cx,
        out,
        &[ProblemKind::ZipEntryDamaged, ProblemKind::ZipEntriesOverlap],
    );
}
