//! MAN019: The default organization does not exist.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Edit, Findings, LintCx};

declare_rule! {
    /// The default organization does not exist.
    ///
    /// ## Why
    /// An LMS that looks it up finds no course. Some take the first organization instead.
    ///
    /// ## Example
    /// ```xml
    /// <organizations default="course">
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
        code: "MAN019",
        name: "unknown-default-organization",
        category: Manifest,
        severity: Error,
        level: Standard,
        adl: ["30.6.1.1", "O-2"],
        spec: "CAM 3, Content Packaging",
        fix: Unsafe,
        mend: "Write the identifier of an `<organization>` instead of {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for organizations in cx.all(Vocabulary::Imscp, "organizations") {
        let Some(default) = organizations.attribute("default") else {
            continue;
        };
        let ids: Vec<&str> = organizations
            .children_named(Vocabulary::Imscp, "organization")
            .filter_map(|organization| organization.attribute("identifier"))
            .map(|id| id.value().trim())
            .collect();
        if ids.contains(&default.value().trim()) {
            continue;
        }
        let message = format!("there is no organization `{}`", default.value());
        let draft = out.at(default, message);
        if let Some(first) = ids.first() {
            let edits = vec![Edit::set_value(default, first)];
            draft.fix(format!("Name the first organization, `{first}`"), edits);
        }
    }
}
