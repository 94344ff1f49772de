//! MAN017: The manifest uses elements or attributes of a namespace that is not part of SCORM.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

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
        mend: "Keep it if the LMS that you use knows this extension, else remove it.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let first_uses = cx.namespaces().first_uses.iter();
    for first in first_uses.filter(|first| first.vocabulary == Vocabulary::Other) {
        let message = format!("{} is an extension", first.namespace);
        out.at(first.place.clone(), message);
    }
}
