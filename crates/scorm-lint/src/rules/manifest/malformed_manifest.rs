//! MAN001: the manifest is not well-formed XML.

use scorm_package::ProblemKind;

use crate::{Findings, LintCx, MANIFEST, Place, rule::declare_rule};

declare_rule! {
    /// `imsmanifest.xml` is not well-formed XML.
    ///
    /// ## Why
    /// An LMS cannot read any of it, and nothing else in this report can be told about the manifest.
    ///
    /// ## Example
    /// ```package
    /// //- imsmanifest.xml
    /// <manifest identifier="m1"><organizations></manifest>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <title>Cats &amp; dogs</title>
    /// ```
    pub static RULE = {
        code: "MAN001",
        name: "malformed-manifest",
        category: Manifest,
        severity: Fatal,
        level: Basic,
        versions: ALL,
        adl: ["P-4"],
        spec: "CAM 3, Content Packaging",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let kinds = [
        ProblemKind::XmlNotWellFormed,
        ProblemKind::XmlTooDeep,
        ProblemKind::XmlTooLarge,
    ];
    for problem in kinds.into_iter().flat_map(|kind| cx.problems_of(kind)) {
        let place = problem.place.map_or(Place::file(MANIFEST), |place| {
            Place::span(MANIFEST, place.span)
        });
        out.at(place, &problem.message);
    }
}
