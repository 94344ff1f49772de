//! SEC009: The package holds a program.

use crate::Place;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// The package holds a program.
    ///
    /// ## Why
    /// Nothing in a course runs it. Virus scanners refuse the package, and a learner who finds it
    /// may start it.
    ///
    /// ## Example
    /// ```package
    /// //- setup.exe
    /// (a program)
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- setup.txt
    /// How to begin
    /// ```
    pub static RULE = {
        code: "SEC009",
        name: "executable-file",
        category: Security,
        severity: Warning,
        level: Standard,
        mend: "Leave {1} out of the package.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    const PROGRAMS: &[&str] = &[
        "apk", "app", "bat", "cmd", "com", "cpl", "dll", "dmg", "exe", "hta", "jar", "msi", "ps1",
        "scr", "sh", "vbe", "vbs", "wsf",
    ];
    for file in cx.files_of_type(PROGRAMS) {
        let message = format!("`{}` is a program", file.name);
        out.at(Place::file(&file.name), message);
    }
}
