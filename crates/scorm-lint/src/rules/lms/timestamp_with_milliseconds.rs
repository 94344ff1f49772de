//! LMS026: A time is written by `toISOString`, which has three decimals of a second.

use super::answers::{first_of_each_file, further, sets};
use super::breaks::{self, Cause};
use super::code;
use crate::rule::declare_rule;
use crate::script::Scripts;
use crate::script::element_use::ElementUse;
use crate::script::facts::{Call, Value};
use crate::{Findings, LintCx};

declare_rule! {
    /// A time is written by `toISOString`, which has three decimals of a second.
    ///
    /// ## Why
    /// SCORM 2004 takes two at most. Moodle and ILIAS refuse the value, and the answer has no time
    /// in their reports.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>
    /// var api = parent.API_1484_11;
    /// api.Initialize("");
    /// api.SetValue("cmi.interactions.0.id", "q1");
    /// api.SetValue("cmi.interactions.0.type", "choice");
    /// api.SetValue("cmi.interactions.0.timestamp", new Date().toISOString());
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
    /// api.SetValue("cmi.interactions.0.id", "q1");
    /// api.SetValue("cmi.interactions.0.type", "choice");
    /// api.SetValue("cmi.interactions.0.timestamp", new Date().toISOString().slice(0, 22) + "Z");
    /// api.Commit("");
    /// window.addEventListener("pagehide", function () { api.Terminate(""); });
    /// </script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "LMS026",
        name: "timestamp-with-milliseconds",
        category: LmsCompatibility,
        severity: Warning,
        level: Standard,
        versions: SCORM_2004,
        fix: Safe,
        mend: r#"Cut the last decimal off: `.toISOString().slice(0, 22) + "Z"`."#,
        since: "0.3.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let Some(told) = breaks::told(cx, Cause::Timestamp) else {
        return;
    };
    let scripts = cx.scripts();
    let wrong = sets(cx).filter(|used| {
        let is_time = used.element.ends_with(".timestamp") || used.element.ends_with(".date_time");
        is_time && writer(scripts, used).is_some()
    });
    for (used, count) in first_of_each_file(scripts, wrong) {
        let more = further(count);
        let message = format!("`{}` gets three decimals{more} ({told})", used.element);
        let Some((call, is_in_place)) = writer(scripts, used) else {
            continue;
        };
        let edits = code::around(scripts, call, "", r#".slice(0, 22) + "Z""#);
        let draft = scripts.report(out, used.at_value(), message);
        if let Some(edits) = edits.filter(|_| is_in_place) {
            draft.fix("Cut the last decimal off", edits);
        }
    }
}

/// The call that makes the value, and whether it stands at the value's place.
fn writer<'s>(scripts: &'s Scripts, used: &ElementUse) -> Option<(&'s Call, bool)> {
    let argument = scripts.api_calls[used.api_call].value.as_ref()?;
    let is_it = |value: &Value| match value {
        Value::Result(name) => scripts.facts.names.word(*name) == Some("toISOString"),
        _ => false,
    };
    let mut calls = scripts
        .facts
        .calls_of(used.unit)
        .map(|(_, call)| call)
        .filter(|call| call.shown() == "toISOString");
    match &argument.value {
        value @ Value::Result(_) if is_it(value) => calls
            .find(|call| call.span == argument.span)
            .map(|call| (call, true)),
        value @ Value::Name(name) => {
            let sources = scripts.flow.sources(&scripts.facts, value);
            let all = !sources.is_empty() && sources.into_iter().all(is_it);
            calls
                .find(|call| all && call.result.holder == Some(*name))
                .map(|call| (call, false))
        }
        _ => None,
    }
}
