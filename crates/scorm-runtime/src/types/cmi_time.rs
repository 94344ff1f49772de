//! CMITime and CMITimespan of SCORM 1.2.

use std::fmt;

/// CMITime: `HH:MM:SS[.S[S]]` on the 24-hour clock.
pub(crate) fn is_time(text: &str) -> bool {
    let Some((hours, minutes, hundredths)) = split(text, 2..=2) else {
        return false;
    };
    hours < 24 && minutes < 60 && hundredths < 6000
}

/// CMITimespan: `HH[HH]:MM:SS[.S[S]]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Timespan {
    hundredths: u64,
}

impl Timespan {
    /// Two to four digits of hours. Minutes and seconds over 59 pass, as in the validator of
    /// ADL's suite; sums carry them.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        split(text, 2..=4).map(Self::from_parts)
    }

    /// As [`Self::parse`], with any number of digits of hours.
    pub(crate) fn parse_tolerant(text: &str) -> Option<Self> {
        split(text, 1..=9).map(Self::from_parts)
    }

    fn from_parts((hours, minutes, hundredths): (u64, u64, u64)) -> Self {
        Self {
            hundredths: hours * 360_000 + minutes * 6000 + hundredths,
        }
    }

    /// The sum, or the longest span that can be written.
    pub(crate) fn plus(self, other: Self) -> Self {
        const LONGEST: u64 = 10_000 * 360_000 - 1;
        let sum = self.hundredths.saturating_add(other.hundredths);
        Self {
            hundredths: sum.min(LONGEST),
        }
    }

    /// The length in seconds.
    pub(crate) fn seconds(self) -> f64 {
        self.hundredths as f64 / 100.0
    }
}

impl fmt::Display for Timespan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.hundredths / 100;
        write!(
            f,
            "{:04}:{:02}:{:02}.{:02}",
            seconds / 3600,
            seconds / 60 % 60,
            seconds % 60,
            self.hundredths % 100
        )
    }
}

/// Hours, minutes and hundredths of seconds.
fn split(text: &str, hour_digits: std::ops::RangeInclusive<usize>) -> Option<(u64, u64, u64)> {
    let mut parts = text.split(':');
    let (hours, minutes, seconds) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() {
        return None;
    }
    let (seconds, fraction) = match seconds.split_once('.') {
        Some((seconds, fraction)) => (seconds, Some(fraction)),
        None => (seconds, None),
    };
    let hundredths = match fraction {
        None => 0,
        Some(fraction) if fraction.len() == 1 => digits(fraction, &(1..=1))? * 10,
        Some(fraction) => digits(fraction, &(2..=2))?,
    };
    Some((
        digits(hours, &hour_digits)?,
        digits(minutes, &(2..=2))?,
        digits(seconds, &(2..=2))? * 100 + hundredths,
    ))
}

fn digits(text: &str, length: &std::ops::RangeInclusive<usize>) -> Option<u64> {
    if !length.contains(&text.len()) || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        for text in ["10:20:30", "10:20:30.5", "23:59:59.99", "00:00:00"] {
            assert!(is_time(text), "{text}");
        }
        for text in [
            "1:00:00",
            "10:20",
            "25:00:00",
            "24:00:00",
            "10:60:00",
            "",
            "10:20:30.",
        ] {
            assert!(!is_time(text), "{text}");
        }
    }

    #[test]
    fn timespans() {
        for text in ["00:00:00", "0000:00:00.12", "9999:59:59", "00:75:00"] {
            assert!(Timespan::parse(text).is_some(), "{text}");
        }
        for text in [
            "0:00:01",
            "10000:00:00",
            "00:00:0",
            "00:00:00.123",
            "PT1H",
            "30 minutes",
            "",
            "00:00:00.",
        ] {
            assert!(Timespan::parse(text).is_none(), "{text}");
        }
        let sum = Timespan::parse("00:59:59.5")
            .unwrap()
            .plus(Timespan::parse("01:00:00.5").unwrap());
        assert_eq!(sum.to_string(), "0002:00:00.00");
    }
}
