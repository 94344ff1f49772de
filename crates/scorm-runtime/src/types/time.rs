//! time(second,10,0): points in time such as `2004-04-01T09:45:58.5Z`.

/// `YYYY[-MM[-DD[Thh[:mm[:ss[.s[s]]][TZD]]]]]`, years 1970 to 2038, real calendar days.
///
/// A zone is legal only after a fraction of a second: ADL's cases refuse `…:58Z`.
pub(crate) fn is_time(text: &str) -> bool {
    parse(text, false).is_some()
}

/// As [`is_time`], with a zone after whole seconds, minutes or hours too.
pub(crate) fn is_time_with_zone(text: &str) -> bool {
    parse(text, true).is_some()
}

fn parse(text: &str, zone_anywhere: bool) -> Option<()> {
    let (date, time) = match text.split_once('T') {
        Some((date, time)) => (date, Some(time)),
        None => (text, None),
    };
    let mut parts = date.split('-');
    let year = digits(parts.next()?, 4, 1970..=2038)?;
    let month = parts.next();
    let day = parts.next();
    if parts.next().is_some() || day.is_none() && time.is_some() {
        return None;
    }
    if let Some(month) = month {
        let month = digits(month, 2, 1..=12)?;
        if let Some(day) = day {
            digits(day, 2, 1..=days_in_month(year, month))?;
        }
    }
    match time {
        Some(time) => parse_time_of_day(time, zone_anywhere),
        None => Some(()),
    }
}

fn parse_time_of_day(text: &str, zone_anywhere: bool) -> Option<()> {
    let clock_end = text.find(['Z', '+', '-']).unwrap_or(text.len());
    let (clock, zone) = text.split_at(clock_end);
    let mut parts = clock.split(':');
    digits(parts.next()?, 2, 0..=23)?;
    let minute = parts.next();
    let second = parts.next();
    if parts.next().is_some() {
        return None;
    }
    if let Some(minute) = minute {
        digits(minute, 2, 0..=59)?;
    }
    let mut has_fraction = false;
    if let Some(second) = second {
        let (second, fraction) = match second.split_once('.') {
            Some((second, fraction)) => (second, Some(fraction)),
            None => (second, None),
        };
        digits(second, 2, 0..=59)?;
        if let Some(fraction) = fraction {
            has_fraction = true;
            digits(fraction, fraction.len().clamp(1, 2), 0..=99)?;
        }
    }
    if zone.is_empty() {
        return Some(());
    }
    if !has_fraction && !zone_anywhere {
        return None;
    }
    parse_zone(zone)
}

/// `Z`, `±hh` or `±hh:mm`.
fn parse_zone(zone: &str) -> Option<()> {
    if zone == "Z" {
        return Some(());
    }
    let offset = zone.strip_prefix(['+', '-'])?;
    let (hour, minute) = match offset.split_once(':') {
        Some((hour, minute)) => (hour, Some(minute)),
        None => (offset, None),
    };
    digits(hour, 2, 0..=23)?;
    if let Some(minute) = minute {
        digits(minute, 2, 0..=59)?;
    }
    Some(())
}

/// Exactly `length` digits with a value in the range.
fn digits(text: &str, length: usize, range: std::ops::RangeInclusive<u32>) -> Option<u32> {
    if text.len() != length || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    text.parse().ok().filter(|number| range.contains(number))
}

fn days_in_month(year: u32, month: u32) -> u32 {
    match month {
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => {
            29
        }
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms() {
        for text in [
            "2004",
            "2004-02",
            "2004-02-29",
            "2004-01-01T10",
            "2004-01-01T10:20",
            "2004-01-01T10:20:30",
            "2004-01-01T10:20:30.1",
            "2004-01-01T10:20:30.12",
            "2004-01-01T10:20:30.1Z",
            "2004-01-01T10:20:30.1+05",
            "2004-01-01T10:20:30.1+05:30",
            "2004-01-01T10:20:30.1-23:59",
            "1970",
            "2038-12-31",
        ] {
            assert!(is_time(text), "{text}");
        }
        for text in [
            "",
            "1969",
            "2039",
            "2004-4",
            "2004-13",
            "2003-02-29",
            "2004-04-31",
            "2004-02-30",
            "2004-01-01T24",
            "2004-01-01T10:60",
            "2004-01-01T10:20:30.123",
            "2004-01-01T10:20:30.",
            "2004-01-01T10:20:30.1+24",
            "2004-01-01T10:20:30.1+0530",
            "2004-01-01T10:20:30.1+2",
            "2004-01-01T10:20:30.1Z+02:30",
            "20040101",
            "2004-01-01 10:20:30",
            "2004-01-01t10:20:30",
            "2004-01-01T",
            "2004-01T10",
            "2004-04-01T09:45:58Z",
            "2004-04-01T09:45:58+02:30",
            "2004-",
            "2004-01-01T10:",
            "2004-01-01T1o",
        ] {
            assert!(!is_time(text), "{text}");
        }
        assert!(is_time_with_zone("2004-04-01T09:45:58Z"));
    }
}
