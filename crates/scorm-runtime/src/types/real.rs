//! real(10,7) of SCORM 2004, CMIDecimal and CMISInteger of SCORM 1.2.
//!
//! Own decimal grammar, because the number parsers of host languages take `1e5`, `NaN` and
//! blanks. Comparison is exact on the digits: a threshold is never missed by rounding.

use std::cmp::Ordering;

/// A decimal number as its digits.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Decimal<'a> {
    negative: bool,
    /// Without leading zeros.
    integer: &'a str,
    /// Without trailing zeros.
    fraction: &'a str,
}

impl<'a> Decimal<'a> {
    /// Optional sign, digits, optional fraction; a digit somewhere.
    pub(crate) fn parse(text: &'a str) -> Option<Self> {
        Self::parse_unsigned(
            text.strip_prefix('+').unwrap_or(text),
            text.starts_with('+'),
        )
    }

    /// As [`Self::parse`], without the plus sign.
    pub(crate) fn parse_cmi(text: &'a str) -> Option<Self> {
        Self::parse_unsigned(text, false)
    }

    fn parse_unsigned(text: &'a str, signed: bool) -> Option<Self> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(_) if signed => return None,
            Some(digits) => (true, digits),
            None => (false, text),
        };
        let (integer, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if integer.is_empty() && fraction.is_empty()
            || !all_digits(integer)
            || !all_digits(fraction)
        {
            return None;
        }
        let integer = integer.trim_start_matches('0');
        let fraction = fraction.trim_end_matches('0');
        let zero = integer.is_empty() && fraction.is_empty();
        Some(Self {
            negative: negative && !zero,
            integer,
            fraction,
        })
    }

    fn cmp_magnitude(&self, other: &Self) -> Ordering {
        self.integer
            .len()
            .cmp(&other.integer.len())
            .then_with(|| self.integer.cmp(other.integer))
            .then_with(|| self.fraction.cmp(other.fraction))
    }
}

impl Ord for Decimal<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.negative, other.negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => self.cmp_magnitude(other),
            (true, true) => other.cmp_magnitude(self),
        }
    }
}

impl PartialOrd for Decimal<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Decimal<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Decimal<'_> {}

/// The number of a text that [`Decimal::parse`] accepts.
pub(crate) fn to_f64(text: &str) -> Option<f64> {
    Decimal::parse(text)?;
    text.parse().ok()
}

/// An optional minus and digits, within the range of `i32`.
pub(crate) fn parse_integer(text: &str) -> Option<i32> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_grammar() {
        for text in [
            "0",
            "-5",
            "+5",
            ".5",
            "5.",
            "05",
            "7.000099999887765544",
            "12345678901",
            "-0",
        ] {
            assert!(Decimal::parse(text).is_some(), "{text}");
        }
        for text in [
            "",
            "abc",
            "1,5",
            "34,000.00",
            "--1",
            "+-1",
            "1.2.3",
            "0x1",
            "٣",
            "1e5",
            "NaN",
            "Infinity",
            "0.5f",
            " 5",
            "5 ",
            ".",
            "-",
            "+",
            "-.",
            "+-5",
        ] {
            assert!(Decimal::parse(text).is_none(), "{text}");
        }
        assert!(Decimal::parse_cmi("+5").is_none());
        assert!(Decimal::parse_cmi("-5.5").is_some());
    }

    #[test]
    fn comparison_is_exact() {
        for (left, right, want) in [
            ("1", "1.0", Ordering::Equal),
            ("1.00000001", "1", Ordering::Greater),
            ("-0", "0", Ordering::Equal),
            ("-1.5", "-1", Ordering::Less),
            ("10", "9", Ordering::Greater),
            ("0.8", ".80", Ordering::Equal),
            ("0.799999999999999999999", "0.8", Ordering::Less),
        ] {
            let (left, right) = (
                Decimal::parse(left).unwrap(),
                Decimal::parse(right).unwrap(),
            );
            assert_eq!(left.cmp(&right), want, "{left:?} {right:?}");
        }
    }

    #[test]
    fn integers() {
        for (text, want) in [
            ("-1", Some(-1)),
            ("100", Some(100)),
            ("1.5", None),
            ("+1", None),
            ("", None),
        ] {
            assert_eq!(parse_integer(text), want, "{text}");
        }
    }
}
