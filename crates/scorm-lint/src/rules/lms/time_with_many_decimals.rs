//! LMS035: A duration is written with as many decimals as a division gives.

use super::answers::{first_of_each_file, further, sets};
use super::breaks::{self, Cause};
use super::durations::{is_duration, last_number_is_quotient};
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A duration is written with as many decimals as a division gives.
    ///
    /// ## Why
    /// SCORM takes two decimals of a second at most. Milliseconds divided by 1000 have three:
    /// Moodle and LMSs with scorm-again refuse the value, and the time of the session is lost.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>
    /// var api = parent.API_1484_11;
    /// api.Initialize("");
    /// var begun = Date.now();
    /// window.addEventListener("pagehide", function () {
    ///   api.SetValue("cmi.session_time", "PT" + (Date.now() - begun) / 1000 + "S");
    ///   api.Terminate("");
    /// });
    /// </script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>
    /// var api = parent.API_1484_11;
    /// api.Initialize("");
    /// var begun = Date.now();
    /// window.addEventListener("pagehide", function () {
    ///   api.SetValue("cmi.session_time", "PT" + Math.round((Date.now() - begun) / 1000) + "S");
    ///   api.Terminate("");
    /// });
    /// </script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "LMS035",
        name: "time-with-many-decimals",
        category: LmsCompatibility,
        severity: Warning,
        level: Standard,
        mend: "Round the seconds: `Math.round(…)`.",
        since: "0.3.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let Some(told) = breaks::told(cx, Cause::TimeWithDecimals) else {
        return;
    };
    let scripts = cx.scripts();
    let unrounded =
        sets(cx).filter(|used| is_duration(used) && last_number_is_quotient(scripts, used));
    for (used, count) in first_of_each_file(scripts, unrounded) {
        let more = further(count);
        let message = format!(
            "`{}` gets seconds that are not rounded{more} ({told})",
            used.element
        );
        scripts.report(out, used.at_value(), message);
    }
}
