//! MET005: Metadata are in the namespace of another version of SCORM.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// Metadata are in the namespace of another version of SCORM.
    ///
    /// ## Why
    /// SCORM 1.2 uses IMS metadata (`imsmd`), SCORM 2004 uses IEEE LOM; a reader of one does not know
    /// the other.
    ///
    /// ## Example
    /// ```xml
    /// <metadata>
    ///   <schema>ADL SCORM</schema>
    ///   <schemaversion>2004 4th Edition</schemaversion>
    ///   <lom xmlns="http://www.imsglobal.org/xsd/imsmd_rootv1p2p1"/>
    /// </metadata>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <metadata>
    ///   <schema>ADL SCORM</schema>
    ///   <schemaversion>2004 4th Edition</schemaversion>
    ///   <lom xmlns="http://ltsc.ieee.org/xsd/LOM"/>
    /// </metadata>
    /// ```
    pub static RULE = {
        code: "MET005",
        name: "wrong-metadata-namespace",
        category: Metadata,
        severity: Warning,
        level: Standard,
        adl: ["P-26"],
        spec: "CAM 4, Metadata",
        mend: "Use the namespace `{lom}` for `<lom>`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for lom in cx.all(Vocabulary::Lom, "lom") {
        let ieee = lom.namespace() == "http://ltsc.ieee.org/xsd/LOM";
        if ieee != cx.version.is_2004() {
            let wanted = if cx.version.is_2004() {
                "IEEE LOM"
            } else {
                "IMS metadata"
            };
            let message = format!("{} uses {wanted}, not {}", cx.version, lom.namespace());
            out.at(lom, message);
        }
    }
}
