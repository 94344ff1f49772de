//! MET001: A metadata file that `adlcp:location` names is not in the package.

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A metadata file that `adlcp:location` names is not in the package.
    ///
    /// ## Why
    /// What was known about the course is lost; catalogues find nothing.
    ///
    /// ## Example
    /// ```xml
    /// <metadata>
    ///   <schema>ADL SCORM</schema>
    ///   <schemaversion>2004 4th Edition</schemaversion>
    ///   <adlcp:location>metadata.xml</adlcp:location>
    /// </metadata>
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
        code: "MET001",
        name: "missing-metadata-file",
        category: Metadata,
        severity: Warning,
        strict: Error,
        level: Standard,
        adl: ["P-17", "P-25"],
        spec: "CAM 3, Content Packaging",
        mend: "Add {1} to the package, or remove the location.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for href in super::located::locations(cx) {
        let gone = href
            .file()
            .filter(|name| cx.files_ignoring_case(name).next().is_none());
        if let Some(name) = gone.filter(|_| cx.settings.content_present) {
            out.missing_file(cx, href.place(), name);
        }
    }
}
