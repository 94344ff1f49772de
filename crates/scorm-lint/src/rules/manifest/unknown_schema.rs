//! MAN007: The `schema` of the manifest is not `ADL SCORM`.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::rules::manifest::text::content;
use crate::{Findings, LintCx};

declare_rule! {
    /// The `schema` of the manifest is not `ADL SCORM`.
    ///
    /// ## Why
    /// An LMS that looks at it takes the package for something else.
    ///
    /// ## Example
    /// ```xml
    /// <schema>SCORM</schema>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <schema>ADL SCORM</schema>
    /// ```
    pub static RULE = {
        code: "MAN007",
        name: "unknown-schema",
        category: Manifest,
        severity: Warning,
        strict: Error,
        level: Standard,
        adl: ["30.5.2.1", "M-15"],
        spec: "CAM 3, Content Packaging",
        fix: Safe,
        mend: "Write `ADL SCORM` into `<schema>`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let metadata = cx
        .root()
        .and_then(|root| root.child(Vocabulary::Imscp, "metadata"));
    let Some(schema) = metadata.and_then(|node| node.child(Vocabulary::Imscp, "schema")) else {
        return;
    };
    let text = schema.text();
    if text.split_whitespace().collect::<Vec<_>>() != ["ADL", "SCORM"] {
        out.at(
            schema,
            format!("<schema> is `{}`; it must be `ADL SCORM`", text.trim()),
        )
        .fix("Write `ADL SCORM`", content(schema, "ADL SCORM"));
    }
}
