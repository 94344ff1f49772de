//! SCH007: An element has an attribute that its schema does not know.

use super::names;
use crate::content_model::FaultKind;
use crate::rule::declare_rule;
use crate::{Edit, Findings, LintCx, MANIFEST};

declare_rule! {
    /// An element has an attribute that its schema does not know.
    ///
    /// ## Why
    /// The attribute has no effect. Often it is a misspelt one, so a setting that somebody relies on is
    /// not made.
    ///
    /// ## Example
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:deliveryControls Tracked="false"/>
    /// </imsss:sequencing>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:deliveryControls tracked="false"/>
    /// </imsss:sequencing>
    /// ```
    pub static RULE = {
        code: "SCH007",
        name: "unknown-attribute",
        category: Manifest,
        severity: Warning,
        strict: Error,
        level: Standard,
        adl: ["X-6", "X-7"],
        spec: "CAM 3, Content Packaging",
        fix: Suggestion,
        mend: "Remove the attribute, or write the one that is meant.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for fault in cx.faults() {
        let (FaultKind::UnknownAttribute { expected }, Some(attribute)) =
            (&fault.kind, fault.attribute)
        else {
            continue;
        };
        let name = attribute.qualified_name();
        let message = format!(
            "<{}> has no attribute `{name}`",
            fault.node.qualified_name()
        );
        let close = names::closest(attribute.name(), expected);
        match close.filter(|close| fault.node.attribute(close).is_none()) {
            None => {
                out.at(attribute, message);
            }
            Some(close) => {
                let edits = vec![Edit::new(MANIFEST, attribute.name_span(), close)];
                out.at(attribute, format!("{message}; did you mean `{close}`?"))
                    .fix(format!("Rename to `{close}`"), edits);
            }
        }
    }
}
