//! Masks: what a learner is called and writes, hidden in texts of the same length.
//!
//! Letters become `x` or `X`, digits `9`, other signs beyond ASCII `x`; ASCII punctuation and blanks
//! stay, so that a value keeps its form. Masked are, before anything is written:
//!
//! - id and name of the learner, in the learner's record and wherever a text of the session holds
//!   them or one of the name's parts;
//! - the values of all elements but those whose values the standard or the course prescribes
//!   ([`is_prescribed`]): so `suspend_data`, locations, comments, responses, `adl.data` and whatever
//!   is not in the data model;
//! - what was typed into the page, and what console and dialogs said.
//!
//! Pictures cannot be masked, so a masked trace has none.

use serde_json::Value;

/// A name's part that is shorter may be anything.
const SHORTEST: usize = 3;

/// Members of records that hold what people or courses wrote.
const FREE_MEMBERS: [&str; 9] = [
    "value", "text", "message", "headings", "args", "result", "answer", "response", "person",
];

/// The names of the learners.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// Longest first.
    names: Vec<String>,
    /// Whether free texts are masked too.
    masks: bool,
}

impl Names {
    pub(super) fn masking() -> Self {
        Self {
            names: Vec::new(),
            masks: true,
        }
    }

    pub(super) fn add(&mut self, name: &str) {
        let parts = name.split([',', ' ', ';']).map(str::trim);
        for part in parts.chain([name]) {
            if part.chars().count() >= SHORTEST && !self.names.iter().any(|known| known == part) {
                self.names.push(part.to_owned());
            }
        }
        self.names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    }

    /// The text with every name masked.
    pub(super) fn hide(&self, text: &str) -> String {
        let mut hidden = text.to_owned();
        for name in &self.names {
            if hidden.contains(name.as_str()) {
                hidden = hidden.replace(name.as_str(), &mask(name));
            }
        }
        hidden
    }

    /// Masks the names and the free texts of a record.
    pub(super) fn hide_in(&self, value: &mut Value) {
        if self.masks {
            self.hide_below(value, false);
        }
    }

    fn hide_below(&self, value: &mut Value, free: bool) {
        match value {
            Value::String(text) => *text = if free { mask(text) } else { self.hide(text) },
            Value::Array(values) => {
                for value in values {
                    self.hide_below(value, free);
                }
            }
            Value::Object(members) => {
                for (key, value) in members {
                    self.hide_below(value, free || FREE_MEMBERS.contains(&key.as_str()));
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
}

/// The text with nothing left but its form.
pub(super) fn mask(text: &str) -> String {
    text.chars()
        .map(|sign| masked(sign, 'x', 'X', '9'))
        .collect()
}

/// As [`mask`], with letters that differ: members of a set must not be equal.
pub(super) fn mask_apart(text: &str) -> String {
    let mut letters = ('a'..='z').cycle();
    text.chars()
        .map(|sign| {
            let letter = if sign.is_alphanumeric() {
                letters.next().unwrap_or('x')
            } else {
                'x'
            };
            masked(sign, letter, letter.to_ascii_uppercase(), letter)
        })
        .collect()
}

fn masked(sign: char, lower: char, upper: char, digit: char) -> char {
    if sign.is_ascii_digit() {
        digit
    } else if sign.is_uppercase() {
        upper
    } else if sign.is_ascii_punctuation() || sign.is_ascii_whitespace() || sign.is_ascii_control() {
        sign
    } else {
        lower
    }
}

/// Whether the values of an element come from the standard's vocabularies, are numbers or times, or
/// belong to the course.
pub(super) fn is_prescribed(element: &str) -> bool {
    let name: Vec<&str> = element
        .split('.')
        .filter(|part| !part.bytes().all(|byte| byte.is_ascii_digit()))
        .collect();
    match name.as_slice() {
        [.., "_count" | "_children" | "_version"]
        | ["cmi", "core" | "objectives", "score", _]
        | ["cmi", "score", _]
        | [
            "cmi",
            "learner_preference" | "student_preference" | "student_data",
            ..,
        ]
        | ["adl", "nav", ..]
        | ["adl", "data", "id"]
        | ["cmi", "interactions", "objectives", "id"]
        | ["cmi", "interactions", "correct_responses", "pattern"]
        | [
            "cmi",
            "comments_from_learner" | "comments_from_lms",
            "timestamp",
        ] => true,
        ["cmi", "core", field] => matches!(
            *field,
            "lesson_status"
                | "exit"
                | "session_time"
                | "total_time"
                | "entry"
                | "credit"
                | "lesson_mode"
        ),
        ["cmi", "objectives", field] => matches!(
            *field,
            "id" | "status"
                | "success_status"
                | "completion_status"
                | "progress_measure"
                | "description"
        ),
        ["cmi", "interactions", field] => matches!(
            *field,
            "id" | "type"
                | "timestamp"
                | "time"
                | "weighting"
                | "result"
                | "latency"
                | "description"
        ),
        ["cmi", field] => matches!(
            *field,
            "completion_status"
                | "completion_threshold"
                | "credit"
                | "entry"
                | "exit"
                | "mode"
                | "progress_measure"
                | "scaled_passing_score"
                | "session_time"
                | "success_status"
                | "total_time"
                | "time_limit_action"
                | "max_time_allowed"
                | "launch_data"
        ),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_mask_keeps_length_and_form() {
        assert_eq!(mask("Gruß, Robin 7[,]ü"), "Xxxx, Xxxxx 9[,]x");
        assert_eq!(mask_apart("aa[,]bb"), "ab[,]cd");
        let text = "𝄞 {lang=de}Ä1";
        assert_eq!(mask(text).chars().count(), text.chars().count());
    }

    #[test]
    fn only_prescribed_values_stay() {
        for element in [
            "cmi.completion_status",
            "cmi.score.scaled",
            "cmi.core.score.raw",
            "cmi.core.lesson_status",
            "cmi.objectives.0.score.raw",
            "cmi.interactions.12.correct_responses.0.pattern",
            "adl.nav.request",
            "cmi.interactions._count",
        ] {
            assert!(is_prescribed(element), "{element}");
        }
        for element in [
            "cmi.suspend_data",
            "cmi.location",
            "cmi.core.lesson_location",
            "cmi.core.student_name",
            "cmi.learner_id",
            "cmi.comments",
            "cmi.comments_from_learner.0.comment",
            "cmi.interactions.0.learner_response",
            "cmi.interactions.0.student_response",
            "adl.data.0.store",
            "cmi.x-vendor.name",
            "",
        ] {
            assert!(!is_prescribed(element), "{element}");
        }
    }

    #[test]
    fn names_are_hidden_wherever_they_stand() {
        let mut names = Names::masking();
        names.add("Weiss, Robin");
        names.add("r-17");
        assert_eq!(
            names.hide("Hello Robin Weiss (r-17)!"),
            "Hello Xxxxx Xxxxx (x-99)!"
        );
        let mut payload =
            json!({"act": {"action": "fill", "name": "Robin's box", "value": ["Hi"]}, "n": 1});
        names.hide_in(&mut payload);
        assert_eq!(
            payload,
            json!({"act": {"action": "fill", "name": "Xxxxx's box", "value": ["Xx"]}, "n": 1})
        );
        let mut kept = json!({"text": "Robin"});
        Names::default().hide_in(&mut kept);
        assert_eq!(kept, json!({"text": "Robin"}));
    }
}
