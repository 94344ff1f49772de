//! MET004: A metadata file does not hold learning object metadata.

use crate::rule::declare_rule;
use crate::{Findings, LintCx, Place};

declare_rule! {
    /// A metadata file does not hold learning object metadata.
    ///
    /// ## Why
    /// LMSs and catalogues read LOM; another format is ignored.
    ///
    /// ## Example
    /// ```package
    /// <metadata>
    ///   <schema>ADL SCORM</schema>
    ///   <schemaversion>2004 4th Edition</schemaversion>
    ///   <adlcp:location>metadata.xml</adlcp:location>
    /// </metadata>
    /// //- metadata.xml
    /// <dc xmlns="urn:example"/>
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
    /// <lom xmlns="http://ltsc.ieee.org/xsd/LOM"/>
    /// ```
    pub static RULE = {
        code: "MET004",
        name: "metadata-file-not-lom",
        category: Metadata,
        severity: Info,
        strict: Warning,
        level: Standard,
        spec: "CAM 4, Metadata",
        mend: "Make `<lom>` the outermost element, or remove the location that names this file.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for (name, document, _) in super::located::files(cx) {
        let Some(document) = document else { continue };
        let root = document.root();
        if !root.name().eq_ignore_ascii_case("lom") {
            let message = format!(
                "the document element is <{}>, not <lom>",
                root.qualified_name()
            );
            out.at(Place::span(&name, root.name_span()), message);
        }
    }
}
