//! MAN011: A namespace is used for which `xsi:schemaLocation` names no schema.

use std::collections::BTreeSet;

use super::schema_location;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A namespace is used for which `xsi:schemaLocation` names no schema.
    ///
    /// ## Why
    /// A manifest that names schemas must name them all; a validator has none for the elements of this
    /// namespace.
    ///
    /// ## Example
    /// ```package
    /// //- imsmanifest.xml
    /// <manifest identifier="m1" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"
    ///   xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3"
    ///   xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
    ///   xsi:schemaLocation="http://www.imsglobal.org/xsd/imscp_v1p1 imscp_v1p1.xsd">
    ///   <organizations/>
    ///   <resources><resource identifier="r1" type="webcontent" adlcp:scormType="asset"/></resources>
    /// </manifest>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- imsmanifest.xml
    /// <manifest identifier="m1" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"
    ///   xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3"
    ///   xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
    ///   xsi:schemaLocation="http://www.imsglobal.org/xsd/imscp_v1p1 imscp_v1p1.xsd
    ///     http://www.adlnet.org/xsd/adlcp_v1p3 adlcp_v1p3.xsd">
    ///   <organizations/>
    ///   <resources><resource identifier="r1" type="webcontent" adlcp:scormType="asset"/></resources>
    /// </manifest>
    /// ```
    pub static RULE = {
        code: "MAN011",
        name: "namespace-without-schema-location",
        category: Manifest,
        severity: Info,
        strict: Warning,
        level: Strict,
        adl: ["P-12", "P-13"],
        spec: "CAM 3, Content Packaging",
        mend: "Copy the schema of this namespace into the package, and add both to `xsi:schemaLocation`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let located: BTreeSet<&str> = schema_location::pairs(cx)
        .map(|(_, name, _)| name)
        .collect();
    if located.is_empty() {
        return;
    }
    for first in &cx.namespaces().first_uses {
        let namespace = first.namespace;
        let known = namespace.starts_with("http://www.w3.org/") || located.contains(namespace);
        if !known {
            let message = format!("schemaLocation names no schema for {namespace}");
            out.at(first.place.clone(), message);
        }
    }
}
