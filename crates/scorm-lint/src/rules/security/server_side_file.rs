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
        versions: ALL,
        adl: [],
        spec: "",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    const SERVER_SIDE: &[&str] = &[
        "asp", "aspx", "ashx", "cfm", "cgi", "jsp", "jspx", "php", "php5", "phtml", "pl", "py",
        "rb",
    ];
    let extension = |name: &str| {
        let extension = name
            .rsplit_once('.')
            .map(|(_, extension)| extension.to_ascii_lowercase());
        extension.unwrap_or_default()
    };
    for file in cx.files() {
        if SERVER_SIDE.contains(&extension(&file.name).as_str()) {
            out.at(
                Place::file(file.name.as_str()),
                format!("`{}` runs only on a server", file.name),
            );
        }
    }
}
