//! SEQ045: An objective has a minimum measure that is not used.

use scorm_package::xml::Vocabulary;

use crate::activity::is_true;
use crate::rule::declare_rule;
use crate::{Edit, Findings, LintCx};

declare_rule! {
    /// An objective has a minimum measure that is not used.
    ///
    /// ## Why
    /// `minNormalizedMeasure` counts only with `satisfiedByMeasure="true"`; as it stands, the threshold
    /// has no effect.
    ///
    /// ## Example
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:objectives>
    ///     <imsss:primaryObjective objectiveID="a"><imsss:minNormalizedMeasure>0.8</imsss:minNormalizedMeasure></imsss:primaryObjective>
    ///   </imsss:objectives>
    /// </imsss:sequencing>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:objectives>
    ///     <imsss:primaryObjective objectiveID="a" satisfiedByMeasure="true"><imsss:minNormalizedMeasure>0.8</imsss:minNormalizedMeasure></imsss:primaryObjective>
    ///   </imsss:objectives>
    /// </imsss:sequencing>
    /// ```
    pub static RULE = {
        code: "SEQ045",
        name: "ignored-minimum-measure",
        category: Sequencing,
        severity: Warning,
        level: Standard,
        versions: SCORM_2004,
        spec: "SN 3, Sequencing Definition Model",
        fix: Unsafe,
        mend: r#"Set `satisfiedByMeasure="true"`, or remove the minimum."#,
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for measure in cx.all(Vocabulary::Imsss, "minNormalizedMeasure") {
        let Some(objective) = measure.parent() else {
            continue;
        };
        let flag = objective.attribute("satisfiedByMeasure");
        if flag.is_some_and(|flag| is_true(flag, false)) {
            continue;
        }
        let draft = out.at(
            measure,
            "without satisfiedByMeasure this measure is not used",
        );
        if flag.is_none() {
            let edit = Edit::add_attribute(objective, "satisfiedByMeasure", "true");
            draft.fix("Satisfy the objective by its measure", vec![edit]);
        }
    }
}
