//! LMS033: The course asks for navigation that some LMSs do not do.

use super::answers::{first_of_each_file, further, sets};
use super::breaks::{self, Cause};
use crate::rule::declare_rule;
use crate::script::Scripts;
use crate::script::element_use::ElementUse;
use crate::script::facts::Value;
use crate::{Findings, LintCx};

declare_rule! {
    /// The course asks for navigation that some LMSs do not do.
    ///
    /// ## Why
    /// Moodle does only `continue` and `previous`; `exitAll`, `suspendAll`, `choice` and the others
    /// change nothing there: the learner stays in a session that has ended. Open edX, Frappe and
    /// LearnHouse do none of them. A course that also says what to do next is not a dead end.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>
    /// var api = parent.API_1484_11;
    /// api.Initialize("");
    /// function exit() {
    ///   api.SetValue("adl.nav.request", "exitAll");
    ///   api.Terminate("");
    /// }
    /// </script></head>
    /// <body><button type="button" onclick="exit()">Exit</button></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>
    /// var api = parent.API_1484_11;
    /// api.Initialize("");
    /// function next() {
    ///   api.SetValue("adl.nav.request", "continue");
    ///   api.Terminate("");
    /// }
    /// </script></head>
    /// <body><button type="button" onclick="next()">Next</button></body></html>
    /// ```
    pub static RULE = {
        code: "LMS033",
        name: "navigation-request-ignored",
        category: LmsCompatibility,
        severity: Info,
        level: Standard,
        versions: SCORM_2004,
        mend: r#"Tell the learner behind `{Terminate}("")` that the course can be closed now."#,
        since: "0.3.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for (cause, kind) in [
        (Cause::NavigationEnd, Kind::End),
        (Cause::NavigationChoice, Kind::Choice),
    ] {
        let Some(told) = breaks::told(cx, cause) else {
            continue;
        };
        let ignored = sets(cx).filter(|used| {
            used.element.as_ref() == "adl.nav.request"
                && request(scripts, used).is_some_and(|(_, found)| found == kind)
        });
        for (used, count) in first_of_each_file(scripts, ignored) {
            let (word, _) = request(scripts, used).unwrap_or_default();
            let more = further(count);
            let message = format!("`{word}` is asked for{more} ({told})");
            scripts.report(out, used.at_value(), message);
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Kind {
    #[default]
    End,
    Choice,
}

/// The request, if it is one that some LMSs ignore.
fn request(scripts: &Scripts, used: &ElementUse) -> Option<(&'static str, Kind)> {
    const ENDS: &[&str] = &["exit", "exitAll", "suspendAll", "abandon", "abandonAll"];
    let mut values = used.values.iter().map(|(value, _)| value.as_ref());
    if let Some(end) = values.find_map(|value| ENDS.iter().find(|end| **end == value)) {
        return Some((*end, Kind::End));
    }
    // `{target=…}choice`; of a target that is worked out, only the end of the text is known.
    let mut known = used.values.iter();
    if let Some(found) = known.find_map(|(value, _)| choice(value)) {
        return Some(found);
    }
    let value = scripts.api_calls[used.api_call].value.as_ref()?;
    let last = match &value.value {
        Value::Parts(parts) => parts.last(),
        other => Some(other),
    };
    let Some(Value::Text(text)) = last else {
        return None;
    };
    choice(text)
}

fn choice(text: &str) -> Option<(&'static str, Kind)> {
    match text.rsplit('}').next()? {
        "choice" => Some(("choice", Kind::Choice)),
        "jump" => Some(("jump", Kind::Choice)),
        _ => None,
    }
}
