//! LMS008: The course has sequencing rules, and a chosen LMS does not follow them.

use crate::activity::{Activity, is_true};
use crate::rule::declare_rule;
use crate::{Findings, LintCx};
use scorm_package::xml::Vocabulary;

declare_rule! {
    /// The course has sequencing rules, and a chosen LMS does not follow them.
    ///
    /// ## Why
    /// Learners see all parts in any order: a test opens before its lesson, remediation never comes, and
    /// the status of the whole is not rolled up as the course means it. Of a course with one part there is
    /// nothing to order: there only rules, limits and objectives count.
    ///
    /// ## Example
    /// ```package
    /// <organization identifier="o1">
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1"><title>One</title></item>
    ///   <item identifier="i2" identifierref="r1"><title>Two</title></item>
    ///   <imsss:sequencing><imsss:controlMode choice="false" flow="true"/></imsss:sequencing>
    /// </organization>
    /// //- ?profile moodle
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// <organization identifier="o1">
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1"><title>One</title></item>
    ///   <item identifier="i2" identifierref="r1"><title>Two</title></item>
    ///   <imsss:sequencing><imsss:controlMode choice="false" flow="true"/></imsss:sequencing>
    /// </organization>
    /// //- ?profile scorm_cloud
    /// ```
    pub static RULE = {
        code: "LMS008",
        name: "sequencing-not-followed",
        category: LmsCompatibility,
        severity: Warning,
        level: Standard,
        versions: SCORM_2004,
        mend: "Let the course work without sequencing, or choose an LMS that follows it.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let activities = &cx.activities().list;
    let is_single = activities.iter().filter(|one| one.is_leaf()).count() == 1;
    let mut asking = activities.iter().filter(|one| !is_single || asks(one));
    let Some(first) = asking.find_map(|activity| activity.own) else {
        return;
    };
    for profile in cx.settings.profiles() {
        let ignores = profile.sequencing.as_ref().filter(|follows| !follows.value);
        if let Some(ignores) = ignores {
            let (name, source) = (&profile.title, &ignores.source);
            out.at(
                first,
                format!("{name} does not follow sequencing ({source})"),
            );
        }
    }
}

/// Does it ask for more than the order of parts, and than what is so without sequencing?
fn asks(activity: &Activity<'_>) -> bool {
    let parts = ["sequencingRules", "limitConditions", "rollupRules"];
    let has = |part: &str| activity.part(Vocabulary::Imsss, part).is_some();
    let mut objectives = activity.objectives().into_iter();
    parts.into_iter().any(has)
        || objectives.any(|objective| {
            let maps = objective.children_named(Vocabulary::Imsss, "mapInfo");
            let by_measure = objective.attribute("satisfiedByMeasure");
            maps.count() > 0 || by_measure.is_some_and(|found| is_true(found, false))
        })
}
