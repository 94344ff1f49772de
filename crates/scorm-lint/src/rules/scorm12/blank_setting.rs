//! S12003: A setting of an item is empty.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Edit, Findings, LintCx};

declare_rule! {
    /// A setting of an item is empty.
    ///
    /// ## Why
    /// It says nothing, and some LMSs take an empty mastery score for 0.
    ///
    /// ## Example
    /// ```xml
    /// <adlcp:masteryscore></adlcp:masteryscore>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <adlcp:masteryscore>80</adlcp:masteryscore>
    /// ```
    pub static RULE = {
        code: "S12003",
        name: "blank-setting",
        category: Manifest,
        severity: Info,
        level: Standard,
        versions: SCORM_12,
        spec: "SCORM 1.2 CAM, Content Packaging",
        fix: Safe,
        mend: "Fill the element, or remove it.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let names = [
        "masteryscore",
        "maxtimeallowed",
        "timelimitaction",
        "prerequisites",
    ];
    for node in names
        .into_iter()
        .flat_map(|name| cx.all(Vocabulary::Adlcp, name))
    {
        if node.text().trim().is_empty() {
            out.at(node, format!("<{}> is empty", node.qualified_name()))
                .fix(
                    format!("Remove `<{}>`", node.qualified_name()),
                    vec![Edit::remove(node)],
                );
        }
    }
}
