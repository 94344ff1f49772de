//! MAN010: `xsi:schemaLocation` does not hold pairs of namespace and location.

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// `xsi:schemaLocation` does not hold pairs of namespace and location.
    ///
    /// ## Why
    /// A validator reads the list in pairs; with an odd number every pair behind the fault is wrong.
    ///
    /// ## Example
    /// ```package
    /// //- imsmanifest.xml
    /// <manifest identifier="m1" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"
    ///   xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
    ///   xsi:schemaLocation="http://www.imsglobal.org/xsd/imscp_v1p1">
    ///   <organizations/>
    ///   <resources/>
    /// </manifest>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- imsmanifest.xml
    /// <manifest identifier="m1" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"
    ///   xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
    ///   xsi:schemaLocation="http://www.imsglobal.org/xsd/imscp_v1p1 imscp_v1p1.xsd">
    ///   <organizations/>
    ///   <resources/>
    /// </manifest>
    /// ```
    pub static RULE = {
        code: "MAN010",
        name: "odd-schema-location",
        category: Manifest,
        severity: Warning,
        strict: Error,
        level: Standard,
        adl: ["P-10"],
        spec: "XML Schema 1 2.6.3",
        mend: "Write pairs of a namespace and its schema file, with blanks between them.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for &attribute in &cx.namespaces().schema_locations {
        let count = attribute.value().split_whitespace().count();
        if !count.is_multiple_of(2) {
            let message = format!("schemaLocation holds {count} words; they must be pairs");
            out.at(attribute, message);
        }
    }
}
