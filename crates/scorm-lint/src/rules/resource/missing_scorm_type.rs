//! RES001: A resource does not say whether it is a SCO or an asset.

use scorm_package::xml::{Node, Vocabulary};

use crate::rule::declare_rule;
use crate::{Edit, Findings, LintCx};

declare_rule! {
    /// A resource does not say whether it is a SCO or an asset.
    ///
    /// ## Why
    /// Only a SCO gets the API. An LMS has to guess, and a page that is taken for an asset cannot
    /// report anything.
    ///
    /// ## Example
    /// ```xml
    /// <resource identifier="r1" type="webcontent" href="index.html"><file href="index.html"/></resource>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="index.html"><file href="index.html"/></resource>
    /// ```
    pub static RULE = {
        code: "RES001",
        name: "missing-scorm-type",
        category: Files,
        severity: Warning,
        strict: Error,
        level: Standard,
        adl: ["30.7.3.4", "R-14"],
        spec: "CAM 3, Content Packaging",
        fix: Safe,
        mend: r#"Add `adlcp:{scormType}="sco"` if the page of {1} calls the API, else `adlcp:{scormType}="asset"`."#,
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for resource in cx
        .resources()
        .filter(|resource| cx.scorm_type(*resource).is_none())
    {
        let id = resource.attribute("identifier").map_or("", |id| id.value());
        let draft = out.at(
            resource,
            format!("the resource `{id}` is neither `sco` nor `asset`"),
        );
        let adlcp = cx.document().and_then(|document| {
            let mut used = document.elements().flat_map(Node::attributes);
            let adlcp = used.find(|attribute| attribute.vocabulary() == Vocabulary::Adlcp);
            adlcp.and_then(|attribute| attribute.qualified_name().split_once(':'))
        });
        // What no item refers to is never launched, so it can only be an asset.
        if let Some((prefix, _)) = adlcp.filter(|_| !is_launched(cx, id)) {
            let name = if cx.version.is_2004() {
                "scormType"
            } else {
                "scormtype"
            };
            let edit = Edit::add_attribute(resource, &format!("{prefix}:{name}"), "asset");
            draft.fix(format!("Add `{prefix}:{name}=\"asset\"`"), vec![edit]);
        }
    }
}

fn is_launched(cx: &LintCx<'_>, id: &str) -> bool {
    let mut references = cx
        .items()
        .filter_map(|item| item.attribute("identifierref"));
    references.any(|reference| reference.value().trim() == id.trim())
}
