//! SEC010: The package holds a file that only a server can run.

use crate::Place;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// The package holds a file that only a server can run.
    ///
    /// ## Why
    /// An LMS shows or downloads its source, or refuses the package: servers must never run what
    /// users upload.
    ///
    /// ## Example
    /// ```package
    /// //- save.php
    /// <?php save(); ?>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- save.txt
    /// How to save
    /// ```
    pub static RULE = {
        code: "SEC010",
        name: "server-side-file",
        category: Security,
        severity: Warning,
        level: Standard,
        mend: "Leave {1} out of the package, and do its work in the page.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    const SERVER_SIDE: &[&str] = &[
        "asp", "aspx", "ashx", "cfm", "cgi", "jsp", "jspx", "php", "php5", "phtml", "pl", "py",
        "rb",
    ];
    for file in cx.files_of_type(SERVER_SIDE) {
        let message = format!("`{}` runs only on a server", file.name);
        out.at(Place::file(&file.name), message);
    }
}
