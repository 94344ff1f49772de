//! PKG017: The path of a file is very long.

use crate::rule::declare_rule;
use crate::{Findings, LintCx, Place};

declare_rule! {
    /// The path of a file is very long.
    ///
    /// ## Why
    /// Windows allows 260 characters with the folders of the LMS in front; beyond that the file cannot
    /// be unpacked.
    ///
    /// ## Example
    /// ```package
    /// //- aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb/cccccccccccccccccccccccccccccccccccccccccccccccccccccccccc.png
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- a/b/c.png
    /// ```
    pub static RULE = {
        code: "PKG017",
        name: "long-path",
        category: Files,
        severity: Info,
        level: Standard,
        mend: "Shorten the names of the file and its folders, and change what refers to it.",
        since: "0.1.0",
    }
}

const LONGEST: usize = 160;

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for file in cx.files() {
        let length = file.name.chars().count();
        if length > LONGEST {
            let message = format!("this path has {length} characters; {LONGEST} are safe");
            out.at(Place::file(&file.name), message);
        }
    }
}
