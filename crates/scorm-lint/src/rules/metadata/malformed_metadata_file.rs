//! MET002: A metadata file is empty or not well-formed XML.

use crate::rule::declare_rule;
use crate::{Findings, LintCx, Place};

declare_rule! {
    /// A metadata file is empty or not well-formed XML.
    ///
    /// ## Why
    /// Nothing in it can be read.
    ///
    /// ## Example
    /// ```package
    /// <metadata>
    ///   <schema>ADL SCORM</schema>
    ///   <schemaversion>2004 4th Edition</schemaversion>
    ///   <adlcp:location>metadata.xml</adlcp:location>
    /// </metadata>
    /// //- metadata.xml
    /// <lom xmlns="http://ltsc.ieee.org/xsd/LOM">
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
        code: "MET002",
        name: "malformed-metadata-file",
        category: Metadata,
        severity: Warning,
        strict: Error,
        level: Standard,
        adl: ["P-25"],
        spec: "CAM 4, Metadata",
        mend: "Mend the XML of the metadata file at this place.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for (name, document, problems) in super::located::files(cx) {
        for problem in problems.iter().filter(|_| document.is_none()) {
            let place = problem.place.map(|place| Place::span(&name, place.span));
            out.at(place.unwrap_or(Place::file(&name)), &problem.message);
        }
    }
}
