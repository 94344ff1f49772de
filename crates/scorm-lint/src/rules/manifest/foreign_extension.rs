//! MAN017: The manifest uses elements or attributes of a namespace that is not part of SCORM.

use std::collections::BTreeSet;

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx, Place};

declare_rule! {
    /// The manifest uses elements or attributes of a namespace that is not part of SCORM.
    ///
    /// ## Why
    /// That is allowed, and only tools that know the namespace use what is there; every other LMS
    /// ignores it.
    ///
    /// ## Example
    /// ```xml
    /// <item identifier="i1" identifierref="r1"><title>Lesson</title><x:note xmlns:x="urn:example"/></item>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <item identifier="i1" identifierref="r1"><title>Lesson</title></item>
    /// ```
    pub static RULE = {
        code: "MAN017",
        name: "foreign-extension",
        category: Manifest,
        severity: Info,
        level: Pedantic,
        adl: ["P-15"],
        spec: "CAM 3, Content Packaging",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let Some(root) = cx.root() else { return };
    let mut seen = BTreeSet::new();
    for node in root.document().elements() {
        let own = std::iter::once((node.vocabulary(), node.namespace(), Place::from(node)));
        let attributes = node
            .attributes()
            .map(|a| (a.vocabulary(), a.namespace(), Place::from(a)));
        for (vocabulary, namespace, place) in own.chain(attributes) {
            if vocabulary == Vocabulary::Other && seen.insert(namespace) {
                out.at(place, format!("{namespace} is an extension"));
            }
        }
    }
}
