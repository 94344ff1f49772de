//! Types of values.

use super::fault::ValueFault;

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

/// `PnYnMnDTnHnMnS`, each part optional. The schema type wants at least one part, and one behind
/// the T; the metadata pattern does not.
fn duration(text: &str, wants_part: bool) -> bool {
    let Some(rest) = text.strip_prefix('P') else {
        return false;
    };
    let (date, time) = match rest.split_once('T') {
        Some((date, time)) => (date, Some(time)),
        None => (rest, None),
    };
    let Some(date_parts) = parts(date, "YMD") else {
        return false;
    };
    let Some(time_parts) = time.map_or(Some(0), |time| parts(time, "HMS")) else {
        return false;
    };
    !wants_part || (date_parts + time_parts > 0 && (time.is_none() || time_parts > 0))
}

/// How many `n<unit>` parts there are, if they are in the order of `units`. Only seconds may have
/// a fraction.
fn parts(mut text: &str, units: &str) -> Option<usize> {
    let mut count = 0;
    let mut left = units;
    while !text.is_empty() {
        let end = text.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let number = &text[..end];
        let unit = text[end..].chars().next()?;
        let at = left.find(unit)?;
        left = &left[at + 1..];
        let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
        let whole_number = number == whole;
        if whole.is_empty() || fraction.is_empty() || fraction.contains('.') {
            return None;
        }
        if !whole_number && unit != 'S' {
            return None;
        }
        count += 1;
        text = &text[end + unit.len_utf8()..];
    }
    Some(count)
}

/// `xs:dateTime`.
fn is_date_time(text: &str) -> bool {
    let text = text.strip_prefix('-').unwrap_or(text);
    let Some((date, time)) = text.split_once('T') else {
        return false;
    };
    let mut date = date.split('-');
    let (Some(year), Some(month), Some(day), None) =
        (date.next(), date.next(), date.next(), date.next())
    else {
        return false;
    };
    let year_good = year.len() >= 4 && year.parse::<u64>().is_ok_and(|year| year > 0);
    year_good && two(month, 1, 12) && is_day(year, month, day) && is_time_with_zone(time)
}

fn is_day(year: &str, month: &str, day: &str) -> bool {
    let year: u64 = year.parse().unwrap_or_default();
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let last = match month {
        "02" if leap => 29,
        "02" => 28,
        "04" | "06" | "09" | "11" => 30,
        _ => 31,
    };
    two(day, 1, last)
}

fn is_time_with_zone(text: &str) -> bool {
    let end = text.find(['Z', '+', '-']).unwrap_or(text.len());
    let (time, zone) = text.split_at(end);
    let mut time = time.split(':');
    let (Some(hour), Some(minute), Some(second), None) =
        (time.next(), time.next(), time.next(), time.next())
    else {
        return false;
    };
    let (whole, fraction) = second.split_once('.').unwrap_or((second, "0"));
    let fraction_good = !fraction.is_empty() && fraction.bytes().all(|b| b.is_ascii_digit());
    two(hour, 0, 23) && two(minute, 0, 59) && two(whole, 0, 59) && fraction_good && is_zone(zone)
}

fn is_zone(zone: &str) -> bool {
    match zone.strip_prefix(['+', '-']) {
        None => matches!(zone, "" | "Z"),
        Some(offset) => offset
            .split_once(':')
            .is_some_and(|(hour, minute)| two(hour, 0, 14) && two(minute, 0, 59)),
    }
}

/// Two digits in a range.
fn two(text: &str, min: u32, max: u32) -> bool {
    text.len() == 2
        && text.bytes().all(|byte| byte.is_ascii_digit())
        && text
            .parse::<u32>()
            .is_ok_and(|number| (min..=max).contains(&number))
}

/// LOM dates may end after any part; a zone needs a fraction of a second.
fn is_lom_date_time(text: &str) -> bool {
    let (date, time) = match text.split_once('T') {
        Some((date, time)) => (date, Some(time)),
        None => (text, None),
    };
    let mut date = date.split('-');
    let (year, month, day) = (date.next().unwrap_or_default(), date.next(), date.next());
    let year_good = year.len() == 4 && year.bytes().all(|b| b.is_ascii_digit()) && year != "0000";
    let date_good = year_good
        && date.next().is_none()
        && month.is_none_or(|month| two(month, 1, 12))
        && day.is_none_or(|day| two(day, 1, 31));
    let Some(time) = time else { return date_good };
    let end = time.find(['Z', '+', '-']).unwrap_or(time.len());
    let (clock, zone) = time.split_at(end);
    let mut clock = clock.split(':');
    let (hour, minute, second) = (clock.next().unwrap_or_default(), clock.next(), clock.next());
    let (whole, fraction) = match second {
        Some(second) => second
            .split_once('.')
            .map_or((Some(second), None), |(w, f)| (Some(w), Some(f))),
        None => (None, None),
    };
    let fraction_good =
        fraction.is_none_or(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()));
    let zone_good = zone.is_empty()
        || fraction.is_some()
            && (zone == "Z"
                || zone[1..]
                    .split_once(':')
                    .is_some_and(|(h, m)| two(h, 0, 23) && two(m, 0, 59)));
    date_good
        && day.is_some()
        && two(hour, 0, 23)
        && clock.next().is_none()
        && minute.is_none_or(|minute| two(minute, 0, 59))
        && whole.is_none_or(|whole| two(whole, 0, 59))
        && fraction_good
        && zone_good
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
