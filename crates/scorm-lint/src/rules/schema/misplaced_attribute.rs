//! SCH022: An attribute of the ADL namespaces stands on the wrong element.

use scorm_package::xml::Vocabulary;

use crate::content_model::attribute_models;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// An attribute of the ADL namespaces stands on the wrong element.
    ///
    /// ## Why
    /// `adlcp:scormType` counts on a resource only, `adlseq:objectivesGlobalToSystem` and
    /// `adlcp:sharedDataGlobalToSystem` on an organization only; elsewhere they have no effect.
    ///
    /// ## Example
    /// ```xml
    /// <item identifier="i1" identifierref="r1" adlcp:scormType="sco"><title>Lesson</title></item>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <item identifier="i1" identifierref="r1"><title>Lesson</title></item>
    /// ```
    pub static RULE = {
        code: "SCH022",
        name: "misplaced-attribute",
        category: Manifest,
        severity: Warning,
        strict: Error,
        level: Standard,
        versions: SCORM_2004,
        adl: ["30.7.3.4.2", "30.6.3.3.2", "30.6.3.4.3", "A-1", "A-2", "A-3"],
        spec: "CAM 3, Content Packaging",
        mend: "Move {1} to the element that it belongs to.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let Some(document) = cx.document() else {
        return;
    };
    for node in document.elements() {
        for attribute in node.attributes() {
            let known = attribute_models(cx.version).iter().find(|known| {
                known.vocabulary == attribute.vocabulary() && known.name == attribute.name()
            });
            let Some(known) = known.filter(|known| !known.element.is_empty()) else {
                continue;
            };
            if !node.is(Vocabulary::Imscp, known.element) {
                let (name, element) = (attribute.qualified_name(), node.qualified_name());
                let message = format!(
                    "`{name}` belongs on <{}>, not on <{element}>",
                    known.element
                );
                out.at(attribute, message).suggest(format!(
                    "Move `{name}` to the `<{}>` that it is for.",
                    known.element
                ));
            }
        }
    }
}
