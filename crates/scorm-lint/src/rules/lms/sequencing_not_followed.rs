//! LMS008: The course has sequencing rules, and a chosen LMS does not follow them.

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// The course has sequencing rules, and a chosen LMS does not follow them.
    ///
    /// ## Why
    /// Learners see all parts in any order: a test opens before its lesson, remediation never comes, and
    /// the status of the whole is not rolled up as the course means it.
    ///
    /// ## Example
    /// ```package
    /// <organization identifier="o1">
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1"><title>One</title></item>
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
    let Some(first) = activities.iter().find_map(|activity| activity.own) else {
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
