//! PKG014: The package carries files of version control, editors or package managers.

use std::collections::BTreeSet;

use crate::rule::declare_rule;
use crate::{Findings, LintCx, Place};

declare_rule! {
    /// The package carries files of version control, editors or package managers.
    ///
    /// ## Why
    /// They make the package large and may tell more than was meant to be published.
    ///
    /// ## Example
    /// ```package
    /// //- node_modules/left/index.js
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- modules/left/index.js
    /// ```
    pub static RULE = {
        code: "PKG014",
        name: "development-leftovers",
        category: Files,
        severity: Info,
        level: Standard,
        mend: "Leave the folder {1} out of the package.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    const FOLDERS: &[&str] = &[
        ".git",
        ".svn",
        ".hg",
        ".idea",
        ".vscode",
        "node_modules",
        "bower_components",
    ];
    let mut seen = BTreeSet::new();
    for file in cx.files() {
        let mut parts = file.name.split('/').rev().skip(1);
        if let Some(folder) = parts.find(|part| FOLDERS.contains(part))
            && seen.insert(folder)
        {
            out.at(
                Place::file(&file.name),
                format!("files of `{folder}` are in the package"),
            );
        }
    }
}
