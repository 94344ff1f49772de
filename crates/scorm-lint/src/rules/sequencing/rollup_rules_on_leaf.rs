//! SEQ032: An activity without children has rollup rules.

use std::collections::BTreeSet;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// An activity without children has rollup rules.
    ///
    /// ## Why
    /// Rollup rules look at the children of an activity; here there are none, and the rules have no
    /// effect.
    ///
    /// ## Example
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:rollupRules>
    ///     <imsss:rollupRule>
    ///       <imsss:rollupConditions><imsss:rollupCondition condition="satisfied"/></imsss:rollupConditions>
    ///       <imsss:rollupAction action="satisfied"/>
    ///     </imsss:rollupRule>
    ///   </imsss:rollupRules>
    /// </imsss:sequencing>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <imsss:sequencing><imsss:rollupRules objectiveMeasureWeight="0.5"/></imsss:sequencing>
    /// ```
    pub static RULE = {
        code: "SEQ032",
        name: "rollup-rules-on-leaf",
        category: Sequencing,
        severity: Warning,
        level: Standard,
        versions: SCORM_2004,
        spec: "SN 4, RB.1.5, Overall Rollup Process",
        mend: "Move the rollup rules of {1} to its parent, or remove them.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let mut seen = BTreeSet::new();
    for leaf in cx
        .activities()
        .list
        .iter()
        .filter(|activity| activity.is_leaf())
    {
        if let Some(rule) = leaf.rollup_rules().first()
            && seen.insert(rule.node.id())
        {
            out.at(
                rule.node,
                format!("`{}` has no children to roll up", leaf.id()),
            );
        }
    }
}
