//! Names of elements: the forms that LMSs write them in, and what they tell about the version.

use std::borrow::Cow;

/// The name by the standard. Moodle writes indexes as `interactions_0` (1.2) and `N0` (2004).
pub(crate) fn standard(name: &str) -> Cow<'_, str> {
    let odd = |part: &str| indexed(part).is_some() || numbered(part).is_some();
    if !name.split('.').any(odd) {
        return Cow::Borrowed(name);
    }
    let parts: Vec<Cow<'_, str>> = name
        .split('.')
        .map(|part| match (indexed(part), numbered(part)) {
            (Some((collection, index)), _) => Cow::Owned(format!("{collection}.{index}")),
            (None, Some(index)) => Cow::Borrowed(index),
            (None, None) => Cow::Borrowed(part),
        })
        .collect();
    Cow::Owned(parts.join("."))
}

/// Collections that Moodle joins with the index of a record.
const COLLECTIONS: [&str; 5] = [
    "objectives",
    "interactions",
    "correct_responses",
    "comments_from_learner",
    "comments_from_lms",
];

fn indexed(part: &str) -> Option<(&str, &str)> {
    let (collection, index) = part.rsplit_once('_')?;
    (COLLECTIONS.contains(&collection) && is_index(index)).then_some((collection, index))
}

fn numbered(part: &str) -> Option<&str> {
    part.strip_prefix('N').filter(|index| is_index(index))
}

fn is_index(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a text is the name of an element, for logs that write it without quotes.
pub(crate) fn is_name(text: &str) -> bool {
    let model = ["cmi.", "adl.", "nav.", "ssp."];
    model.iter().any(|model| text.starts_with(model))
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-'))
}

/// Whether only SCORM 1.2 (`Some(true)`) or only SCORM 2004 (`Some(false)`) has such an element.
pub(crate) fn is_of_scorm12(name: &str) -> Option<bool> {
    const ONLY_12: [&str; 5] = [
        "cmi.core.",
        "cmi.student_data.",
        "cmi.student_preference.",
        "cmi.evaluation.",
        "nav.event",
    ];
    const ONLY_2004: [&str; 20] = [
        "adl.",
        "cmi._version",
        "cmi.comments_from_learner",
        "cmi.comments_from_lms.",
        "cmi.completion_",
        "cmi.credit",
        "cmi.entry",
        "cmi.exit",
        "cmi.learner_",
        "cmi.location",
        "cmi.max_time_allowed",
        "cmi.mode",
        "cmi.progress_measure",
        "cmi.scaled_passing_score",
        "cmi.score.",
        "cmi.session_time",
        "cmi.success_status",
        "cmi.time_limit_action",
        "cmi.total_time",
        "ssp.",
    ];
    if ONLY_12.iter().any(|only| name.starts_with(only)) || name == "cmi.comments" {
        Some(true)
    } else if ONLY_2004.iter().any(|only| name.starts_with(only)) {
        Some(false)
    } else {
        None
    }
}

/// Whether content may only read the element, as far as requests with values are concerned.
pub(crate) fn is_read_only(name: &str) -> bool {
    const READ_ONLY: [&str; 22] = [
        "cmi._version",
        "cmi.comments_from_lms",
        "cmi.completion_threshold",
        "cmi.core.credit",
        "cmi.core.entry",
        "cmi.core.lesson_mode",
        "cmi.core.student_id",
        "cmi.core.student_name",
        "cmi.core.total_time",
        "cmi.credit",
        "cmi.entry",
        "cmi.launch_data",
        "cmi.learner_id",
        "cmi.learner_name",
        "cmi.max_time_allowed",
        "cmi.mode",
        "cmi.scaled_passing_score",
        "cmi.student_data",
        "cmi.time_limit_action",
        "cmi.total_time",
        "cmi.interactions._count",
        "cmi.objectives._count",
    ];
    let last = name.rsplit('.').next().unwrap_or_default();
    let below = |only: &&str| {
        name.strip_prefix(*only)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    last.starts_with('_') || READ_ONLY.iter().any(below)
}

#[cfg(test)]
mod tests {
    use super::{is_name, is_read_only, standard};

    #[test]
    fn moodles_indexes_become_those_of_the_standard() {
        for (name, want) in [
            ("cmi.interactions_0.id", "cmi.interactions.0.id"),
            (
                "cmi.interactions_12.correct_responses_0.pattern",
                "cmi.interactions.12.correct_responses.0.pattern",
            ),
            ("cmi.objectives.N0.id", "cmi.objectives.0.id"),
            (
                "cmi.student_data.mastery_score",
                "cmi.student_data.mastery_score",
            ),
            ("cmi.None", "cmi.None"),
            ("", ""),
        ] {
            assert_eq!(standard(name), want);
        }
    }

    #[test]
    fn names_are_told_from_other_words() {
        assert!(is_name("cmi.core.lesson_status") && is_name("adl.nav.request_valid.choice"));
        assert!(!is_name("api.js:12:5") && !is_name("cmi") && !is_name("cmi.a b"));
        assert!(is_read_only("cmi.student_data.mastery_score"));
        assert!(is_read_only("cmi.objectives.0.score._children"));
        assert!(!is_read_only("cmi.core.score.raw") && !is_read_only("cmi.exit"));
    }
}
