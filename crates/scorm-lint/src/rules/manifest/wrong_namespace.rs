//! MAN003: Elements are in a namespace that is not the one of their version of SCORM.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// Elements are in a namespace that is not the one of their version of SCORM.
    ///
    /// ## Why
    /// The namespace is how an LMS tells versions and schemas apart. With the wrong one, settings are
    /// not seen, and validation fails.
    ///
    /// ## Example
    /// ```package
    /// //- imsmanifest.xml
    /// <manifest identifier="m1" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2">
    ///   <metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>
    ///   <organizations/>
    ///   <resources/>
    /// </manifest>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- imsmanifest.xml
    /// <manifest identifier="m1" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1">
    ///   <metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>
    ///   <organizations/>
    ///   <resources/>
    /// </manifest>
    /// ```
    pub static RULE = {
        code: "MAN003",
        name: "wrong-namespace",
        category: Manifest,
        severity: Warning,
        strict: Error,
        level: Standard,
        adl: ["P-5"],
        spec: "CAM 3, Content Packaging",
        mend: "Declare the namespace that the message names for {version}.",
        since: "0.1.0",
    }
}

const SCORM_12: &[(Vocabulary, &str)] = &[
    (
        Vocabulary::Imscp,
        "http://www.imsproject.org/xsd/imscp_rootv1p1p2",
    ),
    (
        Vocabulary::Adlcp,
        "http://www.adlnet.org/xsd/adlcp_rootv1p2",
    ),
];
const SCORM_2004: &[(Vocabulary, &str)] = &[
    (Vocabulary::Imscp, "http://www.imsglobal.org/xsd/imscp_v1p1"),
    (Vocabulary::Adlcp, "http://www.adlnet.org/xsd/adlcp_v1p3"),
    (Vocabulary::Adlseq, "http://www.adlnet.org/xsd/adlseq_v1p3"),
    (Vocabulary::Adlnav, "http://www.adlnet.org/xsd/adlnav_v1p3"),
    (Vocabulary::Imsss, "http://www.imsglobal.org/xsd/imsss"),
];

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let Some(root) = cx.root() else { return };
    let right = if cx.version.is_2004() {
        SCORM_2004
    } else {
        SCORM_12
    };
    if root.vocabulary() == Vocabulary::None
        && let Some((_, expected)) = right.first()
    {
        out.at(
            root,
            format!(
                "the manifest has no namespace; {} has {expected}",
                cx.version
            ),
        )
        .suggest(format!("Add `xmlns=\"{expected}\"` to `<manifest>`."));
    }
    for first in &cx.namespaces().first_uses {
        let namespace = first.namespace;
        let expected = right.iter().find(|(known, _)| *known == first.vocabulary);
        if let Some((_, expected)) = expected.filter(|(_, expected)| *expected != namespace) {
            let name = first.name;
            let message =
                format!("`{name}` is in the namespace {namespace}; this version has {expected}");
            out.at(first.place.clone(), message)
                .suggest(format!("Declare `{expected}` instead of `{namespace}`."));
        }
    }
}
