//! PKG011: The archive is larger than any course has reason to be.

use scorm_package::ProblemKind;

use super::problems::report;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// The archive is larger than any course has reason to be.
    ///
    /// ## Why
    /// So many entries, so much data or so tight a compression is how zip bombs look, and LMSs refuse
    /// it.
    ///
    /// ## Example
    /// ```package
    /// //- ?ratio-too-high bomb.bin
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- notes.html
    /// <!DOCTYPE html><html lang="en"><title>Notes</title></html>
    /// ```
    pub static RULE = {
        code: "PKG011",
        name: "archive-over-limits",
        category: Files,
        severity: Error,
        level: Basic,
        mend: "Split the course, or leave out the files that it does not use.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let kinds = [
        ProblemKind::PackedTooLarge,
        ProblemKind::UnpackedTooLarge,
        ProblemKind::TooManyEntries,
        ProblemKind::RatioTooHigh,
    ];
    report(cx, out, &kinds);
}
