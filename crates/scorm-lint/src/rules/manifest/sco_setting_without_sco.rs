//! MAN029: A setting for a SCO stands in an item that refers to no SCO.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A setting for a SCO stands in an item that refers to no SCO.
    ///
    /// ## Why
    /// Time limits, launch data and scores reach a course through the API, which only a SCO has; here
    /// the setting has no effect.
    ///
    /// ## Example
    /// ```xml
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="asset" href="index.html">
    ///   <file href="index.html"/>
    /// </resource>
    /// <adlcp:dataFromLMS>start=1</adlcp:dataFromLMS>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <adlcp:dataFromLMS>start=1</adlcp:dataFromLMS>
    /// ```
    pub static RULE = {
        code: "MAN029",
        name: "sco-setting-without-sco",
        category: Manifest,
        severity: Warning,
        strict: Error,
        level: Standard,
        adl: ["30.6.3.6.9.1", "30.6.3.6.10.2", "I-15", "I-17", "I-20"],
        spec: "CAM 3, Content Packaging",
        mend: "Remove it, or let the item refer to a SCO.",
        since: "0.1.0",
    }
}

const SETTINGS: &[&str] = &[
    "timeLimitAction",
    "dataFromLMS",
    "timelimitaction",
    "datafromlms",
    "maxtimeallowed",
    "masteryscore",
];

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for setting in SETTINGS
        .iter()
        .flat_map(|name| cx.all(Vocabulary::Adlcp, name))
    {
        let item = setting
            .parent()
            .filter(|parent| parent.is(Vocabulary::Imscp, "item"));
        let Some(item) = item else { continue };
        // Dangling references and missing types have rules of their own.
        let resource = cx.resource_of(item);
        let kind = resource.and_then(|resource| cx.scorm_type(resource));
        let is_sco = kind.is_some_and(|kind| kind.value().trim().eq_ignore_ascii_case("sco"));
        let unclear = item.attribute("identifierref").is_some() && kind.is_none();
        if !is_sco && !unclear {
            let name = setting.qualified_name();
            out.at(
                setting,
                format!("<{name}> is for a SCO, and this item refers to none"),
            );
        }
    }
}
