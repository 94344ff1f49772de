//! MAN028: The text of a completion threshold is not a number from 0 to 1.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// The text of a completion threshold is not a number from 0 to 1.
    ///
    /// ## Why
    /// No LMS can use it, so nothing completes by it.
    ///
    /// ## Example
    /// ```xml
    /// <adlcp:completionThreshold>80%</adlcp:completionThreshold>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <adlcp:completionThreshold completedByMeasure="true" minProgressMeasure="0.8"/>
    /// ```
    pub static RULE = {
        code: "MAN028",
        name: "invalid-completion-threshold",
        category: Manifest,
        severity: Error,
        level: Standard,
        versions: FOURTH,
        adl: ["30.6.3.6.13.2", "I-20"],
        spec: "CAM 3, Content Packaging",
        mend: "Write a number from 0 to 1 instead of {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for threshold in cx.all(Vocabulary::Adlcp, "completionThreshold") {
        let text = threshold.text();
        let text = text.trim();
        let good = text
            .parse::<f64>()
            .is_ok_and(|number| (0.0..=1.0).contains(&number));
        if !text.is_empty() && !good {
            let message = format!("the threshold is `{text}`; it must be from 0 to 1");
            let draft = out.at(threshold, message);
            let percent = text.trim_end_matches('%').trim().parse::<f64>();
            if let Some(percent) = percent.ok().filter(|n| (1.0..=100.0).contains(n)) {
                draft.suggest(format!(
                    "Write `{}` for {percent} percent.",
                    percent / 100.0
                ));
            }
        }
    }
}
