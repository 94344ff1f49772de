//! PKG003: `IMSManifest.xml` and the like.

use crate::{Findings, LintCx, MANIFEST, Place, rule::declare_rule};

declare_rule! {
    /// The manifest is at the root, but its name is not written in lower case.
    ///
    /// ## Why
    /// The name is fixed. On servers that tell letter case apart, the file is not found.
    ///
    /// ## Example
    /// ```package
    /// //- !imsmanifest.xml
    /// //- imsManifest.xml
    /// <manifest/>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- notes.html
    /// <!DOCTYPE html><html lang="en"><title>Notes</title></html>
    /// ```
    pub static RULE = {
        code: "PKG003",
        name: "manifest-name-case",
        category: Files,
        severity: Fatal,
        level: Basic,
        adl: ["P-1"],
        spec: "CAM 3, Content Packaging",
        mend: "Rename {1} to `imsmanifest.xml`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    if cx.file(MANIFEST).is_some() {
        return;
    }
    for file in cx.files_ignoring_case(MANIFEST) {
        let message = format!(
            "the manifest is called `{}`; it must be `{MANIFEST}`",
            file.name
        );
        out.at(Place::file(&file.name), message);
    }
}
