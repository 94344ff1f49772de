//! PKG051: The package brings settings of this linter along.

use crate::rule::declare_rule;
use crate::{Findings, LintCx, Place};

/// The name of the settings file.
const NAME: &str = "greenroom.toml";

declare_rule! {
    /// The package brings settings of this linter along.
    ///
    /// They are not followed: only a settings file above the package counts, or one that the caller
    /// names.
    ///
    /// ## Why
    /// A package that could say how it is judged could switch off its own findings.
    ///
    /// ## Example
    /// ```package
    /// //- greenroom.toml
    /// ignore = ["ALL"]
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- notes.html
    /// <!DOCTYPE html><html lang="en"><title>Notes</title></html>
    /// ```
    pub static RULE = {
        code: "PKG051",
        name: "settings-in-package",
        category: Files,
        severity: Info,
        level: Basic,
        mend: "Move it to a folder above the package, or name it to `greenroom check --settings`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let files = cx.files().iter();
    let settings = files.filter(|file| file.name.rsplit('/').next() == Some(NAME));
    for file in settings {
        out.at(
            Place::file(&file.name),
            format!(
                "{NAME} inside the package is not followed; put it in a folder above the package, \
                 or name it to `greenroom check --settings`"
            ),
        );
    }
}
