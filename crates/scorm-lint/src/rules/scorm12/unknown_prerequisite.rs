//! S12006: Prerequisites name an item that does not exist.

use std::collections::BTreeSet;

use scorm_package::xml::Vocabulary;

use super::prerequisites;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// Prerequisites name an item that does not exist.
    ///
    /// ## Why
    /// The condition can never be met, so the item stays locked in LMSs that look at it.
    ///
    /// ## Example
    /// ```xml
    /// <item identifier="i1" identifierref="r1">
    ///   <title>Second</title>
    ///   <adlcp:prerequisites type="aicc_script">first</adlcp:prerequisites>
    /// </item>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <item identifier="i0" identifierref="r1"><title>First</title></item>
    /// <item identifier="i1" identifierref="r1">
    ///   <title>Second</title>
    ///   <adlcp:prerequisites type="aicc_script">i0</adlcp:prerequisites>
    /// </item>
    /// ```
    pub static RULE = {
        code: "S12006",
        name: "unknown-prerequisite",
        category: Manifest,
        severity: Error,
        level: Standard,
        versions: SCORM_12,
        spec: "SCORM 1.2 CAM, Content Packaging",
        mend: "Write the identifier of an item.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let ids: BTreeSet<&str> = cx
        .items()
        .chain(cx.organizations())
        .filter_map(|item| item.attribute("identifier"))
        .map(|id| id.value().trim())
        .collect();
    for node in cx.all(Vocabulary::Adlcp, "prerequisites") {
        for name in prerequisites::parse(&node.text()).unwrap_or_default() {
            if !ids.contains(name.as_str()) {
                let near = out.nearest(&name, ids.iter().copied());
                let draft = out.at(node, format!("there is no item `{name}`"));
                if let Some(near) = near {
                    draft.suggest(format!("Did you mean `{near}`?"));
                }
            }
        }
    }
}
