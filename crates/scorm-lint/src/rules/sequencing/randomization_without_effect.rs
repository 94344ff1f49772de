//! SEQ049: The shuffling of children has no effect.

use std::collections::BTreeSet;

use scorm_package::xml::Vocabulary;

use crate::activity::is_true;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// The shuffling of children has no effect.
    ///
    /// ## Why
    /// `reorderChildren` and `randomizationTiming` belong together, and there must be children to
    /// shuffle.
    ///
    /// ## Example
    /// ```xml
    /// <organization identifier="o1">
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1"><title>One</title></item>
    ///   <item identifier="i2" identifierref="r1"><title>Two</title></item>
    ///   <imsss:sequencing><imsss:randomizationControls reorderChildren="true"/></imsss:sequencing>
    /// </organization>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <organization identifier="o1">
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1"><title>One</title></item>
    ///   <item identifier="i2" identifierref="r1"><title>Two</title></item>
    ///   <imsss:sequencing><imsss:randomizationControls reorderChildren="true" randomizationTiming="onEachNewAttempt"/></imsss:sequencing>
    /// </organization>
    /// ```
    pub static RULE = {
        code: "SEQ049",
        name: "randomization-without-effect",
        category: Sequencing,
        severity: Warning,
        level: Standard,
        versions: SCORM_2004,
        spec: "SN 3, Sequencing Definition Model",
        mend: r#"Set `reorderChildren="true"` and `randomizationTiming="once"` on an activity with children, or remove both."#,
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let mut seen = BTreeSet::new();
    for activity in &cx.activities().list {
        let Some(controls) = activity.part(Vocabulary::Imsss, "randomizationControls") else {
            continue;
        };
        let timing = controls
            .attribute("randomizationTiming")
            .map_or("never", |t| t.value().trim());
        let reorder = controls
            .attribute("reorderChildren")
            .is_some_and(|r| is_true(r, false));
        let reason = match (reorder, timing) {
            (false, "never") => continue,
            (true, "never") => "randomizationTiming is `never`",
            (false, _) => "reorderChildren is not true",
            (true, _) if activity.children.len() < 2 => "there are no children to shuffle",
            (true, _) => continue,
        };
        if seen.insert(controls.id()) {
            out.at(controls, format!("nothing is shuffled: {reason}"));
        }
    }
}
