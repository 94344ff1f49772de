//! Durations and instants in the forms of ISO 8601 that the data model has.

/// The same length, to hundredths of a second.
pub(super) fn durations_equal(expected: &str, actual: &str) -> bool {
    let expected = centiseconds(expected);
    expected.is_some() && expected == centiseconds(actual)
}

/// Length of an ISO 8601 duration, with a year of 365 days and a month of 2,628,029 seconds.
fn centiseconds(text: &str) -> Option<u64> {
    let body = text.strip_prefix('P')?;
    let (date, time) = body.split_once('T').unwrap_or((body, ""));
    let date = units(date, &[('Y', 31_536_000), ('M', 2_628_029), ('D', 86_400)])?;
    let time = units(time, &[('H', 3_600), ('M', 60), ('S', 1)])?;
    date.checked_add(time)
}

fn units(mut text: &str, sizes: &[(char, u64)]) -> Option<u64> {
    let mut total = 0u64;
    for &(letter, seconds) in sizes {
        let Some((number, rest)) = text.split_once(letter) else {
            continue;
        };
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let mut hundredths: u64 = format!("{fraction:0<2}").get(..2)?.parse().ok()?;
        hundredths = hundredths.checked_add(whole.parse::<u64>().ok()?.checked_mul(100)?)?;
        total = total.checked_add(hundredths.checked_mul(seconds)?)?;
        text = rest;
    }
    text.is_empty().then_some(total)
}

/// The same second; missing parts are the lowest, and a zone given on one side only counts for
/// both.
pub(super) fn same_instant(expected: &str, actual: &str) -> bool {
    let (Some((expected, expected_zone)), Some((actual, actual_zone))) =
        (local_seconds(expected), local_seconds(actual))
    else {
        return false;
    };
    let expected_zone = expected_zone.or(actual_zone).unwrap_or(0);
    let actual_zone = actual_zone.unwrap_or(expected_zone);
    expected - expected_zone == actual - actual_zone
}

/// Seconds since 1970 on the local clock, and the offset of the zone in seconds.
fn local_seconds(text: &str) -> Option<(i64, Option<i64>)> {
    let (date, time) = text.split_once('T').unwrap_or((text, ""));
    let mut date = date.split('-');
    let mut part = |lowest: i64| date.next().map_or(Some(lowest), number);
    let (year, month, day) = (part(1970)?, part(1)?, part(1)?);

    let zone_at = time.find(['Z', '+', '-']).unwrap_or(time.len());
    let (clock, zone) = time.split_at(zone_at);
    let clock = clock.split('.').next().unwrap_or_default();
    let mut seconds = 0;
    for (text, size) in clock
        .split(':')
        .filter(|text| !text.is_empty())
        .zip([3_600, 60, 1])
    {
        seconds += number(text)? * size;
    }
    let zone = match zone.chars().next() {
        None => None,
        Some('Z') => Some(0),
        Some(sign) => {
            let (hours, minutes) = zone[1..].split_once(':').unwrap_or((&zone[1..], "0"));
            let size = number(hours)? * 3_600 + number(minutes)? * 60;
            Some(if sign == '-' { -size } else { size })
        }
    };
    Some((days_since_1970(year, month, day) * 86_400 + seconds, zone))
}

/// A part of a date or clock; none beyond 32 bits, so that seconds fit into 64.
fn number(text: &str) -> Option<i64> {
    text.parse::<i32>().ok().map(i64::from)
}

/// Day number of a date of the proleptic Gregorian calendar.
fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    // Counting years from March puts the leap day at the end of a year.
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year - 1, month + 9)
    };
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    year * 365 + leap_days + (month * 153 + 2) / 5 + day - 719_469
}
