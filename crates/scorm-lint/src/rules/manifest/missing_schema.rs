//! MAN006: The metadata of the manifest has no `schema`.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Edit, Findings, LintCx};

declare_rule! {
    /// The metadata of the manifest has no `schema`.
    ///
    /// ## Why
    /// `<schema>ADL SCORM</schema>` says that the package is SCORM and not another kind of IMS content
    /// package.
    ///
    /// ## Example
    /// ```xml
    /// <metadata><schemaversion>2004 4th Edition</schemaversion></metadata>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>
    /// ```
    pub static RULE = {
        code: "MAN006",
        name: "missing-schema",
        category: Manifest,
        severity: Warning,
        strict: Error,
        level: Standard,
        adl: ["30.5.1", "30.5.2", "M-12", "M-13"],
        spec: "CAM 3, Content Packaging",
        fix: Safe,
        mend: "Add `<schema>ADL SCORM</schema>` as the first element of `<metadata>`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let metadata = cx
        .root()
        .and_then(|root| root.child(Vocabulary::Imscp, "metadata"));
    let Some(metadata) = metadata else { return };
    if metadata.child(Vocabulary::Imscp, "schema").is_some() {
        return;
    }
    let draft = out.at(metadata, "<metadata> has no <schema>");
    if let Some(version) = metadata.child(Vocabulary::Imscp, "schemaversion") {
        let name = version.qualified_name().replace("schemaversion", "schema");
        let new = format!("<{name}>ADL SCORM</{name}>");
        draft.fix(
            format!("Add `{new}`"),
            vec![Edit::insert(version.span().start, new)],
        );
    }
}
