//! S12007: The prerequisites of an item lead back to itself.

use std::collections::{BTreeMap, BTreeSet};

use scorm_package::xml::Vocabulary;

use super::prerequisites;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// The prerequisites of an item lead back to itself.
    ///
    /// ## Why
    /// Each item waits for the other, so none of them can ever be opened.
    ///
    /// ## Example
    /// ```xml
    /// <item identifier="i1" identifierref="r1">
    ///   <title>First</title>
    ///   <adlcp:prerequisites type="aicc_script">i2</adlcp:prerequisites>
    /// </item>
    /// <item identifier="i2" identifierref="r1">
    ///   <title>Second</title>
    ///   <adlcp:prerequisites type="aicc_script">i1</adlcp:prerequisites>
    /// </item>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <item identifier="i1" identifierref="r1"><title>First</title></item>
    /// <item identifier="i2" identifierref="r1">
    ///   <title>Second</title>
    ///   <adlcp:prerequisites type="aicc_script">i1</adlcp:prerequisites>
    /// </item>
    /// ```
    pub static RULE = {
        code: "S12007",
        name: "circular-prerequisites",
        category: Manifest,
        severity: Error,
        level: Standard,
        versions: SCORM_12,
        spec: "SCORM 1.2 CAM, Content Packaging",
        mend: "Let {1} wait for other items only.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    // Only what must be met counts: one name, or names joined by `&`.
    let mut needs: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for node in cx.all(Vocabulary::Adlcp, "prerequisites") {
        let text = node.text();
        let id = node.parent().and_then(|item| item.attribute("identifier"));
        let Some(id) = id.filter(|_| !text.contains(['|', '~', '<', '*'])) else {
            continue;
        };
        needs.insert(
            id.value().trim().to_owned(),
            prerequisites::parse(&text).unwrap_or_default(),
        );
    }
    for node in cx.all(Vocabulary::Adlcp, "prerequisites") {
        let id = node.parent().and_then(|item| item.attribute("identifier"));
        let Some(id) = id.map(|id| id.value().trim()) else {
            continue;
        };
        let mut reached = BTreeSet::new();
        let mut open: Vec<&String> = needs.get(id).into_iter().flatten().collect();
        while let Some(next) = open.pop() {
            if reached.insert(next.as_str()) {
                open.extend(needs.get(next).into_iter().flatten());
            }
        }
        if reached.contains(id) {
            out.at(node, format!("the item `{id}` waits for itself"));
        }
    }
}
