//! LMS009: The package is larger than a chosen LMS takes.

use crate::rule::declare_rule;
use crate::{Findings, LintCx, Place};

declare_rule! {
    /// The package is larger than a chosen LMS takes.
    ///
    /// ## Why
    /// The upload is refused. Compress media, or split the course.
    ///
    /// ## Example
    /// ```package
    /// //- ?profile litmos
    /// //- ?size 1200000000 video/long.mp4
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- ?profile litmos
    /// //- ?size 120000000 video/long.mp4
    /// ```
    pub static RULE = {
        code: "LMS009",
        name: "package-above-limit",
        category: LmsCompatibility,
        severity: Warning,
        level: Standard,
        mend: "Compress media, and leave out the files that the course does not use.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let bytes: u64 = cx.files().iter().map(|file| file.size).sum();
    let megabytes = bytes as f64 / 1e6;
    for profile in cx.settings.profiles() {
        let Some(limit) = profile
            .package_mb
            .as_ref()
            .filter(|limit| megabytes > limit.value)
        else {
            continue;
        };
        let (name, most, source) = (&profile.title, limit.value, &limit.source);
        let message =
            format!("the files are {megabytes:.0} MB; {name} takes {most:.0} MB ({source})");
        out.at(Place::package(), message);
    }
}
