//! S12002: A mastery score lies between 0 and 1.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::rules::manifest::text::content;
use crate::{Findings, LintCx};

declare_rule! {
    /// A mastery score lies between 0 and 1.
    ///
    /// ## Why
    /// In SCORM 1.2 scores run from 0 to 100, so `0.8` is less than one percent and everybody passes.
    ///
    /// ## Example
    /// ```xml
    /// <adlcp:masteryscore>0.8</adlcp:masteryscore>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <adlcp:masteryscore>80</adlcp:masteryscore>
    /// ```
    pub static RULE = {
        code: "S12002",
        name: "mastery-score-as-fraction",
        category: Manifest,
        severity: Warning,
        level: Standard,
        versions: SCORM_12,
        spec: "SCORM 1.2 CAM, Content Packaging",
        fix: Unsafe,
        mend: "Write the score as points out of 100.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for score in cx.all(Vocabulary::Adlcp, "masteryscore") {
        let text = score.text();
        let Ok(number) = text.trim().parse::<f64>() else {
            continue;
        };
        if number > 0.0 && number < 1.0 {
            let percent = (number * 100.0).round().to_string();
            out.at(score, format!("masteryscore is {number}, of 100"))
                .fix(format!("Write {percent}"), content(score, &percent));
        }
    }
}
