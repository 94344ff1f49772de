//! SEQ033: Choice, flow or forwardOnly is set on an activity without children.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// Choice, flow or forwardOnly is set on an activity without children.
    ///
    /// ## Why
    /// These modes say how the children of an activity may be reached; on a leaf they have no effect.
    /// They belong on the parent.
    ///
    /// ## Example
    /// ```xml
    /// <imsss:sequencing><imsss:controlMode flow="true"/></imsss:sequencing>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <imsss:sequencing><imsss:controlMode choiceExit="false"/></imsss:sequencing>
    /// ```
    pub static RULE = {
        code: "SEQ033",
        name: "control-mode-on-leaf",
        category: Sequencing,
        severity: Info,
        level: Standard,
        versions: SCORM_2004,
        spec: "SN 3, Sequencing Definition Model",
        mend: "Move {1} to the cluster that it is meant for, or remove it.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for leaf in cx
        .activities()
        .list
        .iter()
        .filter(|activity| activity.is_leaf())
    {
        let own = leaf
            .own
            .and_then(|own| own.child(Vocabulary::Imsss, "controlMode"));
        let Some(mode) = own.filter(|_| leaf.parent.is_some()) else {
            continue;
        };
        let mut set = mode.attributes();
        if let Some(set) = set.find(|a| matches!(a.name(), "choice" | "flow" | "forwardOnly")) {
            out.at(set, format!("`{}` has no effect on a leaf", set.name()));
        }
    }
}
