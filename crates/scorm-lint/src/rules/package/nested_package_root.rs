//! PKG002: the manifest lies in a folder.

use crate::{Findings, LintCx, MANIFEST, Place, rule::declare_rule};

declare_rule! {
    /// `imsmanifest.xml` lies in a folder instead of at the root of the package.
    ///
    /// ## Why
    /// This is what happens when the course folder is zipped instead of its content. Most LMSs refuse such a package.
    ///
    /// ## Example
    /// ```package
    /// //- !imsmanifest.xml
    /// //- course/imsmanifest.xml
    /// <manifest/>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- notes.html
    /// <!DOCTYPE html><html lang="en"><title>Notes</title></html>
    /// ```
    pub static RULE = {
        code: "PKG002",
        name: "nested-package-root",
        category: Files,
        severity: Fatal,
        level: Basic,
        adl: ["P-1"],
        spec: "CAM 3, Content Packaging",
        mend: "Zip the content of {1}, so that imsmanifest.xml lies at the top of the package.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    if cx.file(MANIFEST).is_some() {
        return;
    }
    for file in cx.files() {
        if let Some((folder, name)) = file.name.rsplit_once('/')
            && name == MANIFEST
        {
            let message = format!(
                "the manifest is in `{folder}/`; zip the content of that folder, not the folder"
            );
            out.at(Place::file(&file.name), message);
        }
    }
}
