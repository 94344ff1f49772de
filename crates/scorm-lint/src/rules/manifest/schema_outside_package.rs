//! MAN012: A schema location leads out of the package.

use super::schema_location;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A schema location leads out of the package.
    ///
    /// ## Why
    /// Nothing above the package root can be relied on; the file will not be there.
    ///
    /// ## Example
    /// ```package
    /// //- imsmanifest.xml
    /// <manifest identifier="m1" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"
    ///   xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
    ///   xsi:schemaLocation="http://www.imsglobal.org/xsd/imscp_v1p1 ../xsd/imscp_v1p1.xsd">
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
        code: "MAN012",
        name: "schema-outside-package",
        category: Manifest,
        severity: Warning,
        strict: Error,
        level: Strict,
        adl: ["P-14"],
        spec: "CAM 3, Content Packaging",
        mend: "Copy the schema into the package, and write its path inside the package instead of {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for (attribute, _, location) in schema_location::pairs(cx) {
        let climbs = location.contains("..");
        if climbs && scorm_package::manifest::resolve("", location).starts_with("..") {
            out.at(
                attribute,
                format!("the schema location `{location}` is outside the package"),
            );
        }
    }
}
