//! LMS001: A chosen LMS does not play this version of SCORM.

use super::profile;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};
use crate::{MANIFEST, Place};

declare_rule! {
    /// A chosen LMS does not play this version of SCORM.
    ///
    /// ## Why
    /// It refuses the package or plays it without sequencing and status. Publish the course for a
    /// version that it knows.
    ///
    /// ## Example
    /// ```package
    /// //- ?profile moodle
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
        versions: ALL,
        adl: [],
        spec: "",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for profile in profile::chosen(cx) {
        if !profile.versions.value.contains(&cx.version) && cx.manifest.is_some() {
            let (name, version) = (profile.title, cx.version.as_str());
            let message = format!(
                "{name} does not play {version} ({})",
                profile.versions.source
            );
            out.at(Place::file(MANIFEST), message);
        }
    }
}
