//! PKG013: `__MACOSX`, `.DS_Store`, `Thumbs.db`.

use crate::{Findings, LintCx, Place, rule::declare_rule};

declare_rule! {
    /// The package carries files that an operating system left behind.
    ///
    /// ## Why
    /// They are of no use to a learner, show the names of other files, and some LMSs stumble over the hidden folders.
    ///
    /// ## Example
    /// ```package
    /// //- __MACOSX/._index.html
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- notes.html
    /// <!DOCTYPE html><html lang="en"><title>Notes</title></html>
    /// ```
    pub static RULE = {
        code: "PKG013",
        name: "operating-system-junk",
        category: Files,
        severity: Info,
        level: Standard,
        mend: "Leave {1} out of the package.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for file in cx.files().iter().filter(|file| file.is_junk()) {
        let message = format!("`{}` was left by an operating system", file.name);
        out.at(Place::file(&file.name), message);
    }
}
