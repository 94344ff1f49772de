//! What a text mentions: names of files, folders that names are put behind, and pieces that names
//! are put together from.
//!
//! A packer that leaves out one file too many breaks a course, one that takes one too many costs
//! bytes. So this errs to one side: every name that stands in a text counts, wherever it stands.
//! No grammar is needed for that, every pass is linear, and nothing in a text can make it fail.

use std::collections::BTreeSet;
use std::ops::Range;

use scorm_package::files::file_path;
use scorm_package::manifest::resolve;

use crate::leftover::Leftover;
use crate::names::Names;

/// Pieces of names that are remembered; beyond that everything counts as mentioned.
const MOST_PIECES: usize = 400_000;
/// Bytes of the longest piece.
const LONGEST_PIECE: usize = 120;

/// What the texts read so far mention.
#[derive(Debug, Default)]
pub(crate) struct Pieces {
    /// What strings begin names with: `slide` of `"slide" + n + ".html"`.
    heads: BTreeSet<Vec<u8>>,
    /// What strings end names with: `.html` there.
    tails: BTreeSet<Vec<u8>>,
    /// Were there too many to remember?
    pub(crate) too_many: bool,
}

impl Pieces {
    /// Can the name be put together from pieces?
    pub(crate) fn make(&self, path: &str) -> bool {
        if self.too_many {
            return true;
        }
        let name = path.rsplit('/').next().unwrap_or_default().to_lowercase();
        let name = name.as_bytes();
        let Some(dot) = name.iter().rposition(|byte| *byte == b'.') else {
            return false;
        };
        // The longest tail first leaves the most to the head; any tail with the ending will do.
        let tail = (0..=dot).rev().find(|at| self.tails.contains(&name[*at..]));
        let Some(tail) = tail else {
            return false;
        };
        // `n + ".html"` makes `7.html`.
        if tail > 0 && name[..tail].iter().all(u8::is_ascii_digit) {
            return true;
        }
        (1..=tail).any(|end| self.heads.contains(&name[..end]))
    }

    fn add(&mut self, piece: &[u8], is_head: bool) {
        if piece.is_empty() || piece.len() > LONGEST_PIECE {
            return;
        }
        if self.heads.len() + self.tails.len() > MOST_PIECES {
            self.too_many = true;
            return;
        }
        let set = if is_head {
            &mut self.heads
        } else {
            &mut self.tails
        };
        if !set.contains(piece) {
            set.insert(piece.to_ascii_lowercase());
        }
    }

    /// Collects the pieces of a text: what stands between a quote (or slash) and the end of its
    /// string, or a placeholder in it, and what follows one.
    pub(crate) fn collect(&mut self, text: &[u8]) {
        let mut start = 0;
        for (at, byte) in text.iter().enumerate() {
            if is_of_name(*byte) {
                continue;
            }
            let run = &text[start..at];
            let before = start.checked_sub(1).map_or(b'\n', |before| text[before]);
            let ends = matches!(byte, b'"' | b'\'' | b'`' | b'{' | b'%' | b'<' | b'[')
                || *byte == b'$' && text.get(at + 1) == Some(&b'{');
            if ends && matches!(before, b'"' | b'\'' | b'`' | b'/' | b'\\' | b'>') {
                self.add(run, true);
            }
            if matches!(before, b'"' | b'\'' | b'`' | b'}' | b'>' | b']') && run.contains(&b'.') {
                self.add(run, false);
            }
            start = at + 1;
        }
    }
}

/// May the byte stand in the middle of a plain file name?
fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'~') || byte >= 0x80
}

/// One name in a text.
#[derive(Debug)]
pub(crate) struct Mention<'t> {
    /// Which name, by its number in [`Names`].
    pub(crate) name: usize,
    /// Where the name begins and ends.
    pub(crate) place: Range<usize>,
    /// The path before it as written, with its slash; empty if there is none.
    pub(crate) before: &'t [u8],
    /// Is something put behind it as behind a folder?
    pub(crate) as_folder: bool,
    /// Does the name end here, so that it can be a file's?
    pub(crate) as_file: bool,
}

impl Mention<'_> {
    /// Can it mean that file, in this text? The folder written before it must be the file's. Of
    /// files that are hardly content the whole path is asked for.
    pub(crate) fn can_mean(&self, text: &str, path: &str, leftover: Option<Leftover>) -> bool {
        let before = String::from_utf8_lossy(self.before);
        let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
        if let Some(leftover) = leftover {
            let written = resolve(text, &format!("{before}{name}"));
            return leftover.may_be_used()
                && file_path(&written).is_ok_and(|meant| meant.eq_ignore_ascii_case(path));
        }
        let Some(written) = before.trim_end_matches('/').rsplit('/').next() else {
            return true;
        };
        if matches!(written, "" | "." | "..") {
            return true;
        }
        let decoded = percent_encoding::percent_decode_str(written).decode_utf8_lossy();
        let written = decoded.to_lowercase();
        let parent = folders
            .rsplit('/')
            .next()
            .unwrap_or_default()
            .to_lowercase();
        // Words of a sentence may stand before the folder.
        written == parent || !parent.is_empty() && written.ends_with(&format!(" {parent}"))
    }
}

/// Finds all names in a text.
pub(crate) fn find<'t>(names: &Names, text: &'t [u8], mut found: impl FnMut(Mention<'t>)) {
    let Some(search) = &names.search else { return };
    for hit in search.find_overlapping_iter(text) {
        let (start, end) = (hit.start(), hit.end());
        if !begins(text, start) {
            continue;
        }
        let next = text.get(end).copied().unwrap_or(b'\n');
        let before = written_before(text, start);
        let is_quote = |byte: Option<&u8>| matches!(byte, Some(b'"' | b'\'' | b'`'));
        let as_folder = if next == b'/' || next == b'\\' {
            let behind = text.get(end + 1);
            is_quote(behind) || matches!(behind, Some(b'$' | b'{' | b'%' | b'<' | b'[' | b')'))
        } else {
            let opened = start.checked_sub(before.len() + 1);
            is_quote(Some(&next)) && is_quote(opened.map(|at| &text[at]))
        };
        let as_file = !(next.is_ascii_alphanumeric() || matches!(next, b'_' | b'-'));
        if as_folder || as_file {
            found(Mention {
                name: hit.pattern().as_usize(),
                place: start..end,
                before,
                as_folder,
                as_file,
            });
        }
    }
}

/// Does a name begin here, and is not the end of a longer one?
fn begins(text: &[u8], start: usize) -> bool {
    let Some(before) = start.checked_sub(1) else {
        return true;
    };
    if !is_of_name(text[before]) {
        return true;
    }
    // `%2Flogo.png`, `\nlogo.png`
    let escaped = before.checked_sub(2).is_some_and(|at| {
        text[at] == b'%' && text[at + 1..=before].iter().all(u8::is_ascii_hexdigit)
    });
    let in_string = text[before].is_ascii_alphabetic()
        && before.checked_sub(1).is_some_and(|at| text[at] == b'\\');
    escaped || in_string
}

/// The path before a name, as far as it is written beside it.
fn written_before(text: &[u8], start: usize) -> &[u8] {
    const LONGEST: usize = 1024;
    let is_path =
        |byte: u8| is_of_name(byte) || matches!(byte, b'/' | b'%' | b'+' | b'@' | b'!' | b' ');
    if start == 0 || text[start - 1] != b'/' {
        return &[];
    }
    let first = start.saturating_sub(LONGEST);
    let stretch = &text[first..start];
    let begin = stretch.iter().rposition(|byte| !is_path(*byte));
    &stretch[begin.map_or(0, |at| at + 1)..]
}

#[cfg(test)]
mod tests {
    use super::Pieces;

    #[test]
    fn names_are_put_together_from_pieces_of_strings() {
        let mut pieces = Pieces::default();
        pieces
            .collect(b"load('pages/slide' + n + '.html'); s = `img/pic-${n}.PNG`; k = \"intro\";");
        pieces.collect(b"play(key + '.mp3')\n");
        for (path, want) in [
            ("pages/slide12.html", true),
            ("pages/other.html", false),
            ("pages/7.html", true),
            ("img/pic-3.png", true),
            ("img/logo.png", false),
            ("intro.mp3", true),
            ("outro.mp3", false),
            ("slide", false),
        ] {
            assert_eq!(pieces.make(path), want, "{path}");
        }
    }
}
