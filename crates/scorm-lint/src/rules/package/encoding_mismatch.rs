//! PKG018: The bytes of the manifest do not fit the encoding that it declares.

use scorm_package::ProblemKind;

use super::problems::report;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// The bytes of the manifest do not fit the encoding that it declares.
    ///
    /// ## Why
    /// A strict parser stops there; others show wrong characters in titles.
    ///
    /// ## Example
    /// ```package
    /// //- ?encoding-mismatch imsmanifest.xml
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- notes.html
    /// <!DOCTYPE html><html lang="en"><title>Notes</title></html>
    /// ```
    pub static RULE = {
        code: "PKG018",
        name: "encoding-mismatch",
        category: Manifest,
        severity: Error,
        level: Standard,
        adl: ["P-4"],
        spec: "XML 1.0 4.3.3",
        mend: r#"Save the manifest as UTF-8, and declare `encoding="UTF-8"`."#,
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    report(
        cx,
        out,
        &[ProblemKind::EncodingMismatch, ProblemKind::EncodingUnknown],
    );
}
