//! LMS012: More state goes with the last save than browsers let a page send when it goes away.

use super::breaks::{self, Cause};
use crate::rule::declare_rule;
use crate::rules::api_usage::element::suspend_data_by;
use crate::script::events::Events;
use crate::{Findings, LintCx};
use scorm_package::ScormVersion;
use scorm_runtime::ApiFunction;

declare_rule! {
    /// More state goes with the last save than browsers let a page send when it goes away.
    ///
    /// ## Why
    /// While a page goes away LMSs send by beacon, and browsers refuse beacons above 64 KiB in all.
    /// Characters outside ASCII count several times. Moodle, LearnHouse and LMSs with scorm-again
    /// then lose the whole save, although the state is within the limit of the standard.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>
    /// var api = parent.API_1484_11;
    /// api.Initialize("");
    /// api.SetValue("cmi.suspend_data", "state:".repeat(10200));
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
    /// api.SetValue("cmi.suspend_data", "state:".repeat(1000));
    /// api.Commit("");
    /// window.addEventListener("pagehide", function () { api.Terminate(""); });
    /// </script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "LMS012",
        name: "large-state-on-leaving",
        category: LmsCompatibility,
        severity: Warning,
        level: Standard,
        mend: "Keep `cmi.suspend_data` well below 60,000 bytes, for example by numbers instead of words.",
        since: "0.3.0",
    }
}

/// Bytes of state with which the last save was still taken: SCORM 2004 sends more besides.
const MOST_12: usize = 64_000;
const MOST_2004: usize = 60_000;

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let Some(told) = breaks::told(cx, Cause::LargeLastSave) else {
        return;
    };
    let scripts = cx.scripts();
    let most = if cx.version == ScormVersion::Scorm12 {
        MOST_12
    } else {
        MOST_2004
    };
    for (used, bytes) in suspend_data_by(scripts, sent_bytes) {
        let own = scripts.api_calls[used.api_call].call;
        let saved_late = scripts.launches.iter().any(|launch| {
            let mut calls = launch.api_calls(scripts);
            launch.call_ids.contains(&own)
                && calls.any(|(call, events)| {
                    let saves =
                        matches!(call.function, ApiFunction::Commit | ApiFunction::Terminate);
                    saves && events.has(Events::LEAVING.with(Events::VISIBILITY))
                })
        });
        if bytes > most && saved_late {
            let message = format!("{bytes} bytes of state go with the last save ({told})");
            scripts.report(out, used.at_value(), message);
        }
    }
}

/// What a text takes in a request: other characters than ASCII are escaped byte by byte.
fn sent_bytes(text: &str) -> usize {
    text.chars()
        .map(|c| if c.is_ascii() { 1 } else { 3 * c.len_utf8() })
        .sum()
}
