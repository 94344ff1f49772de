//! S12001: A mastery score is not a number from 0 to 100.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A mastery score is not a number from 0 to 100.
    ///
    /// ## Why
    /// The LMS compares the score of the learner with it to tell passed from failed; with another value
    /// it cannot.
    ///
    /// ## Example
    /// ```xml
    /// <adlcp:masteryscore>eighty</adlcp:masteryscore>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <adlcp:masteryscore>80</adlcp:masteryscore>
    /// ```
    pub static RULE = {
        code: "S12001",
        name: "invalid-mastery-score",
        category: Manifest,
        severity: Error,
        level: Standard,
        versions: SCORM_12,
        spec: "SCORM 1.2 CAM, Content Packaging",
        mend: "Write a number from 0 to 100 instead of {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for score in cx.all(Vocabulary::Adlcp, "masteryscore") {
        let text = score.text();
        let text = text.trim();
        let good = text
            .parse::<f64>()
            .is_ok_and(|number| (0.0..=100.0).contains(&number));
        if !good && !text.is_empty() {
            out.at(
                score,
                format!("masteryscore is `{text}`; it must be from 0 to 100"),
            );
        }
    }
}
