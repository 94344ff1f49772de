//! Times as courses and LMSs write them.

/// Seconds of a time of SCORM 1.2 (`HHHH:MM:SS.SS`) or 2004 (`P1DT2H3M4.5S`).
pub(crate) fn seconds(text: &str) -> Option<f64> {
    match text.strip_prefix('P') {
        Some(rest) => of_duration(rest),
        None => of_clock(text),
    }
}

fn of_clock(text: &str) -> Option<f64> {
    let parts: Vec<f64> = text
        .split(':')
        .map(|part| part.parse().ok())
        .collect::<Option<_>>()?;
    match parts.as_slice() {
        [hours, minutes, seconds] => Some(hours * 3600.0 + minutes * 60.0 + seconds),
        _ => None,
    }
}

fn of_duration(text: &str) -> Option<f64> {
    let (days, clock) = text.split_once('T').unwrap_or((text, ""));
    let dates = [
        ('Y', 31_557_600.0),
        ('M', 2_629_800.0),
        ('W', 604_800.0),
        ('D', 86_400.0),
    ];
    let times = [('H', 3600.0), ('M', 60.0), ('S', 1.0)];
    Some(sum(days, &dates)? + sum(clock, &times)?)
}

fn sum(mut text: &str, units: &[(char, f64)]) -> Option<f64> {
    let mut sum = 0.0;
    while !text.is_empty() {
        let end = text.find(|c: char| c.is_ascii_alphabetic())?;
        let (number, rest) = text.split_at(end);
        let unit = rest.chars().next()?;
        let (_, size) = units.iter().find(|(name, _)| *name == unit)?;
        sum += number.parse::<f64>().ok()? * size;
        text = &rest[unit.len_utf8()..];
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::seconds;

    #[test]
    fn times_of_both_versions_are_read() {
        for (text, expected) in [
            ("0001:02:03.5", Some(3723.5)),
            ("PT1H2M3.5S", Some(3723.5)),
            ("P1DT1S", Some(86_401.0)),
            ("P", Some(0.0)),
            ("", None),
            ("soon", None),
            ("PT5X", None),
            ("P5", None),
        ] {
            assert_eq!(seconds(text), expected, "{text}");
        }
    }
}
