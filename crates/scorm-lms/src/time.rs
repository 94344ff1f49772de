//! Times of both versions, as LMSs add them.

use std::fmt::Write as _;

/// `hh:mm:ss.ss` in hundredths of a second; what does not parse is nothing.
pub(crate) fn clock_hundredths(text: &str, digits_are_hundredths: bool) -> u64 {
    let mut parts = text.split(':');
    let mut next = || parts.next().unwrap_or_default();
    let (hours, minutes, seconds) = (next(), next(), next());
    let (seconds, fraction) = seconds.split_once('.').unwrap_or((seconds, ""));
    let number = |text: &str| text.parse::<u64>().unwrap_or(0);
    let mut hundredths = number(fraction);
    if fraction.len() == 1 && !digits_are_hundredths {
        hundredths *= 10;
    }
    number(hours)
        .saturating_mul(360_000)
        .saturating_add(number(minutes).saturating_mul(6_000))
        .saturating_add(number(seconds).saturating_mul(100))
        .saturating_add(hundredths)
}

/// Adds two times of SCORM 1.2.
pub(crate) fn add_clock(total: &str, session: &str, digits_are_hundredths: bool) -> String {
    let sum = clock_hundredths(total, digits_are_hundredths)
        .saturating_add(clock_hundredths(session, digits_are_hundredths));
    clock_text(sum)
}

/// `hh:mm:ss`, with a fraction if there is one.
pub(crate) fn clock_text(hundredths: u64) -> String {
    let (hours, minutes) = (hundredths / 360_000, hundredths / 6_000 % 60);
    let (seconds, rest) = (hundredths / 100 % 60, hundredths % 100);
    let whole = format!("{hours:02}:{minutes:02}:{seconds:02}");
    if rest == 0 {
        whole
    } else {
        format!("{whole}.{rest:02}")
    }
}

/// The parts of an ISO 8601 duration: years, months, days, hours, minutes, seconds.
pub(crate) fn iso_parts(text: &str) -> Option<[f64; 6]> {
    let mut rest = text.strip_prefix('P')?;
    let mut parts = [0.0; 6];
    let mut in_time = false;
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix('T') {
            in_time = true;
            rest = after;
            continue;
        }
        let end = rest.find(|next: char| !next.is_ascii_digit() && next != '.')?;
        let number: f64 = rest[..end].parse().ok()?;
        let unit = rest[end..].chars().next()?;
        let index = match (unit, in_time) {
            ('Y', false) => 0,
            ('M', false) => 1,
            ('D', false) => 2,
            ('H', true) => 3,
            ('M', true) => 4,
            ('S', true) => 5,
            _ => return None,
        };
        parts[index] = number;
        rest = &rest[end + unit.len_utf8()..];
    }
    Some(parts)
}

/// An ISO 8601 duration in seconds; years and months count as calendars do on average.
pub(crate) fn iso_seconds(text: &str) -> f64 {
    let [years, months, days, hours, minutes, seconds] = iso_parts(text).unwrap_or_default();
    ((years * 365.0 + months * 30.0 + days) * 24.0 + hours) * 3600.0 + minutes * 60.0 + seconds
}

/// Adds two durations.
pub(crate) fn add_iso(total: &str, session: &str) -> String {
    iso_text(iso_seconds(total) + iso_seconds(session))
}

/// Adds two durations; the days of the second replace those of the first, and nothing added to
/// nothing is `P`.
pub(crate) fn add_iso_days_replace(total: &str, session: &str) -> String {
    let first = iso_parts(total).unwrap_or_default();
    let second = iso_parts(session).unwrap_or_default();
    let time = |parts: [f64; 6]| parts[3] * 3600.0 + parts[4] * 60.0 + parts[5];
    let seconds = time(first) + time(second);
    let mut text = "P".to_owned();
    for (index, unit) in ['Y', 'M', 'D'].into_iter().enumerate() {
        let value = if second[index] > 0.0 {
            second[index]
        } else {
            first[index]
        };
        if value > 0.0 {
            text.push_str(&crate::value::number_text(value));
            text.push(unit);
        }
    }
    if seconds > 0.0 {
        text.push_str(&iso_text(seconds)[1..]);
    }
    text
}

/// Seconds as an ISO 8601 duration of hours, minutes and seconds.
pub(crate) fn iso_text(seconds: f64) -> String {
    let hundredths = (seconds * 100.0).round() as u64;
    let (hours, minutes) = (hundredths / 360_000, hundredths / 6_000 % 60);
    let rest = (hundredths % 6_000) as f64 / 100.0;
    let mut text = "PT".to_owned();
    if hours > 0 {
        let _ = write!(text, "{hours}H");
    }
    if minutes > 0 {
        let _ = write!(text, "{minutes}M");
    }
    if rest > 0.0 || hundredths == 0 || (hours == 0 && minutes == 0) {
        text.push_str(&crate::value::number_text(rest));
        text.push('S');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{add_clock, add_iso, add_iso_days_replace};

    #[test]
    fn times_are_added_as_the_lms_does() {
        assert_eq!(add_clock("00:10:00", "00:00:30.5", true), "00:10:30.05");
        assert_eq!(add_clock("00:10:00", "00:00:30.5", false), "00:10:30.50");
        assert_eq!(add_iso("PT10M", "PT1M"), "PT11M");
        assert_eq!(add_iso_days_replace("P1DT1H", "P2DT1M"), "P2DT1H1M");
        assert_eq!(add_iso_days_replace("PT0H0M0S", "PT0H0M0S"), "P");
    }
}
