//! Byte offset to line and column.

use super::Span;
use crate::problem::Place;

/// Bytes after which characters are counted anew, so that a long line is not counted for each
/// place in it.
const BLOCK: usize = 4096;

/// Where the lines of a text begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineIndex {
    starts: Vec<u32>,
    /// Characters before each block; empty if no line is longer than one.
    before: Vec<u32>,
}

impl LineIndex {
    /// Finds the lines of `text`: `\n`, `\r\n`, and a lone `\r`, which old authoring tools wrote.
    pub fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let after = |at| at as u32 + 1;
        let mut starts = vec![0];
        starts.extend(memchr::memchr_iter(b'\n', bytes).map(after));
        let is_lone = |at: &usize| bytes.get(at + 1) != Some(&b'\n');
        let before = starts.len();
        starts.extend(memchr::memchr_iter(b'\r', bytes).filter(is_lone).map(after));
        if starts.len() > before {
            starts.sort_unstable();
        }
        let ends = starts.iter().skip(1).copied().chain([text.len() as u32]);
        let mut lines = starts.iter().zip(ends);
        let before = if lines.any(|(start, end)| (end - start) as usize > BLOCK) {
            before_blocks(bytes)
        } else {
            Vec::new()
        };
        Self { starts, before }
    }

    /// Line and column (characters) of a byte offset, both from 1. Offsets past the end give the end.
    pub fn line_column(&self, text: &str, offset: u32) -> (u32, u32) {
        let line = self
            .starts
            .partition_point(|&start| start <= offset)
            .saturating_sub(1);
        let bytes = text.as_bytes();
        let start = self.starts[line] as usize;
        let end = (offset as usize).min(text.len());
        let column = match bytes.get(start..end) {
            Some(line) if line.len() > BLOCK => {
                self.characters(bytes, end) - self.characters(bytes, start)
            }
            Some(line) => count(line),
            None => 0,
        };
        (line as u32 + 1, column + 1)
    }

    /// Characters before a byte offset.
    fn characters(&self, text: &[u8], offset: usize) -> u32 {
        let block = offset / BLOCK;
        let before = self.before.get(block).copied().unwrap_or_default();
        before + text.get(block * BLOCK..offset).map_or(0, count)
    }

    /// A span with its line and column.
    pub fn place(&self, text: &str, span: Span) -> Place {
        let (line, column) = self.line_column(text, span.start);
        Place { span, line, column }
    }

    /// Byte offset of a line and column as [`LineIndex::line_column`] counts them.
    pub fn offset(&self, text: &str, line: u32, column: u32) -> u32 {
        let Some(&start) = self.starts.get(line.saturating_sub(1) as usize) else {
            return text.len() as u32;
        };
        let rest = text.get(start as usize..).unwrap_or_default();
        let within = rest.char_indices().nth(column.saturating_sub(1) as usize);
        start + within.map_or(rest.len(), |(at, _)| at) as u32
    }
}

fn before_blocks(text: &[u8]) -> Vec<u32> {
    let mut characters = 0;
    let blocks = text.chunks(BLOCK).map(|block| {
        let before = characters;
        characters += count(block);
        before
    });
    blocks.collect()
}

/// The characters of UTF-8 text: its bytes but those that continue one.
fn count(bytes: &[u8]) -> u32 {
    let begins = |byte: &&u8| **byte & 0b1100_0000 != 0b1000_0000;
    bytes.iter().filter(begins).count() as u32
}

#[cfg(test)]
mod tests {
    use super::LineIndex;

    #[test]
    fn columns_count_characters() {
        let text = "ab\nçé<x\r\ny\rz";
        let lines = LineIndex::new(text);
        for (offset, want) in [
            (0, (1, 1)),
            (2, (1, 3)),
            (3, (2, 1)),
            (5, (2, 2)),
            (7, (2, 3)),
            (11, (3, 1)),
            (13, (4, 1)),
            (99, (4, 2)),
        ] {
            assert_eq!(lines.line_column(text, offset), want, "offset {offset}");
        }
        assert_eq!(lines.offset(text, 2, 3), 7);
        assert_eq!(lines.offset(text, 9, 1), text.len() as u32);
    }

    #[test]
    fn columns_of_long_lines_count_characters_too() {
        let text = format!("short\n{}", "aé€😀".repeat(4000));
        let lines = LineIndex::new(&text);
        let line = &text["short\n".len()..];
        for (before, (at, _)) in line.char_indices().enumerate().step_by(997) {
            let offset = ("short\n".len() + at) as u32;
            assert_eq!(lines.line_column(&text, offset), (2, before as u32 + 1));
        }
        let end = lines.line_column(&text, text.len() as u32);
        assert_eq!(end, (2, 16_001));
    }
}
