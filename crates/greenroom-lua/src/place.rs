//! Where in a text something stands.

/// Line and column of a byte, both from 1, in characters.
pub fn place(text: &str, offset: usize) -> (usize, usize) {
    let before = &text.as_bytes()[..offset.min(text.len())];
    let before = String::from_utf8_lossy(before);
    let line = before.matches('\n').count() + 1;
    let last = before.rsplit('\n').next().unwrap_or_default();
    (line, last.chars().count() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_characters_are_counted_from_one() {
        let text = "aö\nb\n";
        for (offset, want) in [
            (0, (1, 1)),
            (1, (1, 2)),
            (3, (1, 3)),
            (4, (2, 1)),
            (6, (3, 1)),
            (99, (3, 1)),
        ] {
            assert_eq!(place(text, offset), want, "{offset}");
        }
    }
}
