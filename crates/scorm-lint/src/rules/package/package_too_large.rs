//! PKG021: All files together are larger than the budget.

use crate::rule::declare_rule;
use crate::{Findings, LintCx, Place};

declare_rule! {
    /// All files together are larger than the budget.
    ///
    /// ## Why
    /// Many LMSs refuse large uploads, and the package takes long to import. The budget is the setting
    /// `package_mb`, 100 unless set.
    ///
    /// ## Example
    /// ```package
    /// //- ?size 105000000 media/film.mp4
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- ?size 1000000 media/film.mp4
    /// ```
    pub static RULE = {
        code: "PKG021",
        name: "package-too-large",
        category: Performance,
        severity: Warning,
        level: Standard,
        mend: "Compress pictures, audio and video, and leave out the files that the course does not use.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let bytes: u64 = cx.files().iter().map(|file| file.size).sum();
    let megabytes = bytes as f64 / 1_000_000.0;
    let budget = cx.settings.thresholds.package_mb;
    if megabytes > budget {
        out.at(
            Place::package(),
            format!("the files have {megabytes:.1} MB; {budget} are allowed"),
        );
    }
}
