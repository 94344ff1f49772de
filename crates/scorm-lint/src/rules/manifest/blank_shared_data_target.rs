//! MAN031: A shared data map has an empty `targetID`.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A shared data map has an empty `targetID`.
    ///
    /// ## Why
    /// The id names the data store; an empty one names none.
    ///
    /// ## Example
    /// ```xml
    /// <adlcp:data><adlcp:map targetID=" "/></adlcp:data>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <adlcp:data><adlcp:map targetID="urn:store"/></adlcp:data>
    /// ```
    pub static RULE = {
        code: "MAN031",
        name: "blank-shared-data-target",
        category: Manifest,
        severity: Error,
        level: Standard,
        versions: FOURTH,
        adl: ["30.6.3.7.14.2.1.2", "I-24"],
        spec: "CAM 3, Content Packaging",
        mend: "Write the id of the shared data into `targetID`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for map in cx.all(Vocabulary::Adlcp, "map") {
        if let Some(target) = map.attribute("targetID")
            && target.value().trim().is_empty()
        {
            out.at(target, "targetID is empty");
        }
    }
}
