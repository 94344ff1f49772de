//! S12008: The data for an item are longer than 255 characters.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// The data for an item are longer than 255 characters.
    ///
    /// ## Why
    /// SCORM 1.2 guarantees 255 for `datafromlms`; longer data may be cut, and the course reads a
    /// fragment.
    ///
    /// ## Example
    /// ```xml
    /// <adlcp:datafromlms>0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345</adlcp:datafromlms>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <adlcp:datafromlms>start=1</adlcp:datafromlms>
    /// ```
    pub static RULE = {
        code: "S12008",
        name: "launch-data-too-long",
        category: Manifest,
        severity: Warning,
        level: Standard,
        versions: SCORM_12,
        spec: "SCORM 1.2 CAM, Content Packaging",
        mend: "Shorten the text to 255 characters, and let the course read the rest from a file.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for data in cx.all(Vocabulary::Adlcp, "datafromlms") {
        let length = data.text().chars().count();
        if length > 255 {
            out.at(
                data,
                format!("datafromlms has {length} characters; 255 are guaranteed"),
            );
        }
    }
}
