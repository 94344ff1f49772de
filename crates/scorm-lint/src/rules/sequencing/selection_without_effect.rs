//! SEQ048: The selection of children has no effect.

use std::collections::BTreeSet;

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// The selection of children has no effect.
    ///
    /// ## Why
    /// `selectCount` and `selectionTiming` belong together, and the count must be smaller than the
    /// number of children.
    ///
    /// ## Example
    /// ```xml
    /// <organization identifier="o1">
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1"><title>One</title></item>
    ///   <item identifier="i2" identifierref="r1"><title>Two</title></item>
    ///   <imsss:sequencing><imsss:randomizationControls selectCount="1"/></imsss:sequencing>
    /// </organization>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <organization identifier="o1">
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1"><title>One</title></item>
    ///   <item identifier="i2" identifierref="r1"><title>Two</title></item>
    ///   <imsss:sequencing><imsss:randomizationControls selectCount="1" selectionTiming="once"/></imsss:sequencing>
    /// </organization>
    /// ```
    pub static RULE = {
        code: "SEQ048",
        name: "selection-without-effect",
        category: Sequencing,
        severity: Warning,
        level: Standard,
        versions: SCORM_2004,
        spec: "SN 3, Sequencing Definition Model",
        mend: r#"Set `selectionTiming="once"` and a `selectCount` below the number of children, or remove both."#,
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
            .attribute("selectionTiming")
            .map_or("never", |t| t.value().trim());
        let count = controls.attribute("selectCount");
        let reason = match (count, timing) {
            (None, "never") => continue,
            (Some(_), "never") => "selectionTiming is `never`".to_owned(),
            (None, _) => "there is no selectCount".to_owned(),
            (Some(count), _) => match count.value().trim().parse::<usize>() {
                Ok(count) if count >= activity.children.len() => {
                    format!(
                        "`{}` has {} children",
                        activity.id(),
                        activity.children.len()
                    )
                }
                _ => continue,
            },
        };
        if seen.insert(controls.id()) {
            out.at(controls, format!("nothing is selected: {reason}"));
        }
    }
}
