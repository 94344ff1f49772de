//! SEQ039: A global objective is written, but no activity ever reads it.

use std::collections::BTreeSet;

use super::maps;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A global objective is written, but no activity ever reads it.
    ///
    /// ## Why
    /// Inside this course it has no effect; it only counts for other courses or for reports.
    ///
    /// ## Example
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:objectives>
    ///     <imsss:primaryObjective objectiveID="a"><imsss:mapInfo targetObjectiveID="g1" readSatisfiedStatus="false" readNormalizedMeasure="false" writeSatisfiedStatus="true"/></imsss:primaryObjective>
    ///   </imsss:objectives>
    /// </imsss:sequencing>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:objectives>
    ///     <imsss:primaryObjective objectiveID="a"><imsss:mapInfo targetObjectiveID="g1" writeSatisfiedStatus="true"/></imsss:primaryObjective>
    ///   </imsss:objectives>
    /// </imsss:sequencing>
    /// ```
    pub static RULE = {
        code: "SEQ039",
        name: "global-written-never-read",
        category: Sequencing,
        severity: Info,
        level: Pedantic,
        versions: SCORM_2004,
        spec: "SN 3, Sequencing Definition Model",
        mend: "Let an activity read {1}, or remove the map.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let all = maps::of_activities(cx);
    let read: BTreeSet<&str> = all
        .iter()
        .filter(|map| map.reads)
        .map(|map| map.target.as_str())
        .collect();
    let mut seen = BTreeSet::new();
    for map in all
        .iter()
        .filter(|map| map.writes && !read.contains(map.target.as_str()))
    {
        if seen.insert(map.target.as_str()) {
            out.at(map.node, format!("no activity reads `{}`", map.target));
        }
    }
}
