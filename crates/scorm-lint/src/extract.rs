//! The piece of a line that a finding shows. Minified code would flood a report with one line.

use crate::Finding;

/// Characters of an extract.
const LONGEST: usize = 200;
/// Characters before the place where a line is cut at both ends.
const BEFORE: usize = 60;
/// Stands for what was cut off at the beginning.
const CUT: char = '…';

/// The line, or the stretch of it around a column that counts from 1.
pub(crate) fn extract(line: &str, column: u32) -> String {
    let before = column as usize - 1;
    if is_cut(before) {
        let stretch = line.chars().skip(before - BEFORE).take(LONGEST);
        std::iter::once(CUT).chain(stretch).collect()
    } else {
        line.chars().take(LONGEST).collect()
    }
}

/// Does the place lie too far right to begin with the line?
fn is_cut(before: usize) -> bool {
    before > LONGEST - BEFORE
}

impl Finding {
    /// The bytes of the extract that the finding is about.
    pub fn marked(&self) -> Option<(usize, usize)> {
        let extract = self.extract.as_ref()?;
        let column = self.column? as usize;
        let before = column - 1;
        let first = if is_cut(before) { BEFORE + 1 } else { before };
        let byte_of = |index: usize| {
            let mut characters = extract.char_indices();
            characters.nth(index).map_or(extract.len(), |(at, _)| at)
        };
        let start = byte_of(first);
        let end = match (self.end_line, self.end_column) {
            (line, Some(end)) if line == self.line => {
                byte_of(first + (end as usize).saturating_sub(column))
            }
            _ => extract.len(),
        };
        Some((start, end.max(start)))
    }

    /// Was the beginning of the line cut off?
    pub fn is_extract_cut(&self) -> bool {
        self.column
            .is_some_and(|column| is_cut(column as usize - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::extract;

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let line = format!("{}call(é){}", "a".repeat(1000), "b".repeat(1000));
        let cut = extract(&line, 1001);
        assert!(
            cut.starts_with("…aaa") && cut.contains("acall(é)b"),
            "{cut}"
        );
        assert_eq!(cut.chars().count(), 201);
        assert_eq!(extract("short", 3), "short");
        assert_eq!(extract(&line, 141).chars().next(), Some('a'));
        assert_eq!(extract(&line, 142).chars().next(), Some('…'));
    }
}
