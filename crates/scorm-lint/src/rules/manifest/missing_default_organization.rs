//! MAN018: `organizations` has no `default`.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Edit, Findings, LintCx};

declare_rule! {
    /// `organizations` has no `default`.
    ///
    /// ## Why
    /// The standard wants one named. LMSs mostly take the first organization, but not all do.
    ///
    /// ## Example
    /// ```xml
    /// <organizations>
    ///   <organization identifier="o1">
    ///     <title>Course</title>
    ///     <item identifier="i1" identifierref="r1"><title>Lesson</title></item>
    ///   </organization>
    /// </organizations>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <organizations default="o1">
    ///   <organization identifier="o1">
    ///     <title>Course</title>
    ///     <item identifier="i1" identifierref="r1"><title>Lesson</title></item>
    ///   </organization>
    /// </organizations>
    /// ```
    pub static RULE = {
        code: "MAN018",
        name: "missing-default-organization",
        category: Manifest,
        severity: Warning,
        strict: Error,
        level: Standard,
        adl: ["30.6.1", "O-1"],
        spec: "CAM 3, Content Packaging",
        fix: Safe,
        mend: "Add `default` with the identifier of the organization that is to be launched.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for organizations in cx.all(Vocabulary::Imscp, "organizations") {
        let first = organizations.child(Vocabulary::Imscp, "organization");
        let Some(first) = first.filter(|_| organizations.attribute("default").is_none()) else {
            continue;
        };
        let draft = out.at(organizations, "<organizations> has no `default`");
        if let Some(id) = first.attribute("identifier") {
            let edit = Edit::add_attribute(organizations, "default", id.value().trim());
            draft.fix("Name the first organization", vec![edit]);
        }
    }
}
