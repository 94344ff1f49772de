//! STC009: The package has several organizations.

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// The package has several organizations.
    ///
    /// ## Why
    /// Many LMSs import only the default one, so the others cannot be reached.
    ///
    /// ## Example
    /// ```xml
    /// <organization identifier="o1">
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1"><title>Lesson</title></item>
    /// </organization>
    /// <organization identifier="o2">
    ///   <title>Short course</title>
    ///   <item identifier="i2" identifierref="r1"><title>Lesson</title></item>
    /// </organization>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <organization identifier="o1">
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1"><title>Lesson</title></item>
    /// </organization>
    /// ```
    pub static RULE = {
        code: "STC009",
        name: "several-organizations",
        category: Structure,
        severity: Info,
        level: Pedantic,
        spec: "CAM 3, Content Packaging",
        mend: "Keep one organization, and make a package of its own of every other.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let count = cx.organizations().count();
    if let Some(second) = cx.organizations().nth(1) {
        out.at(
            second,
            format!("there are {count} organizations; many LMSs take only the default"),
        );
    }
}
