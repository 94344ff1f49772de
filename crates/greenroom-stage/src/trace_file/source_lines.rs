//! The lines of a course's scripts around the places that its calls were made at.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::Path;

use greenroom_store::{Session, SourcePackage};
use greenroom_web::stage::CallFrame;
use greenroom_web::workbench::journals::{SourceLines, SourcePlace};
use scorm_package::Limits;

use super::mask::Names;
use crate::{Fault, StageError};

/// Lines before and after the one that calls.
const AROUND: u32 = 1;
/// What is shown of a line; scripts that were made small are one long line.
const WIDTH: usize = 160;
/// What is read of a file. Places beyond it have no lines.
const MOST_BYTES: u64 = 8 << 20;
/// Places whose lines a trace takes along, those that were met first.
const MOST_SITES: usize = 400;

/// The lines around a place in the course of an open session. Blocks on the disk.
pub(super) fn read(session: &Session, place: &SourcePlace) -> Result<SourceLines, StageError> {
    let package = session.package();
    let package = package
        .ok_or_else(|| StageError::new(Fault::InvalidParams, "the session has no course"))?;
    let file = package.open_file(&address(&place.file))?;
    let missing = || {
        let message = format!("{} has no line {}", place.file, place.line);
        StageError::new(Fault::InvalidParams, message)
    };
    let text = text_of(file.file).ok_or_else(missing)?;
    let lines = around(&text, place.line, place.column).ok_or_else(missing)?;
    let edited = package.path().is_dir();
    let path = edited.then(|| package.path().join(&file.path).display().to_string());
    Ok(SourceLines { path, ..lines })
}

/// The lines around a place in a package that another process plays. Blocks on the disk.
pub(super) fn read_from(package: &Path, place: SourcePlace) -> Result<SourceLines, StageError> {
    let (file, line) = (place.file.clone(), place.line);
    let sites = CallSites(BTreeSet::from([place]));
    let found = sites.lines(package, &Names::default()).into_values().next();
    let lines = found.ok_or_else(|| {
        let message = format!("{file} has no line {line}");
        StageError::new(Fault::InvalidParams, message)
    })?;
    let path = package
        .is_dir()
        .then(|| package.join(&file).display().to_string());
    Ok(SourceLines { path, ..lines })
}

/// The places that a journal names.
#[derive(Debug, Default)]
pub(super) struct CallSites(BTreeSet<SourcePlace>);

impl CallSites {
    pub(super) fn add(&mut self, frames: Vec<CallFrame>) {
        for frame in frames {
            if self.0.len() == MOST_SITES {
                return;
            }
            let place = SourcePlace {
                file: frame.file,
                line: frame.line,
                column: frame.column,
            };
            self.0.insert(place);
        }
    }

    /// Their lines by `file:line:column`, as far as the package is still where it was.
    pub(super) fn lines(self, package: &Path, names: &Names) -> BTreeMap<String, SourceLines> {
        let mut found = BTreeMap::new();
        if self.0.is_empty() {
            return found;
        }
        let Ok(package) = SourcePackage::inspect(package, &Limits::default()) else {
            return found;
        };
        let all: Vec<SourcePlace> = self.0.into_iter().collect();
        for places in all.chunk_by(|one, other| one.file == other.file) {
            let file = places.first().map_or("", |place| place.file.as_str());
            let Some(entry) = package.package().files.get(file) else {
                continue;
            };
            let Ok(bytes) = package.read_file(entry, MOST_BYTES) else {
                continue;
            };
            let text = String::from_utf8_lossy(&bytes);
            for SourcePlace { file, line, column } in places {
                if let Some(mut lines) = around(&text, *line, *column) {
                    for text in &mut lines.lines {
                        *text = names.hide(text);
                    }
                    let file = names.hide(file);
                    found.insert(format!("{file}:{line}:{column}"), lines);
                }
            }
        }
        found
    }
}

/// A path as part of an address.
fn address(path: &str) -> String {
    path.replace('%', "%25")
        .replace('?', "%3F")
        .replace('#', "%23")
}

fn text_of(file: impl Read) -> Option<String> {
    let mut bytes = Vec::new();
    file.take(MOST_BYTES).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// The line with those around it; nothing if there is no such line.
fn around(text: &str, line: u32, column: u32) -> Option<SourceLines> {
    let first = line.saturating_sub(AROUND).max(1);
    let wanted = line.checked_sub(first)? as usize;
    let all = text.lines().skip(first as usize - 1);
    let lines: Vec<String> = all
        .take(wanted + 1 + AROUND as usize)
        .enumerate()
        .map(|(index, text)| shown(text, if index == wanted { column as usize } else { 1 }))
        .collect();
    (lines.len() > wanted).then_some(SourceLines {
        first,
        lines,
        path: None,
    })
}

/// A line, or the part of a long one that the column is in.
fn shown(line: &str, column: usize) -> String {
    let length = line.chars().count();
    if length <= WIDTH {
        return line.to_owned();
    }
    let begin = column.saturating_sub(WIDTH / 3).min(length - WIDTH);
    let part: String = line.chars().skip(begin).take(WIDTH).collect();
    let (before, after) = (begin > 0, begin + WIDTH < length);
    let mark = |is: bool| if is { "…" } else { "" };
    format!("{}{part}{}", mark(before), mark(after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_stands_between_its_neighbours() {
        let text = "one\r\ntwo\nthree\nfour";
        let lines = |line| around(text, line, 1).map(|it| (it.first, it.lines.join("|")));
        assert_eq!(lines(1), Some((1, "one|two".to_owned())));
        assert_eq!(lines(2), Some((1, "one|two|three".to_owned())));
        assert_eq!(lines(4), Some((3, "three|four".to_owned())));
        assert_eq!(lines(5), None);
        assert_eq!(lines(0), None);
        assert_eq!(lines(u32::MAX), None);
    }

    #[test]
    fn of_a_long_line_the_part_around_the_call_is_shown() {
        let line = format!("{}HERE{}", "ä".repeat(5000), "b".repeat(5000));
        let cut = |column| around(&line, 1, column).unwrap().lines.remove(0);
        let middle = cut(5001);
        assert!(middle.contains("ääHEREbb") && middle.starts_with('…') && middle.ends_with('…'));
        assert_eq!(middle.chars().count(), WIDTH + 2);
        assert!(cut(1).starts_with('ä'));
        assert!(cut(u32::MAX).ends_with('b'));
    }

    #[test]
    fn the_lines_of_a_package_are_read_where_it_lies() {
        let course =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/courses/tea-tasting");
        let place = |file: &str, line| SourcePlace {
            file: file.to_owned(),
            line,
            column: 1,
        };
        let lines = read_from(&course, place("imsmanifest.xml", 2)).unwrap();
        assert_eq!((lines.first, lines.lines.len()), (1, 3));
        assert!(lines.path.unwrap().ends_with("tea-tasting/imsmanifest.xml"));
        for (file, line) in [
            ("imsmanifest.xml", 100_000),
            ("../tea-tasting/imsmanifest.xml", 2),
        ] {
            assert!(read_from(&course, place(file, line)).is_err(), "{file}");
        }
    }

    #[test]
    fn names_of_files_are_no_addresses() {
        assert_eq!(address("a?b#c%20d.js"), "a%3Fb%23c%2520d.js");
    }
}
