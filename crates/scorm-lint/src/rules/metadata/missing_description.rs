//! MET007: The metadata of the package do not describe the course.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// The metadata of the package do not describe the course.
    ///
    /// ## Why
    /// Title and description are what people find in a catalogue.
    ///
    /// ## Example
    /// ```xml
    /// <metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <lom:lom>
    ///   <lom:general>
    ///     <lom:title><lom:string language="en">Course</lom:string></lom:title>
    ///     <lom:description><lom:string language="en">A course</lom:string></lom:description>
    ///   </lom:general>
    /// </lom:lom>
    /// ```
    pub static RULE = {
        code: "MET007",
        name: "missing-description",
        category: Metadata,
        severity: Info,
        level: Pedantic,
        spec: "CAM 4, Metadata",
        mend: "Add the missing element to `<general>` in the metadata of the package.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let metadata = cx
        .root()
        .and_then(|root| root.child(Vocabulary::Imscp, "metadata"));
    let Some(metadata) = metadata else { return };
    if metadata.child(Vocabulary::Adlcp, "location").is_some() {
        return;
    }
    let general = metadata
        .child(Vocabulary::Lom, "lom")
        .and_then(|lom| lom.child(Vocabulary::Lom, "general"));
    for name in ["title", "description"] {
        if general
            .and_then(|general| general.child(Vocabulary::Lom, name))
            .is_none()
        {
            out.at(
                metadata,
                format!("the metadata of the package have no {name}"),
            )
            .suggest(format!(
                "Add a `<{name}>` to `<general>` in the metadata of the package."
            ));
        }
    }
}
