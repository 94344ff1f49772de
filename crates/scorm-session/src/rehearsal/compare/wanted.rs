//! Values of the data model against what is stated about them.

use std::collections::BTreeMap;
use std::fmt;

use super::fits;
use crate::rehearsal::format::{Comparison, Wanted};

/// How near numbers must be to be equal.
const NEAR: f64 = 1e-6;

/// Whether a value, or that there is none, is as stated.
pub fn holds(wanted: &Wanted, value: Option<&str>) -> bool {
    match (wanted, value) {
        (Wanted::Compare(comparison), value) => comparison.holds(value),
        (_, None) => false,
        (Wanted::Text(text), Some(value)) => text == value,
        (Wanted::Truth(truth), Some(value)) => value == truth.to_string(),
        (Wanted::Number(number), Some(value)) => value
            .trim()
            .parse::<f64>()
            .is_ok_and(|value| (value - number).abs() < NEAR),
    }
}

impl Comparison {
    fn holds(&self, value: Option<&str>) -> bool {
        let Self {
            equals,
            not,
            matches,
            one_of,
            at_least,
            at_most,
            set,
        } = self;
        let number = value.and_then(|value| value.trim().parse::<f64>().ok());
        let is = |wanted: &String| value == Some(wanted);
        equals.as_ref().is_none_or(is)
            && !not.as_ref().is_some_and(is)
            && matches
                .as_ref()
                .is_none_or(|pattern| value.is_some_and(|value| fits(pattern, value)))
            && (one_of.is_empty() || one_of.iter().any(is))
            && at_least.is_none_or(|least| number.is_some_and(|number| number >= least - NEAR))
            && at_most.is_none_or(|most| number.is_some_and(|number| number <= most + NEAR))
            && set.is_none_or(|set| set == value.is_some_and(|value| !value.is_empty()))
    }
}

/// The values of the elements that a name fits: `*` is any index, `[id=ID]` the latest record with it.
pub fn values_of<'a>(data: &'a BTreeMap<String, String>, name: &str) -> Vec<&'a str> {
    let Some(name) = with_indexes(data, name) else {
        return Vec::new();
    };
    if !name.contains('*') {
        return data.get(&name).map(String::as_str).into_iter().collect();
    }
    let parts: Vec<&str> = name.split('.').collect();
    let named = |element: &str| {
        let own: Vec<&str> = element.split('.').collect();
        own.len() == parts.len() && parts.iter().zip(own).all(|(part, own)| fits(part, own))
    };
    let fitting = data.iter().filter(|(element, _)| named(element));
    fitting.map(|(_, value)| value.as_str()).collect()
}

/// The name with the index of each record that is named by its id.
fn with_indexes(data: &BTreeMap<String, String>, name: &str) -> Option<String> {
    let mut name = name.to_owned();
    while let Some((collection, rest)) = name.split_once("[id=") {
        let (id, rest) = rest.split_once(']')?;
        let is_it = |index: &usize| {
            let value = data.get(&format!("{collection}.{index}.id"));
            value.is_some_and(|value| value == id)
        };
        // Content that journals keeps a record for each answer to the same question.
        let index = (0..data.len()).rev().find(is_it)?;
        name = format!("{collection}.{index}{rest}");
    }
    Some(name)
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Truth(truth) => truth.fmt(f),
            Self::Number(number) => number.fmt(f),
            Self::Compare(comparison) => comparison.fmt(f),
        }
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words: Vec<String> = Vec::new();
        words.extend(self.equals.clone());
        words.extend(self.not.as_ref().map(|not| format!("not {not}")));
        words.extend(self.matches.as_ref().map(|p| format!("a match of {p}")));
        if !self.one_of.is_empty() {
            words.push(self.one_of.join(" or "));
        }
        words.extend(self.at_least.map(|least| format!("at least {least}")));
        words.extend(self.at_most.map(|most| format!("at most {most}")));
        words.extend(self.set.map(|set| {
            let word = if set { "a value" } else { "no value" };
            word.to_owned()
        }));
        f.write_str(&words.join(" and "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data() -> BTreeMap<String, String> {
        [
            ("cmi.score.scaled", "0.8"),
            ("cmi.interactions.0.id", "q1"),
            ("cmi.interactions.0.result", "incorrect"),
            ("cmi.interactions.1.id", "q.2"),
            ("cmi.interactions.1.result", "correct"),
            ("cmi.location", ""),
        ]
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
    }

    #[test]
    fn records_are_found_by_index_wildcard_and_id() {
        let data = data();
        for (name, want) in [
            ("cmi.score.scaled", vec!["0.8"]),
            ("cmi.interactions.*.result", vec!["incorrect", "correct"]),
            ("cmi.interactions[id=q.2].result", vec!["correct"]),
            ("cmi.interactions[id=q1].result", vec!["incorrect"]),
            ("cmi.interactions[id=none].result", vec![]),
            ("cmi.nothing", vec![]),
        ] {
            assert_eq!(values_of(&data, name), want, "{name}");
        }
    }

    #[test]
    fn values_are_compared_as_stated() {
        let wanted = |json: &str| serde_json::from_str::<Wanted>(json).unwrap();
        for (json, value, want) in [
            (r#""a""#, Some("a"), true),
            (r#""a""#, None, false),
            ("80", Some("80.0"), true),
            ("true", Some("true"), true),
            (r#"{"at_least": 0.8, "at_most": 1}"#, Some("0.80"), true),
            (r#"{"at_least": 0.8}"#, Some("0.7"), false),
            (r#"{"at_least": 0.8}"#, None, false),
            (r#"{"matches": "page-*"}"#, Some("page-3"), true),
            (r#"{"one_of": ["a", "b"]}"#, Some("b"), true),
            (r#"{"not": "failed"}"#, None, true),
            (r#"{"not": "failed"}"#, Some("failed"), false),
            (r#"{"set": false}"#, Some(""), true),
            (r#"{"set": true}"#, None, false),
        ] {
            assert_eq!(holds(&wanted(json), value), want, "{json} {value:?}");
        }
    }
}
