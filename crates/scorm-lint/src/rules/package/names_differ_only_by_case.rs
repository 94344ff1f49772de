//! PKG008: two files that fall together on some disks.

use crate::{Findings, LintCx, Place, rule::declare_rule};

declare_rule! {
    /// Two files have names that differ only by letter case.
    ///
    /// ## Why
    /// Where letter case does not count (Windows, macOS, some LMS stores) one of the two overwrites the other when the package is unpacked.
    ///
    /// ## Example
    /// ```package
    /// //- img/Logo.png
    /// //- img/logo.png
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="index.html">
    ///   <file href="index.html"/>
    ///   <file href="img/logo-large.png"/>
    ///   <file href="img/logo-small.png"/>
    /// </resource>
    /// //- img/logo-large.png
    /// //- img/logo-small.png
    /// ```
    pub static RULE = {
        code: "PKG008",
        name: "names-differ-only-by-case",
        category: Files,
        severity: Warning,
        level: Standard,
        mend: "Rename {2} and what refers to it, or leave it out of the package.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for group in cx.case_collisions() {
        let names: Vec<_> = group
            .iter()
            .map(|file| format!("`{}`", file.name))
            .collect();
        let message = format!(
            "{} are one file where letter case does not count",
            names.join(" and ")
        );
        out.at(Place::file(&group[1].name), message);
    }
}
