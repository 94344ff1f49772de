//! MAN020: The manifest has no organization.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// The manifest has no organization.
    ///
    /// ## Why
    /// An organization is the course; without one there is nothing that a learner could launch.
    ///
    /// ## Example
    /// ```xml
    /// <organizations/>
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
        code: "MAN020",
        name: "no-organization",
        category: Manifest,
        severity: Error,
        level: Basic,
        adl: ["30.6.3", "O-3"],
        spec: "CAM 3, Content Packaging",
        mend: "Add an `<organization>` with an item for each thing to launch.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let organizations = cx
        .root()
        .and_then(|root| root.child(Vocabulary::Imscp, "organizations"));
    if let Some(organizations) = organizations.filter(|_| cx.organizations().next().is_none()) {
        out.at(organizations, "there is no organization to launch");
    }
}
