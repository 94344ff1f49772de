//! Durations and points in time, as the schemas write them.

/// `PnYnMnDTnHnMnS`, each part optional. The schema type wants at least one part, and one behind
/// the T; the metadata pattern does not.
pub(super) fn duration(text: &str, wants_part: bool) -> bool {
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
pub(super) fn is_date_time(text: &str) -> bool {
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
pub(super) fn is_lom_date_time(text: &str) -> bool {
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
