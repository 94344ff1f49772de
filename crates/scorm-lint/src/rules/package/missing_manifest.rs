//! PKG001: no `imsmanifest.xml` anywhere.

use crate::{Findings, LintCx, MANIFEST, Place, rule::declare_rule};

declare_rule! {
    /// The package has no `imsmanifest.xml`.
    ///
    /// ## Why
    /// Every LMS looks for this file at the root of the package first; without it there is nothing to import.
    ///
    /// ## Example
    /// ```package
    /// //- !imsmanifest.xml
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><title>Lesson</title></html>
    /// ```
    pub static RULE = {
        code: "PKG001",
        name: "missing-manifest",
        category: Files,
        severity: Fatal,
        level: Basic,
        versions: ALL,
        adl: ["P-1"],
        spec: "CAM 3, Content Packaging",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let mut names = cx.files().iter();
    let somewhere = names.any(|file| {
        file.name
            .rsplit('/')
            .next()
            .is_some_and(|last| last.eq_ignore_ascii_case(MANIFEST))
    });
    if !somewhere {
        out.at(
            Place::package(),
            "there is no imsmanifest.xml in the package",
        );
    }
}
