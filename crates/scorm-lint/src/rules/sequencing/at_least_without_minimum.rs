//! SEQ030: A rollup rule says `atLeastCount` or `atLeastPercent` but not how many.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A rollup rule says `atLeastCount` or `atLeastPercent` but not how many.
    ///
    /// ## Why
    /// The minimum is then 0, which is always reached.
    ///
    /// ## Example
    /// ```xml
    /// <organization identifier="o1">
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1"><title>One</title></item>
    ///   <item identifier="i2" identifierref="r1"><title>Two</title></item>
    ///   <imsss:sequencing>
    ///     <imsss:rollupRules>
    ///       <imsss:rollupRule childActivitySet="atLeastCount">
    ///         <imsss:rollupConditions><imsss:rollupCondition condition="satisfied"/></imsss:rollupConditions>
    ///         <imsss:rollupAction action="satisfied"/>
    ///       </imsss:rollupRule>
    ///     </imsss:rollupRules>
    ///   </imsss:sequencing>
    /// </organization>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <organization identifier="o1">
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1"><title>One</title></item>
    ///   <item identifier="i2" identifierref="r1"><title>Two</title></item>
    ///   <imsss:sequencing>
    ///     <imsss:rollupRules>
    ///       <imsss:rollupRule childActivitySet="atLeastPercent" minimumPercent="0.5">
    ///         <imsss:rollupConditions><imsss:rollupCondition condition="satisfied"/></imsss:rollupConditions>
    ///         <imsss:rollupAction action="satisfied"/>
    ///       </imsss:rollupRule>
    ///     </imsss:rollupRules>
    ///   </imsss:sequencing>
    /// </organization>
    /// ```
    pub static RULE = {
        code: "SEQ030",
        name: "at-least-without-minimum",
        category: Sequencing,
        severity: Warning,
        level: Standard,
        versions: SCORM_2004,
        spec: "SN 4, RB.1.4, Rollup Rule Check Subprocess",
        mend: "Add the minimum that {1} needs.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for rule in cx.all(Vocabulary::Imsss, "rollupRule") {
        let Some(set) = rule.attribute("childActivitySet") else {
            continue;
        };
        let minimum = match set.value().trim() {
            "atLeastCount" => "minimumCount",
            "atLeastPercent" => "minimumPercent",
            _ => continue,
        };
        let found = rule
            .attribute(minimum)
            .and_then(|found| found.value().trim().parse().ok());
        if found.unwrap_or(0.0_f64) <= 0.0 {
            let message = format!("`{}` needs a {minimum} above 0", set.value().trim());
            out.at(set, message)
                .suggest(format!("Add `{minimum}` with a number above 0."));
        }
    }
}
