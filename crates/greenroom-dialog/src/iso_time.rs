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
    fn milliseconds_are_always_shown() {
        assert_eq!(super::iso(1_737_799_200_000), "2025-01-25T10:00:00.000Z");
        assert_eq!(super::iso(1_737_799_200_007), "2025-01-25T10:00:00.007Z");
    }
}
