//! SEQ037: The continue button of the LMS is hidden, and there is no table of contents to go on by.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// The continue button of the LMS is hidden, and there is no table of contents to go on by.
    ///
    /// ## Why
    /// The page must then ask for navigation itself (`adl.nav.request`); if it does not, the learner is
    /// stuck.
    ///
    /// ## Example
    /// ```xml
    /// <organization identifier="o1">
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1">
    ///     <title>One</title>
    ///     <adlnav:presentation><adlnav:navigationInterface><adlnav:hideLMSUI>continue</adlnav:hideLMSUI></adlnav:navigationInterface></adlnav:presentation>
    ///   </item>
    ///   <item identifier="i2" identifierref="r1"><title>Two</title></item>
    ///   <imsss:sequencing><imsss:controlMode choice="false" flow="true"/></imsss:sequencing>
    /// </organization>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <organization identifier="o1">
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1">
    ///     <title>One</title>
    ///     <adlnav:presentation><adlnav:navigationInterface><adlnav:hideLMSUI>continue</adlnav:hideLMSUI></adlnav:navigationInterface></adlnav:presentation>
    ///   </item>
    ///   <item identifier="i2" identifierref="r1"><title>Two</title></item>
    ///   <imsss:sequencing><imsss:controlMode choice="true" flow="true"/></imsss:sequencing>
    /// </organization>
    /// ```
    pub static RULE = {
        code: "SEQ037",
        name: "hidden-navigation",
        category: Sequencing,
        severity: Info,
        level: Standard,
        versions: SCORM_2004,
        spec: "SN 5, Navigation Model",
        mend: "Remove this `hideLMSUI`, or let the page of {1} request `continue` itself.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let activities = cx.activities();
    for leaf in activities.list.iter().filter(|activity| activity.is_leaf()) {
        let Some(parent) = activities.parent_of(leaf) else {
            continue;
        };
        let hidden = leaf
            .node
            .child(Vocabulary::Adlnav, "presentation")
            .and_then(|node| node.child(Vocabulary::Adlnav, "navigationInterface"))
            .into_iter()
            .flat_map(|node| node.children_named(Vocabulary::Adlnav, "hideLMSUI"))
            .find(|node| node.text().trim() == "continue");
        let last = parent
            .children
            .last()
            .map(|at| activities.list[*at].node.id());
        if let Some(hidden) = hidden
            && !parent.control("choice", true)
            && last != Some(leaf.node.id())
        {
            out.at(
                hidden,
                format!("from `{}` only the page itself can go on", leaf.id()),
            );
        }
    }
}
