//! MAN004: The manifest has a document type declaration.

use scorm_package::ProblemKind;

use crate::rule::declare_rule;
use crate::{Findings, LintCx, MANIFEST, Place, Severity};

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
        severity: Warning,
        strict: Error,
        level: Basic,
        spec: "XML 1.0 2.8",
        mend: "Remove the `<!DOCTYPE …>`, and write out the entities that it declares.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for problem in cx.problems_of(ProblemKind::XmlDoctype) {
        let place = problem.place.map(|place| Place::span(MANIFEST, place.span));
        let draft = out.at(place.unwrap_or(Place::file(MANIFEST)), &problem.message);
        // Where the manifest cannot be read without it, an LMS cannot read it either.
        if cx.document().is_none() {
            draft.severity(Severity::Error);
        }
    }
}
