//! SEQ015: An objective has an empty id.

use scorm_package::xml::Vocabulary;

use crate::activity::objective_id;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// An objective has an empty id.
    ///
    /// ## Why
    /// Nothing can refer to it, and a course cannot find it in `cmi.objectives`.
    ///
    /// ## Example
    /// ```xml
    /// <imsss:sequencing><imsss:objectives><imsss:primaryObjective objectiveID=" "/></imsss:objectives></imsss:sequencing>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <imsss:sequencing><imsss:objectives><imsss:primaryObjective objectiveID="a"/></imsss:objectives></imsss:sequencing>
    /// ```
    pub static RULE = {
        code: "SEQ015",
        name: "blank-objective-id",
        category: Sequencing,
        severity: Error,
        level: Standard,
        versions: SCORM_2004,
        adl: ["S-37", "S-49"],
        spec: "CAM 5, Sequencing and Presentation",
        mend: "Write an id into `objectiveID`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let primary = cx.all(Vocabulary::Imsss, "primaryObjective");
    let others = cx.all(Vocabulary::Imsss, "objective");
    for node in primary
        .chain(others)
        .chain(cx.all(Vocabulary::Adlseq, "objective"))
    {
        if let Some(id) = node.attribute("objectiveID")
            && objective_id(id.value()).is_empty()
        {
            out.at(id, "objectiveID is empty");
        }
    }
}
