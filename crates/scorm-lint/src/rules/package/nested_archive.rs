//! PKG020: The package holds another archive.

use crate::rule::declare_rule;
use crate::{Findings, LintCx, Place};

declare_rule! {
    /// The package holds another archive.
    ///
    /// ## Why
    /// An LMS does not unpack it; often the course itself was packed twice by mistake.
    ///
    /// ## Example
    /// ```package
    /// //- course.zip
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- course.html
    /// ```
    pub static RULE = {
        code: "PKG020",
        name: "nested-archive",
        category: Files,
        severity: Info,
        level: Pedantic,
        mend: "Leave {1} out of the package unless learners are to download it.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for file in cx.files_of_type(&["zip", "rar", "7z", "tar", "gz"]) {
        let message = format!("`{}` is an archive", file.name);
        out.at(Place::file(&file.name), message);
    }
}
