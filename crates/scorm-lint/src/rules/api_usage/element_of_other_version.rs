//! API016: An element of one SCORM version is used with the API of the other.

use crate::rule::declare_rule;
use crate::script::data_model::{Verdict, engine_version};
use crate::{Findings, LintCx};
use scorm_runtime::ApiMethod;

declare_rule! {
    /// An element of one SCORM version is used with the API of the other.
    ///
    /// ## Why
    /// The data models differ. `cmi.core.lesson_status` exists only in SCORM 1.2; SCORM 2004 has
    /// `cmi.completion_status` and `cmi.success_status`. The call fails with error 401 (201 in
    /// SCORM 1.2).
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// var api = window.parent.API_1484_11;
    /// api.Initialize("");
    /// api.SetValue("cmi.core.lesson_status", "completed");
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
    /// api.SetValue("cmi.completion_status", "completed");
    /// api.Terminate("");
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "API016",
        name: "element-of-other-version",
        category: ApiUsage,
        severity: Error,
        level: Standard,
        spec: "RTE 4, data model",
        mend: "Use the element of {version} that has this purpose instead of {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for used in &scripts.elements {
        if used.verdict == Verdict::UnknownElement && used.known_elsewhere {
            let (here, there) = if used.version.is_scorm12() {
                ("SCORM 1.2", "SCORM 2004")
            } else {
                ("SCORM 2004", "SCORM 1.2")
            };
            let element = &used.element;
            let message = format!("`{element}` belongs to {there}; this call speaks {here}");
            let draft = scripts.report(out, used.at_element(), message);
            let speaks_other = used.version.is_scorm12() == cx.version.is_2004();
            if speaks_other {
                // The element is right for the package; the function that is called is not.
                let right = ApiMethod::new(used.function, engine_version(cx.version));
                draft.suggest(format!("Call `{right}` instead, which knows `{element}`."));
            } else if let Some(right) = counterpart(element, used.version.is_scorm12()) {
                draft.suggest(format!("Write `{right}` instead of `{element}`."));
            }
        }
    }
}

/// The element of the other version that has the same purpose; indexes stay as they are.
fn counterpart(element: &str, for_scorm12: bool) -> Option<String> {
    /// In SCORM 1.2 and in SCORM 2004; a name that ends in a dot stands for all below it.
    const PAIRS: &[(&str, &str)] = &[
        ("cmi.core.lesson_status", "cmi.completion_status"),
        ("cmi.core.lesson_status", "cmi.success_status"),
        ("cmi.core.lesson_location", "cmi.location"),
        ("cmi.core.lesson_mode", "cmi.mode"),
        ("cmi.core.student_id", "cmi.learner_id"),
        ("cmi.core.student_name", "cmi.learner_name"),
        ("cmi.core.session_time", "cmi.session_time"),
        ("cmi.core.total_time", "cmi.total_time"),
        ("cmi.core.credit", "cmi.credit"),
        ("cmi.core.entry", "cmi.entry"),
        ("cmi.core.exit", "cmi.exit"),
        ("cmi.core.score.", "cmi.score."),
        ("cmi.student_data.mastery_score", "cmi.scaled_passing_score"),
        ("cmi.student_data.max_time_allowed", "cmi.max_time_allowed"),
        (
            "cmi.student_data.time_limit_action",
            "cmi.time_limit_action",
        ),
        (
            "cmi.student_preference.audio",
            "cmi.learner_preference.audio_level",
        ),
        (
            "cmi.student_preference.language",
            "cmi.learner_preference.language",
        ),
        (
            "cmi.student_preference.speed",
            "cmi.learner_preference.delivery_speed",
        ),
        (
            "cmi.student_preference.text",
            "cmi.learner_preference.audio_captioning",
        ),
    ];
    if let Some((record, field)) = element
        .rsplit_once('.')
        .filter(|_| element.contains("interactions."))
    {
        let field = match (field, for_scorm12) {
            ("student_response", false) => "learner_response",
            ("time", false) => "timestamp",
            ("learner_response", true) => "student_response",
            ("timestamp", true) => "time",
            _ => return None,
        };
        return Some(format!("{record}.{field}"));
    }
    PAIRS.iter().find_map(|(in_12, in_2004)| {
        let (from, to) = if for_scorm12 {
            (in_2004, in_12)
        } else {
            (in_12, in_2004)
        };
        let below = element.strip_prefix(from)?;
        let whole = below.is_empty() || from.ends_with('.');
        // SCORM 1.2 knows no scaled score.
        (whole && !(for_scorm12 && below == "scaled")).then(|| format!("{to}{below}"))
    })
}
