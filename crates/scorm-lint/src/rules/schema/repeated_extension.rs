//! SCH024: An ADL or sequencing element occurs twice where only one counts.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// An ADL or sequencing element occurs twice where only one counts.
    ///
    /// ## Why
    /// Schemas cannot forbid it for elements of other namespaces, but the standard allows one, and LMSs
    /// differ in which of two they take.
    ///
    /// ## Example
    /// ```xml
    /// <adlcp:dataFromLMS>start=1</adlcp:dataFromLMS>
    /// <adlcp:dataFromLMS>start=2</adlcp:dataFromLMS>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <adlcp:dataFromLMS>start=1</adlcp:dataFromLMS>
    /// ```
    pub static RULE = {
        code: "SCH024",
        name: "repeated-extension",
        category: Manifest,
        severity: Error,
        level: Standard,
        adl: ["M-11", "O-11", "O-12", "I-12", "I-14", "R-17", "30.6.3.6.9", "30.6.3.6.10", "30.6.3.6.12", "30.6.3.6.13", "30.6.3.6.14", "30.6.3.7.14", "32", "31.13", "31.14", "31.15", "S-14"],
        spec: "CAM 3, Content Packaging",
        mend: "Join it with the one that is there already, or remove it.",
        since: "0.1.0",
    }
}

/// Once inside their parent.
const ONCE: &[(Vocabulary, &str)] = &[
    (Vocabulary::Imsss, "sequencing"),
    (Vocabulary::Imsss, "sequencingCollection"),
    (Vocabulary::Adlcp, "timeLimitAction"),
    (Vocabulary::Adlcp, "dataFromLMS"),
    (Vocabulary::Adlcp, "completionThreshold"),
    (Vocabulary::Adlcp, "data"),
    (Vocabulary::Adlcp, "prerequisites"),
    (Vocabulary::Adlcp, "maxtimeallowed"),
    (Vocabulary::Adlcp, "timelimitaction"),
    (Vocabulary::Adlcp, "datafromlms"),
    (Vocabulary::Adlcp, "masteryscore"),
    (Vocabulary::Adlnav, "presentation"),
    (Vocabulary::Adlseq, "constrainedChoiceConsiderations"),
    (Vocabulary::Adlseq, "rollupConsiderations"),
    (Vocabulary::Adlseq, "objectives"),
];

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for (vocabulary, name) in ONCE {
        for node in cx.all(*vocabulary, name) {
            let Some(parent) = node.parent() else {
                continue;
            };
            // A collection holds many; it is the one place where that is right.
            if parent.is(Vocabulary::Imsss, "sequencingCollection") {
                continue;
            }
            let first = parent.child(*vocabulary, name);
            if first.is_some_and(|first| first.id() != node.id()) {
                let (name, parent) = (node.qualified_name(), parent.qualified_name());
                out.at(node, format!("<{parent}> already has a <{name}>"));
            }
        }
    }
}
