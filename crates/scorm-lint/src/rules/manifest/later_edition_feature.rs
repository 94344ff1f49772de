//! MAN033: The manifest uses something that came with the 4th Edition.

use scorm_package::xml::{Node, Vocabulary};

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// The manifest uses something that came with the 4th Edition.
    ///
    /// ## Why
    /// An LMS that takes the declared edition at its word ignores it.
    ///
    /// ## Example
    /// ```xml
    /// <adlcp:data><adlcp:map targetID="urn:store"/></adlcp:data>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <adlcp:dataFromLMS>start=1</adlcp:dataFromLMS>
    /// ```
    pub static RULE = {
        code: "MAN033",
        name: "later-edition-feature",
        category: Manifest,
        severity: Warning,
        level: Standard,
        versions: SECOND_AND_THIRD,
        spec: "CAM 3, Content Packaging",
        mend: "Remove it, since {version} does not know it.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let elements = cx
        .all(Vocabulary::Adlcp, "data")
        .chain(cx.all(Vocabulary::Adlseq, "objectives"));
    for node in elements {
        let name = node.qualified_name();
        out.at(
            node,
            format!("<{name}> came with the 4th Edition; this is {}", cx.version),
        );
    }
    let thresholds = cx.all(Vocabulary::Adlcp, "completionThreshold");
    let thresholds = thresholds.flat_map(Node::attributes);
    let shared = cx.organizations().filter_map(|organization| {
        organization.attribute_of(Vocabulary::Adlcp, "sharedDataGlobalToSystem")
    });
    for attribute in thresholds.chain(shared) {
        let name = attribute.qualified_name();
        out.at(
            attribute,
            format!("`{name}` came with the 4th Edition; this is {}", cx.version),
        );
    }
}
