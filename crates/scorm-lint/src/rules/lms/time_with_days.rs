//! LMS034: A duration is written with days.

use super::answers::{first_of_each_file, further, sets};
use super::breaks::{self, Cause};
use super::durations::texts;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A duration is written with days.
    ///
    /// ## Why
    /// Chamilo counts a session time with days as 0, and Moodle does not add days up. Hours may be
    /// more than 24: `PT25H` is the same time, and every LMS reads it.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>
    /// var api = parent.API_1484_11;
    /// api.Initialize("");
    /// api.SetValue("cmi.session_time", "P1DT2H30M");
    /// api.Commit("");
    /// window.addEventListener("pagehide", function () { api.Terminate(""); });
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
    /// api.SetValue("cmi.session_time", "PT26H30M");
    /// api.Commit("");
    /// window.addEventListener("pagehide", function () { api.Terminate(""); });
    /// </script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "LMS034",
        name: "time-with-days",
        category: LmsCompatibility,
        severity: Info,
        level: Standard,
        versions: SCORM_2004,
        mend: "Write days as hours: `PT26H30M`.",
        since: "0.3.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let Some(told) = breaks::told(cx, Cause::TimeWithDays) else {
        return;
    };
    let scripts = cx.scripts();
    let with_days = sets(cx).filter(|used| {
        used.element.as_ref() == "cmi.session_time" && has_days(&texts(scripts, used))
    });
    for (used, count) in first_of_each_file(scripts, with_days) {
        let more = further(count);
        let message = format!("the session time has days{more} ({told})");
        scripts.report(out, used.at_value(), message);
    }
}

/// Does a duration with these constant parts name days, months or years?
fn has_days(texts: &[String]) -> bool {
    let joined = texts.join("0");
    let date = joined.split('T').next().unwrap_or_default();
    date.starts_with('P') && date.contains(['Y', 'M', 'D'])
}
