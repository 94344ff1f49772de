//! SCH025: A value is longer than what every LMS must be able to keep.

use std::borrow::Cow;

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx, Place};

declare_rule! {
    /// A value is longer than what every LMS must be able to keep.
    ///
    /// ## Why
    /// The standard names a smallest maximum for each value. Longer ones may be cut without notice.
    ///
    /// ## Example
    /// ```xml
    /// <item identifier="i1" identifierref="r1">
    ///   <title>A title that goes on and on and on and on and on and on and on and on and on and on and on and on and on and on and on and on and on and on and on and on and on and on and on and on and on and on and on and on</title>
    /// </item>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <item identifier="i1" identifierref="r1"><title>A short title</title></item>
    /// ```
    pub static RULE = {
        code: "SCH025",
        name: "longer-than-guaranteed",
        category: Manifest,
        severity: Warning,
        level: Strict,
        versions: SCORM_2004,
        adl: ["M-3", "M-7", "M-19", "O-6", "O-13", "I-6", "I-8", "I-13", "I-18", "R-6", "R-12", "R-13", "R-22", "R-25"],
        spec: "CAM 3, Content Packaging",
        mend: "Shorten {1} to the length that is guaranteed.",
        since: "0.1.0",
    }
}

/// Vocabulary and name of the element, the attribute (or empty for its text), and the length.
const LENGTHS: &[(Vocabulary, &str, &str, usize)] = &[
    (Vocabulary::Imscp, "manifest", "version", 20),
    (Vocabulary::Imscp, "organization", "structure", 200),
    (Vocabulary::Imscp, "title", "", 200),
    (Vocabulary::Imscp, "item", "identifierref", 2000),
    (Vocabulary::Imscp, "item", "parameters", 1000),
    (Vocabulary::Imscp, "resource", "type", 1000),
    (Vocabulary::Imscp, "resource", "href", 2000),
    (Vocabulary::Imscp, "file", "href", 2000),
    (Vocabulary::Imscp, "dependency", "identifierref", 2000),
    (Vocabulary::Adlcp, "location", "", 2000),
    (Vocabulary::Adlcp, "dataFromLMS", "", 4000),
];

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for (vocabulary, element, attribute, max) in LENGTHS {
        for node in cx.all(*vocabulary, element) {
            let found = node.attribute(attribute);
            let text = match found {
                Some(found) => Cow::Borrowed(found.value()),
                None if attribute.is_empty() => node.text(),
                None => continue,
            };
            let text = match found {
                Some(_) => text.as_ref(),
                None => text.trim(),
            };
            // Text has at least as many bytes, and they need not be counted.
            if text.len() <= *max {
                continue;
            }
            let length = text.chars().count();
            if length > *max {
                let name = if attribute.is_empty() {
                    element
                } else {
                    attribute
                };
                let message = format!("`{name}` has {length} characters; {max} are guaranteed");
                out.at(found.map_or(Place::from(node), Place::from), message)
                    .suggest(format!("Shorten `{name}` to {max} characters."));
            }
        }
    }
}
