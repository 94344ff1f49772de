//! PKG022: A file is larger than the budget.

use crate::rule::declare_rule;
use crate::{Findings, LintCx, Place};

declare_rule! {
    /// A file is larger than the budget.
    ///
    /// ## Why
    /// It loads slowly for the learner, and some LMSs limit the size of single files. The budget is the
    /// setting `file_mb`, 25 unless set.
    ///
    /// ## Example
    /// ```package
    /// //- ?size 30000000 media/film.mp4
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- ?size 1000000 media/film.mp4
    /// ```
    pub static RULE = {
        code: "PKG022",
        name: "file-too-large",
        category: Performance,
        severity: Warning,
        level: Standard,
        mend: "Compress this file, or split it.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let budget = cx.settings.thresholds.file_mb;
    for file in cx.files() {
        let megabytes = file.size as f64 / 1_000_000.0;
        if megabytes > budget {
            let message = format!("this file has {megabytes:.1} MB; {budget} are allowed");
            out.at(Place::file(&file.name), message);
        }
    }
}
