//! LMS031: Some LMSs take the package for another version of SCORM.

use super::breaks::{self, Cause};
use crate::rule::declare_rule;
use crate::rules::manifest::text::content;
use crate::{Findings, LintCx, Severity};
use scorm_package::xml::Vocabulary;

declare_rule! {
    /// Some LMSs take the package for another version of SCORM.
    ///
    /// ## Why
    /// Moodle compares `<schemaversion>` letter by letter, blanks included, and takes everything
    /// else for SCORM 1.2. Chamilo looks for `2004` in it. The course then looks for `API_1484_11`
    /// and finds `API`.
    ///
    /// ## Example
    /// ```package
    /// <schemaversion> 2004 4th Edition </schemaversion>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// <schemaversion>2004 4th Edition</schemaversion>
    /// ```
    pub static RULE = {
        code: "LMS031",
        name: "schemaversion-misread",
        category: LmsCompatibility,
        severity: Warning,
        level: Standard,
        versions: SCORM_2004,
        fix: Safe,
        mend: "Write `{schemaversion}` into `<schemaversion>`, without blanks around it.",
        since: "0.3.0",
    }
}

/// What Moodle knows.
const EXACT: &[&str] = &[
    "1.2",
    "1.3",
    "CAM 1.3",
    "2004 3rd Edition",
    "2004 4th Edition",
];

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let metadata = cx
        .root()
        .and_then(|root| root.child(Vocabulary::Imscp, "metadata"));
    let version = metadata.and_then(|node| node.child(Vocabulary::Imscp, "schemaversion"));
    let Some(version) = version else { return };
    let text = version.text();
    let meant = text.split_whitespace().collect::<Vec<_>>().join(" ");
    // The standard's own rule reports what is no version at all.
    if !EXACT.contains(&meant.as_str()) {
        return;
    }
    if text != meant
        && let Some(told) = breaks::told(cx, Cause::SchemaversionNotExact)
    {
        let message = format!("<schemaversion> is not exactly `{meant}` ({told})");
        out.at(version, message)
            .fix(format!("Write `{meant}`"), content(version, &meant));
    } else if !meant.contains("2004")
        && let Some(told) = breaks::told(cx, Cause::SchemaversionWithout2004)
    {
        let message = format!("<schemaversion> is `{meant}` ({told})");
        let draft = out.at(version, message).severity(Severity::Info);
        draft.suggest("Publish the course for a later edition of SCORM 2004 if it must run there.");
    }
}
