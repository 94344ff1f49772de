//! CMIFeedback of SCORM 1.2: responses and patterns by the type of the interaction.

use super::interaction::InteractionType;
use super::real::Decimal;

/// The form by type when the type is known, and 255 characters at most; else what is expected.
pub(crate) fn check(value: &str, interaction: Option<InteractionType>) -> Result<(), &'static str> {
    form(value.chars().count() <= 255, "at most 255 characters")?;
    let Some(interaction) = interaction else {
        return Ok(());
    };
    match interaction {
        InteractionType::TrueFalse => {
            form(matches!(value, "0" | "1" | "t" | "f"), "one of 0, 1, t, f")
        }
        InteractionType::Choice => form(
            members(value).all(is_mark),
            "single characters 0-9 a-z with commas, or {a,b}",
        ),
        InteractionType::Sequencing => form(
            value.split(',').all(is_mark),
            "single characters 0-9 a-z with commas",
        ),
        InteractionType::Likert => form(
            value.is_empty() || is_mark(value),
            "one character 0-9 a-z, or nothing",
        ),
        InteractionType::Matching => form(
            members(value).all(|pair| {
                pair.split_once('.')
                    .is_some_and(|(a, b)| is_mark(a) && is_mark(b))
            }),
            "pairs such as 1.a,2.b, or {1.a,2.b}",
        ),
        InteractionType::Numeric => form(Decimal::parse_cmi(value).is_some(), "a decimal number"),
        InteractionType::FillIn
        | InteractionType::LongFillIn
        | InteractionType::Performance
        | InteractionType::Other => Ok(()),
    }
}

fn form(holds: bool, expected: &'static str) -> Result<(), &'static str> {
    if holds { Ok(()) } else { Err(expected) }
}

/// The members of a list with commas, braces around it taken off.
fn members(value: &str) -> impl Iterator<Item = &str> {
    value
        .strip_prefix('{')
        .and_then(|value| value.strip_suffix('}'))
        .unwrap_or(value)
        .split(',')
}

fn is_mark(text: &str) -> bool {
    text.len() == 1
        && text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte.is_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_type() {
        for (kind, accept, reject) in [
            (
                "true-false",
                &["t", "f", "0", "1"][..],
                &["true", "", "2"][..],
            ),
            (
                "choice",
                &["a", "a,b", "{a,c}", "1"],
                &["", "ab", "a,", "A", "{a"],
            ),
            ("fill-in", &["Paris", "", " a b "], &[]),
            ("numeric", &["12.5", "-1"], &["a", "", "1e1"]),
            ("likert", &["3", ""], &["33", "a,b"]),
            (
                "matching",
                &["1.c,2.b", "{1.a,2.b}"],
                &["1c", "1.", "", "1.a,"],
            ),
            ("performance", &["free", ""], &[]),
            ("sequencing", &["a,c,b", "a"], &["", "a,,b", "abc"]),
        ] {
            let interaction = InteractionType::parse(kind);
            for value in accept {
                assert_eq!(check(value, interaction), Ok(()), "{kind} {value}");
            }
            for value in reject {
                assert!(check(value, interaction).is_err(), "{kind} {value}");
            }
        }
        assert!(check(&"x".repeat(256), None).is_err());
    }
}
