//! MAN004: The manifest has a document type declaration.

use scorm_package::ProblemKind;

use crate::rule::declare_rule;
use crate::rules::package::problems::report;
use crate::{Findings, LintCx};

declare_rule! {
    /// The manifest has a document type declaration.
    ///
    /// ## Why
    /// SCORM manifests are governed by schemas, not by a DTD. External entities are a way into the
    /// server, so LMSs refuse the file or ignore the declaration.
    ///
    /// ## Example
    /// ```package
    /// //- imsmanifest.xml
    /// <?xml version="1.0"?>
    /// <!DOCTYPE manifest SYSTEM "imscp.dtd">
    /// <manifest identifier="m1"/>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- imsmanifest.xml
    /// <?xml version="1.0"?>
    /// <manifest identifier="m1"/>
    /// ```
    pub static RULE = {
        code: "MAN004",
        name: "doctype-declared",
        category: Manifest,
        severity: Error,
        level: Basic,
        versions: ALL,
        adl: [],
        spec: "XML 1.0 2.8",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    report(cx, out, &[ProblemKind::XmlDoctype]);
}
