//! PRF002: A page loads more files than the budget allows.

use crate::Place;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};
use std::collections::BTreeSet;

declare_rule! {
    /// A page loads more files than the budget allows.
    ///
    /// ## Why
    /// Each file is a round trip to the server. The budget is the setting `requests` (100).
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><img src="a.png?0" alt=""><img src="a.png?1" alt=""><img src="a.png?2" alt=""><img src="a.png?3" alt=""><img src="a.png?4" alt=""><img src="a.png?5" alt=""><img src="a.png?6" alt=""><img src="a.png?7" alt=""><img src="a.png?8" alt=""><img src="a.png?9" alt="">
    /// <img src="a.png?10" alt=""><img src="a.png?11" alt=""><img src="a.png?12" alt=""><img src="a.png?13" alt=""><img src="a.png?14" alt=""><img src="a.png?15" alt=""><img src="a.png?16" alt=""><img src="a.png?17" alt=""><img src="a.png?18" alt=""><img src="a.png?19" alt="">
    /// <img src="a.png?20" alt=""><img src="a.png?21" alt=""><img src="a.png?22" alt=""><img src="a.png?23" alt=""><img src="a.png?24" alt=""><img src="a.png?25" alt=""><img src="a.png?26" alt=""><img src="a.png?27" alt=""><img src="a.png?28" alt=""><img src="a.png?29" alt="">
    /// <img src="a.png?30" alt=""><img src="a.png?31" alt=""><img src="a.png?32" alt=""><img src="a.png?33" alt=""><img src="a.png?34" alt=""><img src="a.png?35" alt=""><img src="a.png?36" alt=""><img src="a.png?37" alt=""><img src="a.png?38" alt=""><img src="a.png?39" alt="">
    /// <img src="a.png?40" alt=""><img src="a.png?41" alt=""><img src="a.png?42" alt=""><img src="a.png?43" alt=""><img src="a.png?44" alt=""><img src="a.png?45" alt=""><img src="a.png?46" alt=""><img src="a.png?47" alt=""><img src="a.png?48" alt=""><img src="a.png?49" alt="">
    /// <img src="a.png?50" alt=""><img src="a.png?51" alt=""><img src="a.png?52" alt=""><img src="a.png?53" alt=""><img src="a.png?54" alt=""><img src="a.png?55" alt=""><img src="a.png?56" alt=""><img src="a.png?57" alt=""><img src="a.png?58" alt=""><img src="a.png?59" alt="">
    /// <img src="a.png?60" alt=""><img src="a.png?61" alt=""><img src="a.png?62" alt=""><img src="a.png?63" alt=""><img src="a.png?64" alt=""><img src="a.png?65" alt=""><img src="a.png?66" alt=""><img src="a.png?67" alt=""><img src="a.png?68" alt=""><img src="a.png?69" alt="">
    /// <img src="a.png?70" alt=""><img src="a.png?71" alt=""><img src="a.png?72" alt=""><img src="a.png?73" alt=""><img src="a.png?74" alt=""><img src="a.png?75" alt=""><img src="a.png?76" alt=""><img src="a.png?77" alt=""><img src="a.png?78" alt=""><img src="a.png?79" alt="">
    /// <img src="a.png?80" alt=""><img src="a.png?81" alt=""><img src="a.png?82" alt=""><img src="a.png?83" alt=""><img src="a.png?84" alt=""><img src="a.png?85" alt=""><img src="a.png?86" alt=""><img src="a.png?87" alt=""><img src="a.png?88" alt=""><img src="a.png?89" alt="">
    /// <img src="a.png?90" alt=""><img src="a.png?91" alt=""><img src="a.png?92" alt=""><img src="a.png?93" alt=""><img src="a.png?94" alt=""><img src="a.png?95" alt=""><img src="a.png?96" alt=""><img src="a.png?97" alt=""><img src="a.png?98" alt=""><img src="a.png?99" alt="">
    /// <img src="a.png?100" alt=""><img src="a.png?101" alt=""><img src="a.png?102" alt=""><img src="a.png?103" alt=""><img src="a.png?104" alt=""><img src="a.png?105" alt=""><img src="a.png?106" alt=""><img src="a.png?107" alt=""><img src="a.png?108" alt=""><img src="a.png?109" alt=""></body></html>
    /// //- a.png
    /// (a picture)
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><img src="a.png" alt=""></body></html>
    /// //- a.png
    /// (a picture)
    /// ```
    pub static RULE = {
        code: "PRF002",
        name: "too-many-requests",
        category: Performance,
        severity: Warning,
        level: Standard,
        mend: "Join scripts, style sheets and small pictures into fewer files.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let budget = cx.settings.thresholds.requests as usize;
    for page in &cx.scripts().pages {
        let fetched = page
            .references
            .iter()
            .filter(|reference| reference.kind.is_fetched());
        let files: BTreeSet<&str> = fetched
            .map(|reference| reference.written.as_str())
            .collect();
        if files.len() > budget {
            let message = format!(
                "the page loads {} files; the budget is {budget}",
                files.len()
            );
            out.at(Place::file(&page.file), message);
        }
    }
}
