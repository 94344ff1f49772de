//! LMS032: The course has several SCOs, and some LMSs launch the first one only.

use std::collections::BTreeSet;

use super::breaks::{self, Cause};
use crate::rule::declare_rule;
use crate::{Findings, LintCx};
use scorm_package::xml::{Attribute, Node, Vocabulary};
use scorm_runtime::ApiFunction;

declare_rule! {
    /// The course has several SCOs, and some LMSs launch the first one only.
    ///
    /// ## Why
    /// Open edX and Frappe launch one SCO and give it the data of all. Sakai hides its table of
    /// contents and its buttons: the learner stays in the first SCO unless the course asks for the
    /// next one itself. Only a course of one SCO with navigation of its own works there. A course
    /// whose parts depend on each other by rules or shared objectives cannot be one SCO: it is
    /// told if such an LMS is chosen.
    ///
    /// ## Example
    /// ```package
    /// <organization identifier="o1">
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1"><title>One</title></item>
    ///   <item identifier="i2" identifierref="r2"><title>Two</title></item>
    ///   <imsss:sequencing><imsss:controlMode choice="true" flow="true"/></imsss:sequencing>
    /// </organization>
    /// <resources>
    ///   <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="index.html"><file href="index.html"/></resource>
    ///   <resource identifier="r2" type="webcontent" adlcp:scormType="sco" href="two.html"><file href="two.html"/></resource>
    /// </resources>
    /// //- two.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head><body><h1>Lesson</h1></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// <organization identifier="o1">
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1"><title>One</title></item>
    ///   <item identifier="i2" identifierref="r2"><title>Two</title></item>
    ///   <imsss:sequencing><imsss:controlMode choice="true" flow="true"/></imsss:sequencing>
    /// </organization>
    /// <resources>
    ///   <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="index.html"><file href="index.html"/></resource>
    ///   <resource identifier="r2" type="webcontent" adlcp:scormType="asset" href="two.html"><file href="two.html"/></resource>
    /// </resources>
    /// //- two.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head><body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "LMS032",
        name: "several-scos",
        category: LmsCompatibility,
        severity: Info,
        level: Standard,
        mend: "Publish the course as one SCO with its own navigation if it must run in these LMSs.",
        since: "0.3.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let resources = cx.items().filter_map(|item| cx.resource_of(item));
    let scos: BTreeSet<_> = resources
        .filter(|resource| {
            let kind = cx.scorm_type(*resource);
            kind.is_some_and(|kind| kind.value().trim().eq_ignore_ascii_case("sco"))
        })
        .filter_map(|resource| resource.attribute("identifier"))
        .map(Attribute::value)
        .collect();
    let Some(organization) = cx.organizations().next().filter(|_| scos.len() > 1) else {
        return;
    };
    let names_lms = cx.settings.lms_profiles.iter();
    let names_lms = names_lms.filter(|name| !breaks::is_standard(name)).count() > 0;
    if !names_lms && parts_depend(cx) {
        return;
    }
    let hidden = breaks::told(cx, Cause::NavigationHidden).filter(|_| !asks_for_next(cx));
    let told: Vec<String> = breaks::told(cx, Cause::FirstScoOnly)
        .into_iter()
        .chain(hidden)
        .collect();
    if !told.is_empty() {
        let message = format!("the course has {} SCOs ({})", scos.len(), told.join("; "));
        out.at(organization, message);
    }
}

/// Does the course navigate by itself?
fn asks_for_next(cx: &LintCx<'_>) -> bool {
    let mut uses = cx.scripts().elements.iter();
    uses.any(|used| {
        used.function == ApiFunction::SetValue && used.element.as_ref() == "adl.nav.request"
    })
}

/// Does sequencing make one part depend on another?
fn parts_depend(cx: &LintCx<'_>) -> bool {
    cx.activities().list.iter().any(|activity| {
        let rules = activity.part(Vocabulary::Imsss, "sequencingRules");
        let mut objectives = activity.objectives().into_iter();
        let maps = |objective: Node<'_>| objective.child(Vocabulary::Imsss, "mapInfo").is_some();
        rules.is_some() || objectives.any(maps)
    })
}
