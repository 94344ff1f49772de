//! SCH023: An ADL or sequencing element stands in an element that does not use it.

use scorm_package::xml::Vocabulary;

use super::names;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// An ADL or sequencing element stands in an element that does not use it.
    ///
    /// ## Why
    /// Schemas allow elements of other namespaces anywhere, but an LMS looks for each of these in one
    /// place only.
    ///
    /// ## Example
    /// ```xml
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="index.html">
    ///   <file href="index.html"/>
    ///   <adlcp:dataFromLMS>start=1</adlcp:dataFromLMS>
    /// </resource>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <adlcp:dataFromLMS>start=1</adlcp:dataFromLMS>
    /// ```
    pub static RULE = {
        code: "SCH023",
        name: "misplaced-extension",
        category: Manifest,
        severity: Warning,
        strict: Error,
        level: Standard,
        adl: ["M-18", "S-1", "N-1", "N-4", "N-6", "I-15", "I-17", "I-19", "I-21", "30.6.3.7.1.1.2.2", "30.6.3.6.9.1", "30.6.3.6.10.1", "30.6.3.7.14.1", "33.1", "33.3.2", "33.3.1.2"],
        spec: "CAM 3, Content Packaging",
        mend: "Move it to where it is used, or remove it.",
        since: "0.1.0",
    }
}

/// The elements and the parents that use them.
const PARENTS: &[(Vocabulary, &str, &[&str])] = &[
    (Vocabulary::Adlcp, "location", &["metadata"]),
    (Vocabulary::Adlcp, "timeLimitAction", &["item"]),
    (Vocabulary::Adlcp, "dataFromLMS", &["item"]),
    (
        Vocabulary::Adlcp,
        "completionThreshold",
        &["item", "organization"],
    ),
    (Vocabulary::Adlcp, "data", &["item"]),
    (Vocabulary::Adlcp, "map", &["data"]),
    (Vocabulary::Adlcp, "prerequisites", &["item"]),
    (Vocabulary::Adlcp, "maxtimeallowed", &["item"]),
    (Vocabulary::Adlcp, "timelimitaction", &["item"]),
    (Vocabulary::Adlcp, "datafromlms", &["item"]),
    (Vocabulary::Adlcp, "masteryscore", &["item"]),
    (Vocabulary::Adlnav, "presentation", &["item"]),
    (Vocabulary::Adlnav, "navigationInterface", &["presentation"]),
    (Vocabulary::Adlnav, "hideLMSUI", &["navigationInterface"]),
    (
        Vocabulary::Imsss,
        "sequencing",
        &["item", "organization", "sequencingCollection"],
    ),
    (Vocabulary::Imsss, "sequencingCollection", &["manifest"]),
    (
        Vocabulary::Adlseq,
        "constrainedChoiceConsiderations",
        &["sequencing"],
    ),
    (Vocabulary::Adlseq, "rollupConsiderations", &["sequencing"]),
    (Vocabulary::Adlseq, "objectives", &["sequencing"]),
    (Vocabulary::Adlseq, "objective", &["objectives"]),
    (Vocabulary::Adlseq, "mapInfo", &["objective"]),
];

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for (vocabulary, name, parents) in PARENTS {
        for node in cx.all(*vocabulary, name) {
            let Some(parent) = node.parent() else {
                continue;
            };
            if !parents.contains(&parent.name()) {
                let message = format!(
                    "<{}> stands in <{}>; it is only used in {}",
                    node.qualified_name(),
                    parent.qualified_name(),
                    names::list(parents)
                );
                out.at(node, message).suggest(format!(
                    "Move `<{}>` into {}, or remove it.",
                    node.qualified_name(),
                    names::list(parents)
                ));
            }
        }
    }
}
