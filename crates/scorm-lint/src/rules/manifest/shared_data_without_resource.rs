//! MAN030: Shared data are mapped in an item that refers to no resource.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// Shared data are mapped in an item that refers to no resource.
    ///
    /// ## Why
    /// `adlcp:data` gives a launched page access to data stores; a cluster is never launched.
    ///
    /// ## Example
    /// ```xml
    /// <item identifier="i1">
    ///   <title>Module</title>
    ///   <item identifier="i2" identifierref="r1"><title>Lesson</title></item>
    ///   <adlcp:data><adlcp:map targetID="urn:store"/></adlcp:data>
    /// </item>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <adlcp:data><adlcp:map targetID="urn:store"/></adlcp:data>
    /// ```
    pub static RULE = {
        code: "MAN030",
        name: "shared-data-without-resource",
        category: Manifest,
        severity: Warning,
        strict: Error,
        level: Standard,
        versions: FOURTH,
        adl: ["30.6.3.7.14.1", "I-21"],
        spec: "CAM 3, Content Packaging",
        mend: "Remove `<adlcp:data>`, or give the item an `identifierref`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for data in cx.all(Vocabulary::Adlcp, "data") {
        let item = data
            .parent()
            .filter(|parent| parent.is(Vocabulary::Imscp, "item"));
        if item.is_some_and(|item| item.attribute("identifierref").is_none()) {
            out.at(
                data,
                "this item is not launched, so it cannot use shared data",
            );
        }
    }
}
