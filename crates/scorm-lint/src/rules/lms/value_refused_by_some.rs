//! LMS025: A value that the standard allows is set, and some LMSs refuse it.

use super::answers::{further, sets};
use super::breaks::{self, Cause};
use super::responses::{Responses, names};
use crate::rule::declare_rule;
use crate::script::data_model::Verdict;
use crate::script::element_use::ElementUse;
use crate::{Findings, LintCx};

declare_rule! {
    /// A value that the standard allows is set, and some LMSs refuse it.
    ///
    /// ## Why
    /// Moodle takes only letters, digits, `_` and `.` in the answers of a choice, and numbers with
    /// one to five digits before the point; ILIAS takes only ASCII in answers; others refuse what
    /// is longer than the standard promises room for. The answer is then missing in their reports,
    /// and courses that stop at the first error stop here.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>
    /// var api = parent.API_1484_11;
    /// api.Initialize("");
    /// api.SetValue("cmi.interactions.0.id", "q1");
    /// api.SetValue("cmi.interactions.0.type", "choice");
    /// api.SetValue("cmi.interactions.0.learner_response", "answer-b");
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
    /// api.SetValue("cmi.interactions.0.learner_response", "answer_b");
    /// api.Commit("");
    /// window.addEventListener("pagehide", function () { api.Terminate(""); });
    /// </script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "LMS025",
        name: "value-refused-by-some",
        category: LmsCompatibility,
        severity: Info,
        level: Standard,
        mend: "Write {1} so that every LMS takes it: short, in letters and digits of ASCII, numbers like `0.5`.",
        since: "0.3.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    let responses = Responses::of(scripts);
    let mut told: Vec<(Cause, &ElementUse, &str, usize)> = Vec::new();
    for used in sets(cx).filter(|used| used.verdict == Verdict::Fine) {
        for (value, verdict) in &used.values {
            let is_choice = responses.is_choice(used);
            let cause = match (is_choice, verdict) {
                (true, _) => of_response(value),
                (false, Verdict::Fine) => of_value(used, value),
                _ => None,
            };
            let Some(cause) = cause else { continue };
            let file = &scripts.facts.unit(used.unit).file;
            let known = told.iter_mut().find(|(known, first, ..)| {
                *known == cause && scripts.facts.unit(first.unit).file == *file
            });
            match known {
                Some((.., count)) => *count += 1,
                None => told.push((cause, used, value, 1)),
            }
        }
    }
    for (cause, used, value, count) in told {
        if let Some(told) = breaks::told(cx, cause) {
            let shown: String = value.chars().take(40).collect();
            let more = further(count);
            let message = format!("`{shown}` is set as `{}`{more} ({told})", used.element);
            scripts.report(out, used.at_value(), message);
        }
    }
}

/// What is refused in the answer of a choice.
fn of_response(value: &str) -> Option<Cause> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
    let mut names = names(value);
    if value.contains(char::is_whitespace) {
        // Blanks are against the standard and have a rule of their own.
        None
    } else if value.is_empty() {
        Some(Cause::EmptyResponse)
    } else if !value.is_ascii() {
        Some(Cause::NonAsciiResponse)
    } else if names.any(|name| !name.chars().all(is_plain)) {
        Some(Cause::ResponseCharacters)
    } else {
        None
    }
}

/// What is refused elsewhere.
fn of_value(used: &ElementUse, value: &str) -> Option<Cause> {
    let field = used.element.rsplit('.').next().unwrap_or_default();
    let length = value.chars().count();
    match field {
        "id" if !value.is_ascii() => Some(Cause::NonAsciiId),
        "raw" | "min" | "max" | "scaled" | "weighting" | "progress_measure" => {
            let digits = value.trim_start_matches(['-', '+']);
            let whole = digits.split('.').next().unwrap_or_default();
            (whole.is_empty() || whole.len() > 5).then_some(Cause::NumberForm)
        }
        "description" if length > 250 => Some(Cause::LongerThanLeast),
        "comment" if length > 4000 => Some(Cause::LongerThanLeast),
        "location" if length > 1000 => Some(Cause::LongerThanLeast),
        _ => None,
    }
}
