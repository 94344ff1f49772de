//! MAN032: Navigation controls are set in an item that refers to no resource.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// Navigation controls are set in an item that refers to no resource.
    ///
    /// ## Why
    /// `adlnav:presentation` says which buttons of the LMS are hidden while a page is shown; a cluster
    /// is never shown.
    ///
    /// ## Example
    /// ```xml
    /// <item identifier="i1">
    ///   <title>Module</title>
    ///   <item identifier="i2" identifierref="r1"><title>Lesson</title></item>
    ///   <adlnav:presentation><adlnav:navigationInterface><adlnav:hideLMSUI>continue</adlnav:hideLMSUI></adlnav:navigationInterface></adlnav:presentation>
    /// </item>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <adlnav:presentation>
    ///   <adlnav:navigationInterface><adlnav:hideLMSUI>abandon</adlnav:hideLMSUI></adlnav:navigationInterface>
    /// </adlnav:presentation>
    /// ```
    pub static RULE = {
        code: "MAN032",
        name: "presentation-without-resource",
        category: Manifest,
        severity: Warning,
        strict: Error,
        level: Standard,
        versions: SCORM_2004,
        adl: ["33.2", "N-2"],
        spec: "CAM 5, Sequencing and Presentation",
        mend: "Remove `<adlnav:presentation>`, or give the item an `identifierref`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for presentation in cx.all(Vocabulary::Adlnav, "presentation") {
        let item = presentation
            .parent()
            .filter(|parent| parent.is(Vocabulary::Imscp, "item"));
        if item.is_some_and(|item| item.attribute("identifierref").is_none()) {
            out.at(
                presentation,
                "this item is not launched, so it has no navigation interface",
            );
        }
    }
}
