//! LMS036: The answer of a choice is reported with blanks.

use super::answers::sets;
use super::breaks::{self, Cause};
use super::responses::Responses;
use crate::rule::declare_rule;
use crate::rules::api_usage::element::literal_edit;
use crate::script::facts::Value;
use crate::{Findings, LintCx};

declare_rule! {
    /// The answer of a choice is reported with blanks.
    ///
    /// ## Why
    /// Answers of a choice are identifiers, which have no blanks. Moodle and ILIAS refuse the text
    /// of an answer, and their reports do not show what the learner chose. Put the text into the
    /// description.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>
    /// var api = parent.API_1484_11;
    /// api.Initialize("");
    /// api.SetValue("cmi.interactions.0.id", "q1");
    /// api.SetValue("cmi.interactions.0.type", "choice");
    /// api.SetValue("cmi.interactions.0.learner_response", "the blue one");
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
    /// api.SetValue("cmi.interactions.0.learner_response", "the_blue_one");
    /// api.Commit("");
    /// window.addEventListener("pagehide", function () { api.Terminate(""); });
    /// </script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "LMS036",
        name: "blank-in-response",
        category: LmsCompatibility,
        severity: Warning,
        level: Standard,
        versions: SCORM_2004,
        fix: Safe,
        mend: "Write {1} without blanks.",
        since: "0.3.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let Some(told) = breaks::told(cx, Cause::BlankInResponse) else {
        return;
    };
    let scripts = cx.scripts();
    let responses = Responses::of(scripts);
    for used in sets(cx).filter(|used| responses.is_choice(used)) {
        let blank = used.values.iter().find(|(value, _)| {
            !value.trim().is_empty() && value.trim().contains(char::is_whitespace)
        });
        let Some((value, _)) = blank else { continue };
        let whole = value.split_whitespace().collect::<Vec<_>>().join("_");
        let message = format!("`{value}` has blanks ({told})");
        let argument = scripts.api_calls[used.api_call].value.as_ref();
        let is_literal = argument.is_some_and(|argument| {
            let length = (argument.span.end - argument.span.start) as usize;
            argument.value == Value::Text(value.clone()) && length == value.len() + 2
        });
        let edit = literal_edit(scripts, used.unit, used.value_span, &whole);
        let draft = scripts.report(out, used.at_value(), message);
        if is_literal && !whole.contains(['"', '\'', '\\', '&', '<']) {
            draft.fix(format!("Write `{whole}`"), vec![edit]);
        }
    }
}
