//! MAN026: A completion threshold is written as text, as before the 4th Edition.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Edit, Findings, LintCx, MANIFEST};

declare_rule! {
    /// A completion threshold is written as text, as before the 4th Edition.
    ///
    /// ## Why
    /// In the 4th Edition the attributes count: `completedByMeasure` and `minProgressMeasure`. The text
    /// is deprecated and takes no part in sequencing.
    ///
    /// ## Example
    /// ```xml
    /// <adlcp:completionThreshold>0.8</adlcp:completionThreshold>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <adlcp:completionThreshold completedByMeasure="true" minProgressMeasure="0.8"/>
    /// ```
    pub static RULE = {
        code: "MAN026",
        name: "deprecated-completion-threshold",
        category: Manifest,
        severity: Warning,
        level: Standard,
        versions: FOURTH,
        adl: ["I-20"],
        spec: "CAM 3, Content Packaging",
        fix: Unsafe,
        mend: r#"Write the threshold as `minProgressMeasure`, with `completedByMeasure="true"`."#,
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for threshold in cx.all(Vocabulary::Adlcp, "completionThreshold") {
        let text = threshold.text();
        let text = text.trim();
        // What is not a threshold has a rule of its own.
        let good = text
            .parse::<f64>()
            .is_ok_and(|number| (0.0..=1.0).contains(&number));
        if !good || threshold.attributes().next().is_some() {
            continue;
        }
        let name = threshold.qualified_name();
        let new = format!("<{name} completedByMeasure=\"true\" minProgressMeasure=\"{text}\"/>");
        out.at(
            threshold,
            format!("the threshold {text} is written as text"),
        )
        .fix(
            "Write it as attributes",
            vec![Edit::new(MANIFEST, threshold.span(), new)],
        );
    }
}
