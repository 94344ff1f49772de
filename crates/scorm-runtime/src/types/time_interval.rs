//! timeinterval(second,10,2): durations such as `P1Y2M3DT4H5M6.78S`.

use std::fmt;

/// A duration by its parts, each as large as it was written.
///
/// Years, months and days are never turned into one another, because their lengths differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TimeInterval {
    /// Whole years.
    pub years: u64,
    /// Whole months.
    pub months: u64,
    /// Whole days.
    pub days: u64,
    /// Whole hours.
    pub hours: u64,
    /// Whole minutes.
    pub minutes: u64,
    /// Hundredths of seconds.
    pub hundredths: u64,
}

impl TimeInterval {
    /// Reads `P[yY][mM][dD][T[hH][mM][s[.s[s]]S]]`; numbers beyond the range saturate.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.strip_prefix('P')?;
        let (date, time) = match text.split_once('T') {
            Some((_, "")) => return None,
            Some((date, time)) => (date, time),
            None => (text, ""),
        };
        if date.is_empty() && time.is_empty() {
            return None;
        }
        let mut interval = Self::default();
        let mut rest = date;
        for (designator, part) in [
            ('Y', &mut interval.years),
            ('M', &mut interval.months),
            ('D', &mut interval.days),
        ] {
            rest = take(rest, designator, part)?;
        }
        if !rest.is_empty() {
            return None;
        }
        rest = time;
        for (designator, part) in [('H', &mut interval.hours), ('M', &mut interval.minutes)] {
            rest = take(rest, designator, part)?;
        }
        if !rest.is_empty() {
            interval.hundredths = parse_seconds(rest.strip_suffix('S')?)?;
        }
        Some(interval)
    }

    /// Both together, part by part; seconds and minutes over 59 are carried up to hours.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let hundredths = self.hundredths.saturating_add(other.hundredths);
        let minutes = self
            .minutes
            .saturating_add(other.minutes)
            .saturating_add(hundredths / 6000);
        Self {
            years: self.years.saturating_add(other.years),
            months: self.months.saturating_add(other.months),
            days: self.days.saturating_add(other.days),
            hours: self
                .hours
                .saturating_add(other.hours)
                .saturating_add(minutes / 60),
            minutes: minutes % 60,
            hundredths: hundredths % 6000,
        }
    }

    /// The length in seconds, with a year of 365 days and a month of 2,628,029 seconds as ADL's
    /// comparisons have it.
    pub fn seconds(self) -> f64 {
        self.years as f64 * 31_536_000.0
            + self.months as f64 * 2_628_029.0
            + self.days as f64 * 86_400.0
            + self.hours as f64 * 3600.0
            + self.minutes as f64 * 60.0
            + self.hundredths as f64 / 100.0
    }
}

impl fmt::Display for TimeInterval {
    /// Hours, minutes and seconds are always written, so zero is `PT0H0M0S`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("P")?;
        for (number, designator) in [(self.years, 'Y'), (self.months, 'M'), (self.days, 'D')] {
            if number > 0 {
                write!(f, "{number}{designator}")?;
            }
        }
        write!(
            f,
            "T{}H{}M{}",
            self.hours,
            self.minutes,
            self.hundredths / 100
        )?;
        match self.hundredths % 100 {
            0 => f.write_str("S"),
            fraction => write!(f, ".{fraction:02}S"),
        }
    }
}

/// Takes digits and their designator off the front, if they are there.
fn take<'a>(text: &'a str, designator: char, part: &mut u64) -> Option<&'a str> {
    let Some((digits, rest)) = text.split_once(designator) else {
        return Some(text);
    };
    *part = parse_digits(digits)?;
    Some(rest)
}

fn parse_digits(digits: &str) -> Option<u64> {
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(digits.parse().unwrap_or(u64::MAX))
}

/// Digits, and a fraction of one or two digits.
fn parse_seconds(text: &str) -> Option<u64> {
    let (whole, fraction) = match text.split_once('.') {
        None => (text, 0),
        Some((whole, fraction)) => {
            let hundredths = parse_digits(fraction)?;
            match fraction.len() {
                1 => (whole, hundredths * 10),
                2 => (whole, hundredths),
                _ => return None,
            }
        }
    };
    Some(
        parse_digits(whole)?
            .saturating_mul(100)
            .saturating_add(fraction),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms() {
        for text in [
            "PT0S",
            "P0D",
            "P1Y",
            "P1M",
            "PT1M",
            "P1Y2M3DT4H5M6S",
            "PT1.5S",
            "PT1.50S",
            "PT90M",
            "PT100H",
            "PT3600S",
            "P1Y6M014DT4H15M6.34S",
        ] {
            assert!(TimeInterval::parse(text).is_some(), "{text}");
        }
        for text in [
            "",
            "P",
            "PT",
            "P1Y6M14DT",
            "P1DT",
            "P1YT",
            "P1W",
            "P1H",
            "T1H",
            "1Y",
            "1Y6M14DT1S",
            "P1Y6M14D4H15M6.34S",
            "PT1.555S",
            "PT.5S",
            "PT1.S",
            "PT1,5S",
            "PT1.5H",
            "P1.5D",
            "-PT1H",
            "pt1h",
            "PT1H1H",
            "PT5S4M",
            " PT1S",
            "00:01:00",
            "PTS",
            "PY",
            "PT1S ",
            "PTT1S",
            "P1M1Y",
        ] {
            assert!(TimeInterval::parse(text).is_none(), "{text}");
        }
    }

    #[test]
    fn sums() {
        for (left, right, want) in [
            ("PT0S", "PT0S", "PT0H0M0S"),
            ("PT01M", "PT01H059M020S", "PT2H0M20S"),
            ("PT2H0M20S", "PT0H05M49S", "PT2H6M9S"),
            ("P0Y029DT0H", "PT0S", "P29DT0H0M0S"),
            ("PT0.5S", "PT59.75S", "PT0H1M0.25S"),
        ] {
            let sum = TimeInterval::parse(left)
                .unwrap()
                .plus(TimeInterval::parse(right).unwrap());
            assert_eq!(sum.to_string(), want);
        }
        let huge = TimeInterval::parse("P99999999999999999999999Y").unwrap();
        assert_eq!(huge.plus(huge).years, u64::MAX);
    }
}
