//! PKG016: The name of a file has characters outside ASCII.

use crate::rule::declare_rule;
use crate::{Findings, LintCx, Place};

declare_rule! {
    /// The name of a file has characters outside ASCII.
    ///
    /// ## Why
    /// Old zip tools and servers spoil such names, and then links to the file break.
    ///
    /// ## Example
    /// ```package
    /// //- media/große.png
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- media/grosse.png
    /// ```
    pub static RULE = {
        code: "PKG016",
        name: "non-ascii-file-name",
        category: Files,
        severity: Info,
        level: Pedantic,
        mend: "Rename {1} with plain ASCII characters, and change what refers to it.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for file in cx.files().iter().filter(|file| !file.name.is_ascii()) {
        out.at(
            Place::file(&file.name),
            format!("`{}` is not plain ASCII", file.name),
        );
    }
}
