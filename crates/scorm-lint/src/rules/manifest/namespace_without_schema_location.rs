//! MAN011: A namespace is used for which `xsi:schemaLocation` names no schema.

use std::collections::BTreeSet;

use super::schema_location;
use crate::rule::declare_rule;
use crate::{Findings, LintCx, Place};

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
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let located: BTreeSet<&str> = schema_location::pairs(cx)
        .map(|(_, name, _)| name)
        .collect();
    let Some(root) = cx.root().filter(|_| !located.is_empty()) else {
        return;
    };
    let mut seen = BTreeSet::new();
    for node in root.document().elements() {
        let own = std::iter::once((node.namespace(), Place::from(node)));
        let attributes = node
            .attributes()
            .map(|found| (found.namespace(), Place::from(found)));
        for (namespace, place) in own.chain(attributes) {
            let known = namespace.is_empty()
                || namespace.starts_with("http://www.w3.org/")
                || located.contains(namespace);
            if !known && seen.insert(namespace) {
                out.at(
                    place,
                    format!("schemaLocation names no schema for {namespace}"),
                );
            }
        }
    }
}
