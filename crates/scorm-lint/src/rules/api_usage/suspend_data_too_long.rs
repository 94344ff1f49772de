//! API026: More is stored in `cmi.suspend_data` than the standard promises room for.

use super::element::{suspend_data, suspend_data_limit};
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// More is stored in `cmi.suspend_data` than the standard promises room for.
    ///
    /// ## Why
    /// SCORM 1.2 promises 4,096 characters and refuses more; SCORM 2004 promises 4,000 (2nd
    /// Edition) or 64,000. Beyond that the state of the course may be cut or refused.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// var api = window.parent.API_1484_11;
    /// api.Initialize("");
    /// api.SetValue("cmi.suspend_data", "state:".repeat(12000));
    /// api.Terminate("");
    /// </script></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// var api = window.parent.API_1484_11;
    /// api.Initialize("");
    /// api.SetValue("cmi.suspend_data", "state:".repeat(100));
    /// api.Terminate("");
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "API026",
        name: "suspend-data-too-long",
        category: ApiUsage,
        severity: Warning,
        level: Standard,
        spec: "RTE 4.2.22, suspend_data",
        mend: "Shorten what goes into `cmi.suspend_data`, for example by numbers instead of words.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    // Whoever names other LMSs only is told about their limits, by the rule for those.
    if !cx
        .settings
        .lms_profiles
        .iter()
        .any(|name| name == "generic" || name == "standard")
    {
        return;
    }
    let scripts = cx.scripts();
    for (used, length) in suspend_data(scripts) {
        let limit = suspend_data_limit(used.version);
        if length > limit {
            let message = format!("{length} characters go into suspend_data; {limit} are promised");
            scripts.report(out, used.at_value(), message);
        }
    }
}
