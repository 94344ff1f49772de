//! MAN027: A completion threshold has attributes and text.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A completion threshold has attributes and text.
    ///
    /// ## Why
    /// Two thresholds are given, and an LMS takes one of them.
    ///
    /// ## Example
    /// ```xml
    /// <adlcp:completionThreshold completedByMeasure="true" minProgressMeasure="0.5">0.8</adlcp:completionThreshold>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <adlcp:completionThreshold completedByMeasure="true" minProgressMeasure="0.5"/>
    /// ```
    pub static RULE = {
        code: "MAN027",
        name: "mixed-completion-threshold",
        category: Manifest,
        severity: Warning,
        strict: Error,
        level: Standard,
        versions: FOURTH,
        adl: ["I-19"],
        spec: "CAM 3, Content Packaging",
        mend: "Keep the attributes of the threshold, and remove the text {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for threshold in cx.all(Vocabulary::Adlcp, "completionThreshold") {
        let text = threshold.text();
        if !text.trim().is_empty() && threshold.attributes().next().is_some() {
            let message = format!("beside its attributes it has the text `{}`", text.trim());
            out.at(threshold, message);
        }
    }
}
