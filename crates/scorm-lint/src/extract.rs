//! The piece of a line that a finding shows. Minified code would flood a report with one line.

use crate::Finding;

/// Characters of an extract.
const LONGEST: usize = 200;
/// Characters before the place where a line is cut at both ends.
const BEFORE: usize = 60;
/// Stands for what was cut off at the beginning.
const CUT: char = '…';

/// The line around a place, or a stretch of it: the text before the place from the beginning of
/// its line, all text behind it, and the column of the place, from 1. Looks only at what it shows.
pub(crate) fn extract(before: &str, behind: &str, column: u32) -> String {
    let is_cut = is_cut(column as usize - 1);
    let first = before.char_indices().nth_back(BEFORE - 1);
    let shown = match first.filter(|_| is_cut) {
        Some((at, _)) => &before[at..],
        None => before,
    };
    let characters = shown.chars().chain(behind.chars());
    let stretch = characters
        .take_while(|c| !matches!(c, '\n' | '\r'))
        .take(LONGEST);
    let cut = is_cut.then_some(CUT);
    cut.into_iter().chain(stretch).collect()
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
        let line = format!("{}call(é){}\nnext", "a".repeat(1000), "b".repeat(1000));
        let around = |line: &str, column: u32| {
            let (before, behind) = line.split_at(column as usize - 1);
            extract(before, behind, column)
        };
        let cut = around(&line, 1001);
        assert!(
            cut.starts_with("…aaa") && cut.contains("acall(é)b"),
            "{cut}"
        );
        assert_eq!(cut.chars().count(), 201);
        assert_eq!(around("short\nnext", 3), "short");
        assert_eq!(around("short", 6), "short");
        assert_eq!(around(&line, 141).chars().next(), Some('a'));
        assert_eq!(around(&line, 142).chars().next(), Some('…'));
    }
}
