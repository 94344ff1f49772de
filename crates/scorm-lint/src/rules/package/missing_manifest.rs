//! PKG001: The package has no `imsmanifest.xml`.

use scorm_package::ProblemKind;

use crate::rule::declare_rule;
use crate::{Findings, LintCx, MANIFEST, Place};

declare_rule! {
    /// The package has no `imsmanifest.xml`.
    ///
    /// ## Why
    /// Every LMS looks for this file at the root of the package first; without it there is nothing to
    /// import.
    ///
    /// ## Example
    /// ```package
    /// //- !imsmanifest.xml
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- notes.html
    /// <!DOCTYPE html><html lang="en"><title>Notes</title></html>
    /// ```
    pub static RULE = {
        code: "PKG001",
        name: "missing-manifest",
        category: Files,
        severity: Fatal,
        level: Basic,
        adl: ["P-1", "P-2"],
        spec: "CAM 3, Content Packaging",
        mend: "Put imsmanifest.xml at the top of the package.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let unreadable = [
        ProblemKind::ZipUnreadable,
        ProblemKind::ZipTruncated,
        ProblemKind::ZipUnsupported,
        ProblemKind::NotScorm,
    ];
    let explained = unreadable
        .into_iter()
        .any(|kind| cx.problems_of(kind).next().is_some());
    let mut names = cx.files().iter();
    let somewhere = names.any(|file| {
        file.name
            .rsplit('/')
            .next()
            .is_some_and(|last| last.eq_ignore_ascii_case(MANIFEST))
    });
    if !somewhere && !explained {
        out.at(
            Place::package(),
            "there is no imsmanifest.xml in the package",
        );
    }
}
