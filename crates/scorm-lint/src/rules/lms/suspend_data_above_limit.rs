//! LMS002: More is stored in `cmi.suspend_data` than a chosen LMS keeps.

use crate::rule::declare_rule;
use crate::rules::api_usage::element::suspend_data;
use crate::{Findings, LintCx};

declare_rule! {
    /// More is stored in `cmi.suspend_data` than a chosen LMS keeps.
    ///
    /// ## Why
    /// The value is refused or cut: the next launch cannot restore the state of the course.
    ///
    /// ## Example
    /// ```package
    /// //- ?profile moodle
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>
    /// var api = parent.API_1484_11;
    /// api.Initialize("");
    /// api.SetValue("cmi.suspend_data", "state:".repeat(12000));
    /// window.addEventListener("pagehide", function () { api.Terminate(""); });
    /// </script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- ?profile moodle
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>
    /// var api = parent.API_1484_11;
    /// api.Initialize("");
    /// api.SetValue("cmi.suspend_data", "state:".repeat(100));
    /// window.addEventListener("pagehide", function () { api.Terminate(""); });
    /// </script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "LMS002",
        name: "suspend-data-above-limit",
        category: LmsCompatibility,
        severity: Warning,
        level: Standard,
        mend: "Shorten what goes into `cmi.suspend_data`, for example by numbers instead of words.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    let stored = suspend_data(scripts);
    let profiles = cx.settings.profiles();
    for profile in profiles.filter(|profile| !profile.is_standard()) {
        let Some(limit) = profile.suspend_data(cx.version) else {
            continue;
        };
        let most = limit.value;
        for (used, length) in &stored {
            if *length > most {
                let message = format!(
                    "{length} characters; {} keeps {most} ({})",
                    profile.title, limit.source
                );
                scripts.report(out, used.at_value(), message);
            }
        }
    }
}
