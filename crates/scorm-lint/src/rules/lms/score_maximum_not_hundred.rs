//! LMS022: The largest raw score is not 100.

use super::answers::{first_of_each_file, further, sets};
use super::breaks::{self, Cause};
use crate::rule::declare_rule;
use crate::script::data_model::Verdict;
use crate::{Findings, LintCx};

declare_rule! {
    /// The largest raw score is not 100.
    ///
    /// ## Why
    /// Moodle and Open edX take the raw score for a percentage and do not look at the maximum: 8
    /// points of 10 become 8 percent.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>
    /// var api = parent.API_1484_11;
    /// api.Initialize("");
    /// api.SetValue("cmi.score.min", "0");
    /// api.SetValue("cmi.score.max", "10");
    /// api.SetValue("cmi.score.raw", "8");
    /// api.SetValue("cmi.score.scaled", "0.8");
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
    /// api.SetValue("cmi.score.min", "0");
    /// api.SetValue("cmi.score.max", "100");
    /// api.SetValue("cmi.score.raw", "80");
    /// api.SetValue("cmi.score.scaled", "0.8");
    /// api.Commit("");
    /// window.addEventListener("pagehide", function () { api.Terminate(""); });
    /// </script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "LMS022",
        name: "score-maximum-not-hundred",
        category: LmsCompatibility,
        severity: Info,
        level: Standard,
        mend: "Report the raw score as a percentage, with `100` as its maximum.",
        since: "0.3.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let Some(told) = breaks::told(cx, Cause::MaximumNotHundred) else {
        return;
    };
    let scripts = cx.scripts();
    let others = sets(cx).filter(|used| {
        let is_maximum = matches!(
            used.element.as_ref(),
            "cmi.score.max" | "cmi.core.score.max"
        );
        let mut values = used.values.iter();
        is_maximum
            && used.verdict == Verdict::Fine
            && values.any(|(value, _)| {
                value
                    .trim()
                    .parse()
                    .is_ok_and(|max: f64| (max - 100.0).abs() > f64::EPSILON)
            })
    });
    for (used, count) in first_of_each_file(scripts, others) {
        let value = used.values.first().map_or("", |(value, _)| value.as_ref());
        let more = further(count);
        let message = format!("the largest raw score is `{value}`{more} ({told})");
        scripts.report(out, used.at_value(), message);
    }
}
