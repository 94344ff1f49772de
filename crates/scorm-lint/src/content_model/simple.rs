//! Types of values.

use super::fault::ValueFault;
use super::time::{duration, is_date_time, is_lom_date_time};

/// A simple type of the schemas.
#[derive(Clone, Copy, Debug)]
pub(super) enum Simple {
    String,
    /// At most so many characters.
    StringUpTo(usize),
    Uri,
    Boolean,
    Id,
    IdRef,
    Decimal {
        min: f64,
        max: f64,
    },
    Count,
    Duration,
    DateTime,
    /// One of these, white space around it ignored.
    Token(&'static [&'static str]),
    /// One of these, exactly.
    Exactly(&'static [&'static str]),
    Language,
    /// A language code or `none`, which the language rule allows as well.
    LomDateTime,
    LomDuration,
}

impl Simple {
    /// What is wrong with a value of this type.
    pub(super) fn fault(self, value: &str) -> Option<ValueFault> {
        let collapsed = value.trim_matches([' ', '\t', '\n', '\r']);
        let unless = |good: bool, fault: ValueFault| (!good).then_some(fault);
        match self {
            Self::String => None,
            Self::StringUpTo(max) => {
                unless(value.chars().count() <= max, ValueFault::TooLong { max })
            }
            Self::Uri => unless(is_uri(collapsed), ValueFault::NotUri),
            Self::Boolean => unless(
                matches!(collapsed, "true" | "false" | "1" | "0"),
                ValueFault::NotBoolean,
            ),
            Self::Id | Self::IdRef => unless(is_ncname(collapsed), ValueFault::NotName),
            Self::Decimal { min, max } => match decimal(collapsed) {
                None => Some(ValueFault::NotDecimal),
                Some(number) => unless(
                    min <= number && number <= max,
                    ValueFault::OutOfRange { min, max },
                ),
            },
            Self::Count => unless(is_count(collapsed), ValueFault::NotCount),
            Self::Duration => unless(
                duration(collapsed.strip_prefix('-').unwrap_or(collapsed), true),
                ValueFault::NotDuration,
            ),
            Self::DateTime => unless(is_date_time(collapsed), ValueFault::NotDateTime),
            Self::Token(allowed) => unless(
                allowed.contains(&collapsed),
                ValueFault::NotInVocabulary { allowed },
            ),
            Self::Exactly(allowed) => unless(
                allowed.contains(&value),
                ValueFault::NotInVocabulary { allowed },
            ),
            Self::Language => unless(is_language(collapsed), ValueFault::NotLanguage),
            Self::LomDateTime => unless(is_lom_date_time(value), ValueFault::NotDateTime),
            Self::LomDuration => unless(duration(value, false), ValueFault::NotDuration),
        }
    }
}

/// `xs:decimal`.
pub(super) fn decimal(text: &str) -> Option<f64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let some = !whole.is_empty() || !fraction.is_empty();
    (some && all_digits(whole) && all_digits(fraction))
        .then(|| text.parse().ok())
        .flatten()
}

/// `xs:nonNegativeInteger`.
fn is_count(text: &str) -> bool {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    !digits.is_empty()
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && (!negative || digits.bytes().all(|byte| byte == b'0'))
}

/// `xs:NCName`, by the characters that occur.
fn is_ncname(text: &str) -> bool {
    let mut chars = text.chars();
    let starts = |c: char| c.is_alphabetic() || c == '_';
    chars.next().is_some_and(starts) && chars.all(|c| {
        starts(c)
            || c.is_numeric()
            || matches!(c, '.' | '-' | '\u{b7}' | '\u{300}'..='\u{36f}' | '\u{203f}'..='\u{2040}')
    })
}

/// `xs:anyURI` accepts nearly everything; broken escapes and a second `#` it does not.
fn is_uri(text: &str) -> bool {
    let bytes = text.as_bytes();
    let escapes = bytes
        .iter()
        .enumerate()
        .filter(|(_, byte)| **byte == b'%')
        .all(|(at, _)| {
            let hex = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_hexdigit);
            hex(bytes.get(at + 1)) && hex(bytes.get(at + 2))
        });
    escapes && text.matches('#').count() < 2 && !text.starts_with(':')
}

/// `xs:language`.
fn is_language(text: &str) -> bool {
    let mut parts = text.split('-');
    let letters = |part: &str| {
        (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphabetic())
    };
    let alphanumeric = |part: &str| {
        (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    parts.next().is_some_and(letters) && parts.all(alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::Simple;

    #[test]
    fn values_fit_their_types_or_not() {
        let unit = Simple::Decimal { min: 0.0, max: 1.0 };
        for (simple, value, good) in [
            (Simple::Boolean, " true ", true),
            (Simple::Boolean, "True", false),
            (unit, "0.5", true),
            (unit, "+.5", true),
            (unit, "1.01", false),
            (unit, "1e-1", false),
            (unit, "", false),
            (Simple::Count, "3", true),
            (Simple::Count, "-0", true),
            (Simple::Count, "-1", false),
            (Simple::Count, "1.0", false),
            (Simple::Id, " a.b-c ", true),
            (Simple::Id, "1a", false),
            (Simple::Id, "a b", false),
            (Simple::Uri, "a b.htm?x=%20#f", true),
            (Simple::Uri, "a%2", false),
            (Simple::Uri, "a#b#c", false),
            (Simple::Duration, "PT1H30M", true),
            (Simple::Duration, "P1Y2M3DT4H5M6.7S", true),
            (Simple::Duration, "P", false),
            (Simple::Duration, "P1DT", false),
            (Simple::Duration, "PT1.5H", false),
            (Simple::Duration, "1:30", false),
            (Simple::DateTime, "2026-02-28T23:59:59Z", true),
            (Simple::DateTime, "2026-02-29T00:00:00", false),
            (Simple::DateTime, "2026-01-31", false),
            (Simple::DateTime, "2026-01-31T09:00:00+01:00", true),
            (Simple::Token(&["all", "any"]), " all ", true),
            (Simple::Exactly(&["all", "any"]), " all ", false),
            (Simple::Language, "en-US", true),
            (Simple::Language, "english language", false),
            (Simple::LomDateTime, "2026-01", true),
            (Simple::LomDateTime, "2026-01-31T09:00:00.0Z", true),
            (Simple::LomDateTime, "2026-01-31T09:00:00Z", false),
            (Simple::LomDateTime, "January 2026", false),
            (Simple::LomDuration, "PT", true),
        ] {
            assert_eq!(simple.fault(value).is_none(), good, "{simple:?} {value:?}");
        }
    }
}
