//! MAN013: The manifest has no `xsi:schemaLocation`.

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// The manifest has no `xsi:schemaLocation`.
    ///
    /// ## Why
    /// A validator then has to assume the schemas of SCORM. LMSs do, other tools may not.
    ///
    /// ## Example
    /// ```package
    /// //- imsmanifest.xml
    /// <manifest identifier="m1" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1">
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
        code: "MAN013",
        name: "missing-schema-location",
        category: Manifest,
        severity: Info,
        level: Pedantic,
        adl: ["P-11"],
        spec: "CAM 3, Content Packaging",
        mend: "Copy the schema files of {version} into the package, and name them in `xsi:schemaLocation`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    if let Some(root) = cx.root()
        && cx.namespaces().schema_locations.is_empty()
    {
        out.at(root, "the manifest names no schemas (xsi:schemaLocation)");
    }
}
