//! Numbers with their nouns: "1 error", "2 errors".

use std::fmt;

/// A number of things, as people write it. Nouns are regular.
pub fn counted(count: usize, noun: &str) -> impl fmt::Display {
    let plural = match noun.strip_suffix('y') {
        _ if count == 1 => noun.to_owned(),
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
        _ => format!("{noun}s"),
    };
    format!("{count} {plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular() {
        for (count, noun, want) in [
            (0, "error", "0 errors"),
            (1, "error", "1 error"),
            (2, "error", "2 errors"),
            (1, "entry", "1 entry"),
            (3, "entry", "3 entries"),
            (2, "key", "2 keys"),
        ] {
            assert_eq!(counted(count, noun).to_string(), want);
        }
    }
}
