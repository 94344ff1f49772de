//! How a course shows whether an answer was right: in records of interactions, or in words.

use std::collections::BTreeMap;

use scorm_session::{ApiCall, ApiFunction};

/// One recorded interaction.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recorded {
    pub(crate) id: Option<String>,
    pub(crate) response: Option<String>,
    pub(crate) result: Option<String>,
    pub(crate) pattern: Option<String>,
}

/// The interactions that these calls recorded, in order.
pub(crate) fn recorded(calls: &[ApiCall]) -> Vec<Recorded> {
    let mut records: BTreeMap<usize, Recorded> = BTreeMap::new();
    for call in calls
        .iter()
        .filter(|call| call.function() == ApiFunction::SetValue)
    {
        let rest = call.element().strip_prefix("cmi.interactions.");
        let Some((number, property)) = rest.and_then(|rest| rest.split_once('.')) else {
            continue;
        };
        let Ok(number) = number.parse::<usize>() else {
            continue;
        };
        let record = records.entry(number).or_default();
        let value = Some(call.value().to_owned());
        if property == "id" {
            record.id = value;
            continue;
        }
        match property {
            "learner_response" | "student_response" => record.response = value,
            "result" => record.result = value,
            _ if property.starts_with("correct_responses.") && property.ends_with(".pattern") => {
                record.pattern = value;
            }
            _ => {}
        }
    }
    records.into_values().collect()
}

/// What the words of a page say about an answer, by what is new on it.
pub(crate) fn said(before: &str, after: &str) -> Option<bool> {
    const WRONG: [&str; 14] = [
        "incorrect",
        "not correct",
        "wrong",
        "not quite",
        "try again",
        "not right",
        "falsch",
        "leider",
        "incorrecto",
        "faux",
        "sbagliato",
        "fout",
        "niepoprawn",
        "неверно",
    ];
    const RIGHT: [&str; 12] = [
        "correct",
        "well done",
        "that's right",
        "right!",
        "right:",
        "richtig",
        "correcto",
        "bravo",
        "exact",
        "esatto",
        "goed",
        "верно",
    ];
    let (before, after) = (before.to_lowercase(), after.to_lowercase());
    let more = |word: &&str| after.matches(*word).count() > before.matches(*word).count();
    if WRONG.iter().any(&more) {
        return Some(false);
    }
    RIGHT.iter().any(more).then_some(true)
}

#[cfg(test)]
mod tests {
    use super::said;

    #[test]
    fn pages_say_whether_an_answer_was_right() {
        assert_eq!(
            said("Question", "Question Incorrect, try again"),
            Some(false)
        );
        assert_eq!(said("Question", "Question Well done!"), Some(true));
        assert_eq!(said("Is it correct?", "Is it correct? Next"), None);
    }
}
