//! What differs from run to run without meaning anything: times, ids that are drawn, long data.

/// Longer values are not repeated in a rehearsal.
const LONGEST: usize = 200;

/// Elements that tell when or how long, or that belong to the learner.
const NOISY_NAMES: [&str; 7] = [
    "session_time",
    "total_time",
    "timestamp",
    "latency",
    "learner_id",
    "student_id",
    "suspend_data",
];

/// Elements whose values always count.
const SCORES: [&str; 5] = ["raw", "scaled", "min", "max", "progress_measure"];

/// Whether the value of an element is left to chance.
pub(super) fn is_noise(element: &str, value: &str) -> bool {
    let name = element.rsplit('.').next().unwrap_or(element);
    // Scores are what a course is about, whatever they look like.
    if SCORES.contains(&name) {
        return false;
    }
    // `cmi.interactions.n.time` and `cmi.comments_from_learner.n.timestamp`, but not `cmi.exit`'s
    // `time-out`, which is a value.
    NOISY_NAMES.contains(&name) || name == "time" || is_drawn(value)
}

/// Whether a text looks drawn or measured: an instant, a duration, a long number, a UUID.
pub(super) fn is_drawn(value: &str) -> bool {
    value.len() > LONGEST
        || has_instant(value)
        || is_duration(value)
        || has_long_number(value)
        || has_uuid(value)
}

/// `2024-05-01T…` or `12:30:05` somewhere in it.
fn has_instant(value: &str) -> bool {
    let shape: String = value
        .chars()
        .map(|c| if c.is_ascii_digit() { '0' } else { c })
        .collect();
    shape.contains("0000-00-00T") || shape.contains("0000-00-00 00") || shape.contains("00:00:00")
}

fn is_duration(value: &str) -> bool {
    let rest = value.strip_prefix('P').unwrap_or_default();
    rest.ends_with(['Y', 'M', 'D', 'H', 'S'])
        && rest.chars().any(|c| c.is_ascii_digit())
        && rest
            .chars()
            .all(|c| c.is_ascii_digit() || "YMDTHS.".contains(c))
}

/// Ten digits in a row: milliseconds or seconds since 1970, or a number that was drawn.
fn has_long_number(value: &str) -> bool {
    value
        .split(|c: char| !c.is_ascii_digit())
        .any(|digits| digits.len() >= 10)
}

fn has_uuid(value: &str) -> bool {
    let lengths: Vec<usize> = value
        .split(|c: char| !c.is_ascii_hexdigit())
        .map(str::len)
        .collect();
    lengths.windows(5).any(|window| window == [8, 4, 4, 4, 12])
}

#[cfg(test)]
mod tests {
    use super::is_noise;

    #[test]
    fn what_is_measured_or_drawn_is_noise() {
        for (element, value, want) in [
            ("cmi.session_time", "PT1S", true),
            ("cmi.core.session_time", "0000:00:01", true),
            ("cmi.interactions.0.time", "a", true),
            ("cmi.interactions.0.timestamp", "a", true),
            ("cmi.location", "slide-3", false),
            ("cmi.location", "P3", false),
            ("cmi.location", "Part3", false),
            ("cmi.score.scaled", "0.333333333333", false),
            ("cmi.score.scaled", "0.85", false),
            ("cmi.interactions.0.id", "q-1700000000000", true),
            (
                "cmi.interactions.0.id",
                "123e4567-e89b-42d3-a456-426614174000",
                true,
            ),
            ("cmi.exit", "time-out", false),
            ("cmi.completion_status", "completed", false),
        ] {
            assert_eq!(is_noise(element, value), want, "{element} {value}");
        }
    }
}
