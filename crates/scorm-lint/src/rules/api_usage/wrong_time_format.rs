//! API023: A time is written in the format of the other SCORM version.

use crate::rule::declare_rule;
use crate::script::Scripts;
use crate::script::facts::Value;
use crate::script::flow::ApiVersions;
use crate::{Findings, LintCx};

declare_rule! {
    /// A time is written in the format of the other SCORM version.
    ///
    /// ## Why
    /// SCORM 2004 takes durations as `PT1H30M5S`, SCORM 1.2 as `0001:30:05.00`. The LMS refuses the
    /// other form, and the time of the session is lost.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// var api = window.parent.API_1484_11;
    /// api.Initialize("");
    /// function time(h, m, s) { return h + ":" + m + ":" + s; }
    /// api.SetValue("cmi.session_time", time(0, 5, 12));
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
    /// function time(h, m, s) { return "PT" + h + "H" + m + "M" + s + "S"; }
    /// api.SetValue("cmi.session_time", time(0, 5, 12));
    /// api.Terminate("");
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "API023",
        name: "wrong-time-format",
        category: ApiUsage,
        severity: Error,
        level: Standard,
        spec: "RTE 4.1.1.7, timeinterval",
        mend: "Write the time like {2}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for used in scripts
        .elements
        .iter()
        .filter(|used| is_duration(&used.element))
    {
        let api_call = &scripts.api_calls[used.api_call];
        let Some(value) = api_call.value.as_ref() else {
            continue;
        };
        let shape = shape(scripts, &value.value, 4);
        let wrong = match shape {
            Some(Shape::Clock) => {
                !used.version.is_scorm12() && !api_call.versions.has(ApiVersions::SCORM_12)
            }
            Some(Shape::Iso) => {
                used.version.is_scorm12() && !api_call.versions.has(ApiVersions::SCORM_2004)
            }
            None => false,
        };
        if wrong {
            let right = if used.version.is_scorm12() {
                "`0001:30:05.00` (SCORM 1.2)"
            } else {
                "`PT1H30M5S` (SCORM 2004)"
            };
            let message = format!("`{}` takes a duration like {right}", used.element);
            scripts.report(out, used.at_value(), message);
        }
    }
}

enum Shape {
    Clock,
    Iso,
}

fn is_duration(element: &str) -> bool {
    element.ends_with("session_time") || element.ends_with(".latency")
}

/// How a time is put together, as far as its constant parts show it.
fn shape(scripts: &Scripts, value: &Value, depth: u32) -> Option<Shape> {
    if depth == 0 {
        return None;
    }
    match value {
        Value::Text(text) if text.starts_with("PT") => Some(Shape::Iso),
        Value::Text(text) if is_clock(text) => Some(Shape::Clock),
        Value::Parts(parts) => {
            let texts = parts.iter().filter_map(|part| match part {
                Value::Text(text) => Some(text.as_ref()),
                _ => None,
            });
            let texts: Vec<&str> = texts.collect();
            if texts.first().is_some_and(|first| first.starts_with("PT")) {
                return Some(Shape::Iso);
            }
            let colons = texts.iter().filter(|text| text.trim() == ":").count();
            (colons == 2).then_some(Shape::Clock)
        }
        Value::Name(_) | Value::Result(_) => {
            let mut shapes = scripts
                .flow
                .sources(&scripts.facts, value)
                .into_iter()
                .map(|value| shape(scripts, value, depth - 1));
            let first = shapes.next()??;
            shapes.all(|shape| shape.is_some()).then_some(first)
        }
        _ => None,
    }
}

fn is_clock(text: &str) -> bool {
    let parts: Vec<&str> = text.split(':').collect();
    parts.len() == 3
        && parts[..2]
            .iter()
            .all(|part| part.bytes().all(|byte| byte.is_ascii_digit()))
}
