//! SEQ029: A rollup rule has a minimum that its child set does not use.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A rollup rule has a minimum that its child set does not use.
    ///
    /// ## Why
    /// `minimumCount` counts with `atLeastCount` only, `minimumPercent` with `atLeastPercent` only. The
    /// default set is `all`.
    ///
    /// ## Example
    /// ```xml
    /// <organization identifier="o1">
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1"><title>One</title></item>
    ///   <item identifier="i2" identifierref="r1"><title>Two</title></item>
    ///   <imsss:sequencing>
    ///     <imsss:rollupRules>
    ///       <imsss:rollupRule minimumCount="1">
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
    ///       <imsss:rollupRule childActivitySet="atLeastCount" minimumCount="1">
    ///         <imsss:rollupConditions><imsss:rollupCondition condition="satisfied"/></imsss:rollupConditions>
    ///         <imsss:rollupAction action="satisfied"/>
    ///       </imsss:rollupRule>
    ///     </imsss:rollupRules>
    ///   </imsss:sequencing>
    /// </organization>
    /// ```
    pub static RULE = {
        code: "SEQ029",
        name: "minimum-without-effect",
        category: Sequencing,
        severity: Warning,
        level: Standard,
        versions: SCORM_2004,
        spec: "SN 4, RB.1.4, Rollup Rule Check Subprocess",
        mend: "Remove the minimum, or choose the child set that it is for instead of {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for rule in cx.all(Vocabulary::Imsss, "rollupRule") {
        let set = rule
            .attribute("childActivitySet")
            .map_or("all", |set| set.value().trim());
        for (minimum, wanted) in [
            ("minimumCount", "atLeastCount"),
            ("minimumPercent", "atLeastPercent"),
        ] {
            if let Some(found) = rule.attribute(minimum)
                && set != wanted
                && found
                    .value()
                    .trim()
                    .parse::<f64>()
                    .is_ok_and(|number| number > 0.0)
            {
                out.at(
                    found,
                    format!("{minimum} has no effect with the child set `{set}`"),
                )
                .suggest(format!(
                    "Write `childActivitySet=\"{wanted}\"`, or remove `{minimum}`."
                ));
            }
        }
    }
}
