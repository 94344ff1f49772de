//! MAN037: A prefix is used that no namespace is declared for.

use scorm_package::ProblemKind;

use crate::rule::declare_rule;
use crate::rules::package::problems::report;
use crate::{Findings, LintCx};

declare_rule! {
    /// A prefix is used that no namespace is declared for.
    ///
    /// ## Why
    /// XML parsers that know namespaces stop there, and so do LMSs built on them.
    ///
    /// ## Example
    /// ```package
    /// //- imsmanifest.xml
    /// <manifest identifier="m1" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1">
    ///   <metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>
    ///   <organizations/>
    ///   <resources><resource identifier="r1" type="webcontent" adlcp:scormType="asset"/></resources>
    /// </manifest>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- imsmanifest.xml
    /// <manifest identifier="m1" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3">
    ///   <metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>
    ///   <organizations/>
    ///   <resources><resource identifier="r1" type="webcontent" adlcp:scormType="asset"/></resources>
    /// </manifest>
    /// ```
    pub static RULE = {
        code: "MAN037",
        name: "undeclared-prefix",
        category: Manifest,
        severity: Error,
        level: Basic,
        adl: ["P-4"],
        spec: "Namespaces in XML",
        mend: "Declare the prefix with `xmlns:` on `<manifest>`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    report(cx, out, &[ProblemKind::XmlPrefixUndeclared]);
}
