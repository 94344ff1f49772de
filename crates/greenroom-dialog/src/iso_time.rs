//! Times as the wire shows them.

/// ISO-8601 UTC with milliseconds: `2025-01-25T10:00:00.000Z`.
pub fn iso(milliseconds: u64) -> String {
    let time = i64::try_from(milliseconds)
        .ok()
        .and_then(|milliseconds| jiff::Timestamp::from_millisecond(milliseconds).ok())
        .unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    format!("{time:.3}")
}

#[cfg(test)]
mod tests {
    #[test]
    fn moments_are_written_in_utc_with_milliseconds() {
        for (milliseconds, want) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (1_709_251_199_999, "2024-02-29T23:59:59.999Z"),
            (1_737_799_200_000, "2025-01-25T10:00:00.000Z"),
            (1_767_225_600_007, "2026-01-01T00:00:00.007Z"),
        ] {
            assert_eq!(super::iso(milliseconds), want);
        }
    }
}
