//! MAN008: The metadata of the manifest has no `schemaversion`.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// The metadata of the manifest has no `schemaversion`.
    ///
    /// ## Why
    /// An LMS must guess the version of SCORM from namespaces, and gives the course the API of the
    /// version that it guessed.
    ///
    /// ## Example
    /// ```xml
    /// <metadata><schema>ADL SCORM</schema></metadata>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>
    /// ```
    pub static RULE = {
        code: "MAN008",
        name: "missing-schemaversion",
        category: Manifest,
        severity: Warning,
        strict: Error,
        level: Standard,
        adl: ["30.5.1", "30.5.3", "M-12", "M-14"],
        spec: "CAM 3, Content Packaging",
        mend: "Add `<schemaversion>{schemaversion}</schemaversion>` behind `<schema>`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let metadata = cx
        .root()
        .and_then(|root| root.child(Vocabulary::Imscp, "metadata"));
    if let Some(metadata) = metadata
        && metadata.child(Vocabulary::Imscp, "schemaversion").is_none()
    {
        let message = format!(
            "<metadata> has no <schemaversion>; {} is assumed",
            cx.version
        );
        out.at(metadata, message);
    }
}
