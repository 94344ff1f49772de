//! SEQ050: Choice is constrained where there is no choice.

use scorm_package::xml::Vocabulary;

use crate::activity::is_true;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// Choice is constrained where there is no choice.
    ///
    /// ## Why
    /// `constrainChoice` needs a cluster with choice, `preventActivation` one that could be chosen;
    /// here they have no effect.
    ///
    /// ## Example
    /// ```xml
    /// <organization identifier="o1">
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1"><title>One</title></item>
    ///   <item identifier="i2" identifierref="r1"><title>Two</title></item>
    ///   <imsss:sequencing>
    ///     <imsss:controlMode choice="false" flow="true"/>
    ///     <adlseq:constrainedChoiceConsiderations constrainChoice="true"/>
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
    ///     <imsss:controlMode choice="true" flow="true"/>
    ///     <adlseq:constrainedChoiceConsiderations constrainChoice="true"/>
    ///   </imsss:sequencing>
    /// </organization>
    /// ```
    pub static RULE = {
        code: "SEQ050",
        name: "constrained-choice-without-choice",
        category: Sequencing,
        severity: Info,
        level: Standard,
        versions: SCORM_2004,
        spec: "SN 4, SB.2.9, Choice Sequencing Request Process",
        mend: "Remove it, or move it to the cluster that it is meant for.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for activity in &cx.activities().list {
        let element = "constrainedChoiceConsiderations";
        for (name, useless) in [
            (
                "constrainChoice",
                activity.is_leaf() || !activity.control("choice", true),
            ),
            ("preventActivation", activity.is_leaf()),
        ] {
            let found = activity.setting(Vocabulary::Adlseq, element, name);
            if let Some(found) = found.filter(|found| useless && is_true(*found, false)) {
                out.at(
                    found,
                    format!("{name} has no effect on `{}`", activity.id()),
                );
            }
        }
    }
}
