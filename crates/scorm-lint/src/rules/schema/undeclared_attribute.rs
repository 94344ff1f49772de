//! SCH021: An attribute of a SCORM namespace that no schema of this version declares.

use scorm_package::xml::Span;

use crate::content_model::FaultKind;
use crate::content_model::attribute_models;
use crate::rule::declare_rule;
use crate::{Edit, Findings, LintCx, MANIFEST};

declare_rule! {
    /// An attribute of a SCORM namespace that no schema of this version declares.
    ///
    /// ## Why
    /// It has no effect. Mostly the letter case is that of another version: `adlcp:scormtype` is SCORM
    /// 1.2, `adlcp:scormType` is SCORM 2004.
    ///
    /// ## Example
    /// ```xml
    /// <resource identifier="r1" type="webcontent" adlcp:scormtype="sco" href="index.html">
    ///   <file href="index.html"/>
    /// </resource>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="index.html">
    ///   <file href="index.html"/>
    /// </resource>
    /// ```
    pub static RULE = {
        code: "SCH021",
        name: "undeclared-attribute",
        category: Manifest,
        severity: Warning,
        level: Standard,
        adl: ["P-13"],
        spec: "CAM 3, Content Packaging",
        fix: Safe,
        mend: "Remove the attribute, since {version} does not know it.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for fault in cx.faults() {
        let (FaultKind::UndeclaredAttribute, Some(attribute)) = (&fault.kind, fault.attribute)
        else {
            continue;
        };
        let message = format!(
            "{} has no attribute `{}`",
            cx.version,
            attribute.qualified_name()
        );
        let draft = out.at(attribute, message);
        let meant = attribute_models(cx.version).iter().find(|known| {
            known.vocabulary == attribute.vocabulary()
                && known.name.eq_ignore_ascii_case(attribute.name())
        });
        if let Some(meant) = meant {
            let end = attribute.name_span().end;
            let span = Span {
                start: end - attribute.name().len() as u32,
                end,
            };
            let edits = vec![Edit::new(MANIFEST, span, meant.name)];
            draft.fix(format!("Write `{}`", meant.name), edits);
        }
    }
}
