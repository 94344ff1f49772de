//! S12004: The longest time of an item is not written `HHHH:MM:SS`.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// The longest time of an item is not written `HHHH:MM:SS`.
    ///
    /// ## Why
    /// The course reads it from `cmi.student_data.max_time_allowed`, which has the form of a timespan;
    /// ISO durations came with SCORM 2004.
    ///
    /// ## Example
    /// ```xml
    /// <adlcp:maxtimeallowed>PT30M</adlcp:maxtimeallowed>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <adlcp:maxtimeallowed>0000:30:00</adlcp:maxtimeallowed>
    /// ```
    pub static RULE = {
        code: "S12004",
        name: "invalid-max-time-allowed",
        category: Manifest,
        severity: Error,
        level: Standard,
        versions: SCORM_12,
        spec: "SCORM 1.2 CAM, Content Packaging",
        mend: "Write hours, minutes and seconds such as `0000:30:00` instead of {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for limit in cx.all(Vocabulary::Adlcp, "maxtimeallowed") {
        let text = limit.text();
        let text = text.trim();
        if !text.is_empty() && !is_timespan(text) {
            out.at(
                limit,
                format!("maxtimeallowed is `{text}`; it must look like 0000:30:00"),
            );
        }
    }
}

/// Two to four digits of hours, two of minutes, two of seconds and up to two of their fraction.
fn is_timespan(text: &str) -> bool {
    let mut parts = text.split(':');
    let (Some(hours), Some(minutes), Some(seconds), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    let (whole, fraction) = seconds.split_once('.').unwrap_or((seconds, "0"));
    let digits = |part: &str, min: usize, max: usize| {
        (min..=max).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    digits(hours, 2, 4) && digits(minutes, 2, 2) && digits(whole, 2, 2) && digits(fraction, 1, 2)
}
