//! PKG010: The archive holds two entries of the same name.

use scorm_package::ProblemKind;

use super::problems::report;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// The archive holds two entries of the same name.
    ///
    /// ## Why
    /// Which of them is unpacked depends on the tool.
    ///
    /// ## Example
    /// ```package
    /// //- ?name-duplicate index.html
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- notes.html
    /// <!DOCTYPE html><html lang="en"><title>Notes</title></html>
    /// ```
    pub static RULE = {
        code: "PKG010",
        name: "duplicate-entry",
        category: Files,
        severity: Warning,
        strict: Error,
        level: Standard,
        spec: "CAM 3, Content Packaging",
        mend: "Make the zip file again so that it holds every name once.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    report(
        cx,
        out,
        &[ProblemKind::NameDuplicate, ProblemKind::NameFileAndFolder],
    );
}
