//! LMS001: A chosen LMS does not play this version of SCORM.

use crate::rule::declare_rule;
use crate::{Findings, LintCx};
use crate::{MANIFEST, Place, Severity};

declare_rule! {
    /// A chosen LMS does not play this version of SCORM.
    ///
    /// ## Why
    /// It refuses the package or plays it without sequencing and status. Publish the course for a
    /// version that it knows.
    ///
    /// ## Example
    /// ```package
    /// //- ?profile docebo
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- ?profile scorm_cloud
    /// ```
    pub static RULE = {
        code: "LMS001",
        name: "unsupported-version",
        category: LmsCompatibility,
        severity: Error,
        level: Standard,
        mend: "Export the course for a version that this LMS plays.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let version = cx.version;
    for profile in cx.settings.profiles().filter(|_| cx.manifest.is_some()) {
        let Some(played) = &profile.versions else {
            continue;
        };
        let (name, source) = (&profile.title, &played.source);
        let place = Place::file(MANIFEST);
        if played.value.partly.contains(&version) {
            let message = format!(
                "{name} imports {} and knows only parts of it ({source})",
                version.as_str()
            );
            out.at(place, message).severity(Severity::Warning);
        } else if !played.value.fully.contains(&version) {
            let message = format!("{name} does not play {} ({source})", version.as_str());
            out.at(place, message);
        }
    }
}
