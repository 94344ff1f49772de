//! SEQ038: A global objective is read, but no activity ever writes it.

use std::collections::BTreeSet;

use scorm_package::xml::Vocabulary;

use super::maps;
use crate::activity::is_true;
use crate::rule::declare_rule;
use crate::{Findings, LintCx, Severity};

declare_rule! {
    /// A global objective is read, but no activity ever writes it.
    ///
    /// ## Why
    /// It stays unknown, so rules that look at it never act. Only where objectives are kept for other
    /// courses could one of those write it.
    ///
    /// ## Example
    /// ```xml
    /// <organization identifier="o1" adlseq:objectivesGlobalToSystem="false">
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1">
    ///     <title>One</title>
    ///     <imsss:sequencing>
    ///       <imsss:objectives>
    ///         <imsss:primaryObjective objectiveID="a"><imsss:mapInfo targetObjectiveID="g1"/></imsss:primaryObjective>
    ///       </imsss:objectives>
    ///     </imsss:sequencing>
    ///   </item>
    /// </organization>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <organization identifier="o1" adlseq:objectivesGlobalToSystem="false">
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1">
    ///     <title>One</title>
    ///     <imsss:sequencing>
    ///       <imsss:objectives>
    ///         <imsss:primaryObjective objectiveID="a"><imsss:mapInfo targetObjectiveID="g1"/></imsss:primaryObjective>
    ///       </imsss:objectives>
    ///     </imsss:sequencing>
    ///   </item>
    ///   <item identifier="i2" identifierref="r1">
    ///     <title>Two</title>
    ///     <imsss:sequencing>
    ///       <imsss:objectives>
    ///         <imsss:primaryObjective objectiveID="b"><imsss:mapInfo targetObjectiveID="g1" readSatisfiedStatus="false" writeSatisfiedStatus="true"/></imsss:primaryObjective>
    ///       </imsss:objectives>
    ///     </imsss:sequencing>
    ///   </item>
    /// </organization>
    /// ```
    pub static RULE = {
        code: "SEQ038",
        name: "global-read-never-written",
        category: Sequencing,
        severity: Warning,
        level: Standard,
        versions: SCORM_2004,
        spec: "SN 3, Sequencing Definition Model",
        mend: "Let an activity write {1}, or remove the map.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let all = maps::of_activities(cx);
    let written: BTreeSet<&str> = all
        .iter()
        .filter(|map| map.writes)
        .map(|map| map.target.as_str())
        .collect();
    let shared = cx.organizations().any(|organization| {
        let scope = organization.attribute_of(Vocabulary::Adlseq, "objectivesGlobalToSystem");
        scope.is_none_or(|scope| is_true(scope, true))
    });
    let mut seen = BTreeSet::new();
    for map in all
        .iter()
        .filter(|map| map.reads && !written.contains(map.target.as_str()))
    {
        if !seen.insert(map.target.as_str()) {
            continue;
        }
        let draft = out.at(map.node, format!("no activity writes `{}`", map.target));
        if shared {
            draft.severity(Severity::Info);
        }
    }
}
