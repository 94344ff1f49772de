//! MET003: A metadata file leaves the schema of learning object metadata.

use scorm_package::xml::{Attribute, Vocabulary};

use crate::content_model;
use crate::rule::declare_rule;
use crate::{Findings, LintCx, Place};

declare_rule! {
    /// A metadata file leaves the schema of learning object metadata.
    ///
    /// ## Why
    /// Catalogues that validate refuse it, others lose what they do not understand.
    ///
    /// ## Example
    /// ```package
    /// <metadata>
    ///   <schema>ADL SCORM</schema>
    ///   <schemaversion>2004 4th Edition</schemaversion>
    ///   <adlcp:location>metadata.xml</adlcp:location>
    /// </metadata>
    /// //- metadata.xml
    /// <lom xmlns="http://ltsc.ieee.org/xsd/LOM"><general><subtitle/></general></lom>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// <metadata>
    ///   <schema>ADL SCORM</schema>
    ///   <schemaversion>2004 4th Edition</schemaversion>
    ///   <adlcp:location>metadata.xml</adlcp:location>
    /// </metadata>
    /// //- metadata.xml
    /// <lom xmlns="http://ltsc.ieee.org/xsd/LOM"><general><title><string language="en">Course</string></title></general></lom>
    /// ```
    pub static RULE = {
        code: "MET003",
        name: "invalid-metadata-file",
        category: Metadata,
        severity: Warning,
        strict: Error,
        level: Standard,
        versions: SCORM_2004,
        adl: ["P-16", "P-26", "X-19"],
        spec: "CAM 4, Metadata",
        mend: "Change the metadata file here as the LOM schema asks.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for (name, document, _) in super::located::files(cx) {
        let Some(document) = document else { continue };
        if !document.root().is(Vocabulary::Lom, "lom") {
            continue;
        }
        for fault in content_model::check_metadata(document.root(), cx.version) {
            let span = fault
                .attribute
                .map_or(fault.node.start_tag(), Attribute::span);
            out.at(Place::span(&name, span), content_model::describe(&fault));
        }
    }
}
