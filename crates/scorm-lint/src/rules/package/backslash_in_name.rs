//! PKG009: An entry of the archive has backslashes in its name.

use scorm_package::ProblemKind;

use super::problems::report;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// An entry of the archive has backslashes in its name.
    ///
    /// ## Why
    /// Folders in zip archives are divided by slashes. Elsewhere than on Windows the whole path becomes
    /// the name of one file.
    ///
    /// ## Example
    /// ```package
    /// //- ?name-backslash pages\start.html
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- notes.html
    /// <!DOCTYPE html><html lang="en"><title>Notes</title></html>
    /// ```
    pub static RULE = {
        code: "PKG009",
        name: "backslash-in-name",
        category: Files,
        severity: Warning,
        strict: Error,
        level: Standard,
        spec: "CAM 3, Content Packaging",
        mend: "Make the zip file again with a program that writes `/` between folders.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    report(cx, out, &[ProblemKind::NameBackslash]);
}
