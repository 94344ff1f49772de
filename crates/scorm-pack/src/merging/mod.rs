//! Files with the same bytes as one file.
//!
//! A file can go where everything that leads to it is known and can be written anew: attributes of
//! pages and `url()` of style sheets. A name in a script, in data or in a text stays as it is, and so
//! does the file; so does one whose name can be put together from pieces. Pages, scripts and style
//! sheets are never merged: what they name depends on where they lie.

mod listed;
mod reference;

use std::collections::{BTreeMap, BTreeSet};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use scorm_package::files::{FileTable, file_path};
use scorm_package::manifest::resolve;
use scorm_package::xml::{Document, Span};
use scorm_package::{MANIFEST, Manifest};

use self::reference::Referring;
use crate::edits::Edit;
use crate::mentions::{self, Mention, Pieces};
use crate::names::Names;
use crate::texts::{self, CODE, OPAQUE, Part, TEXTS, is_of_type};
use crate::{Contents, Selection};

/// What is only looked at or listened to, whichever name it has.
const PASSIVE: &[&str] = &[
    "png", "jpg", "jpeg", "gif", "webp", "avif", "bmp", "ico", "mp3", "m4a", "ogg", "oga", "wav",
    "mp4", "m4v", "webm", "ogv", "woff", "woff2", "ttf", "otf", "eot", "pdf",
];
/// What needs no escape in any address, page or style sheet.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~');

/// A file that can go, since another one holds the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merge {
    /// The file that goes.
    pub gone: String,
    /// The one that is used in its place.
    pub kept: String,
}

/// What merging changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merging {
    /// The files that go.
    pub merges: Vec<Merge>,
    /// Edits of texts, by path; those of the manifest among them.
    pub edits: BTreeMap<String, Vec<Edit>>,
}

/// Which of the files that hold the `same` bytes can go. Manifest and document are those that will
/// be packed.
pub fn merging(
    manifest: &Manifest,
    document: &Document,
    table: &FileTable,
    selection: &Selection,
    same: &[Vec<String>],
    contents: &dyn Contents,
) -> Merging {
    let mut merging = Merging::default();
    let is_opaque = |path: &str| is_of_type(path, OPAQUE);
    let is_known = selection.unread.is_empty() && manifest.submanifests.is_empty();
    if !is_known || selection.files.iter().any(|file| is_opaque(&file.path)) {
        return merging;
    }
    let Some(uses) = Uses::of(table, selection, contents) else {
        return merging;
    };
    let named = listed::unmovable(manifest, document);
    let can_go = |path: &str| !named.contains(path) && uses.can_go(path);
    for files in same.iter().flat_map(|files| of_one_type(files)) {
        let kept = files.iter().find(|path| !can_go(path)).unwrap_or(&files[0]);
        for gone in files.iter().filter(|path| *path != kept && can_go(path)) {
            for (text, span) in &uses.references[*gone] {
                let edit = Edit::replace(*span, relative(text, kept));
                merging.edits.entry(text.clone()).or_default().push(edit);
            }
            merging.merges.push(Merge {
                gone: (*gone).to_owned(),
                kept: (*kept).to_owned(),
            });
        }
    }
    let listed = listed::edits(manifest, document, &merging.merges);
    if !listed.is_empty() {
        merging.edits.insert(MANIFEST.to_owned(), listed);
    }
    merging
}

/// Files that a server sends as one type, more than one of each.
fn of_one_type(files: &[String]) -> Vec<Vec<&str>> {
    let mut by_type: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for path in files.iter().filter(|path| is_of_type(path, PASSIVE)) {
        let extension = path.rsplit('.').next().unwrap_or_default();
        let files = by_type.entry(extension.to_ascii_lowercase()).or_default();
        files.push(path);
    }
    by_type.into_values().filter(|all| all.len() > 1).collect()
}

/// What leads to each file.
#[derive(Default)]
struct Uses {
    /// Places that can be written anew, by file: path and span of a text.
    references: BTreeMap<String, Vec<(String, Span)>>,
    /// Files that something else may lead to.
    fixed: BTreeSet<String>,
    pieces: Pieces,
}

impl Uses {
    /// None if a text cannot be read.
    fn of(table: &FileTable, selection: &Selection, contents: &dyn Contents) -> Option<Self> {
        let files = selection.files.iter().map(|file| file.path.clone());
        let paths: Vec<String> = files.collect();
        let names = Names::of(&paths);
        let mut uses = Self::default();
        for path in &paths {
            if path == MANIFEST || !is_of_type(path, TEXTS) {
                continue;
            }
            let entry = table.get(path)?;
            let reader = contents.open(entry).ok()?;
            let look = |part: &Part<'_>| uses.look(&paths, &names, path, part);
            texts::read(entry.size, reader, look).ok()?;
        }
        Some(uses)
    }

    fn look(&mut self, paths: &[String], names: &Names, text: &str, part: &Part<'_>) {
        let referring = part
            .written
            .and_then(|written| Referring::of(text, written));
        mentions::find(names, &part.plain, |mention| {
            let named = &names.named[mention.name];
            if mention.as_folder
                && let Some(folder) = named.folder
            {
                let below = names.below[folder].iter();
                self.fixed.extend(below.map(|at| paths[*at].clone()));
            }
            if !mention.as_file {
                return;
            }
            let meant = referring
                .as_ref()
                .and_then(|page| meant(text, page, &mention));
            if let Some((file, span)) = meant {
                let references = self.references.entry(file).or_default();
                references.push((text.to_owned(), span));
                return;
            }
            let files = named.files.iter().map(|at| &paths[*at]);
            let meant = files.filter(|file| mention.can_mean(text, file, None));
            self.fixed.extend(meant.cloned());
        });
        if is_of_type(text, CODE) {
            self.pieces.collect(&part.plain);
        }
    }

    fn can_go(&self, path: &str) -> bool {
        self.references.contains_key(path) && !self.fixed.contains(path) && !self.pieces.make(path)
    }
}

/// The one file that a mention means, and the span of its address.
fn meant(path: &str, text: &Referring<'_>, mention: &Mention<'_>) -> Option<(String, Span)> {
    let start = mention.place.start - mention.before.len();
    let address = text.whole_address(start..mention.place.end)?;
    let span = Span {
        start: u32::try_from(start).ok()?,
        end: u32::try_from(mention.place.end).ok()?,
    };
    let file = file_path(&resolve(path, address)).ok()?;
    Some((file, span))
}

/// The address of a file, as seen from a text.
fn relative(text: &str, file: &str) -> String {
    let from: Vec<&str> = text.split('/').collect();
    let to: Vec<&str> = file.split('/').collect();
    let folders = from.len().min(to.len()) - 1;
    let shared = (0..folders).take_while(|at| from[*at] == to[*at]).count();
    let escaped = |part: &&str| utf8_percent_encode(part, PLAIN).to_string();
    let down: Vec<String> = to[shared..].iter().map(escaped).collect();
    "../".repeat(from.len() - 1 - shared) + &down.join("/")
}

#[cfg(test)]
mod tests;
