//! Which files of a folder make up the package.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Read};

use scorm_package::files::{FileEntry, FileTable, file_path};
use scorm_package::manifest::resolve;
use scorm_package::xml::{Document, Vocabulary};
use scorm_package::{MANIFEST, Manifest};

use crate::leftover::{Leftover, leftover};
use crate::mentions::{self, Pieces};
use crate::names::Names;
use crate::texts::{self, CODE, OPAQUE, TEXTS, is_of_type};

/// Gives the bytes of files.
pub trait Contents {
    /// Opens a file of the table.
    fn open<'a>(&'a self, entry: &FileEntry) -> io::Result<Box<dyn Read + 'a>>;
}

/// Why a file is in the package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It is the manifest.
    Manifest,
    /// The manifest names it.
    Listed,
    /// A schema, which the manifest's namespaces need.
    Schema,
    /// This file mentions it.
    MentionedBy(String),
    /// This file puts names behind a folder above it.
    FolderUsedBy(String),
    /// Scripts can put its name together from pieces.
    Composed,
    /// A file may load it that cannot be looked into.
    PerhapsUsedBy(String),
    /// All files were asked for.
    Asked,
}

/// A file of the package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selected {
    /// Where it lies.
    pub path: String,
    /// Its bytes.
    pub size: u64,
    /// Why it is there.
    pub reason: Reason,
}

/// A file that stays out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Where it lies.
    pub path: String,
    /// Its bytes.
    pub size: u64,
    /// What kind of leftover it is; none for a file that nothing refers to.
    pub leftover: Option<Leftover>,
}

/// What is packed, and what is not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// The files of the package: the manifest, then the others by their paths' bytes.
    pub files: Vec<Selected>,
    /// The other files, in the order of their paths.
    pub left_out: Vec<LeftOut>,
    /// Which files each text mentions, folders included.
    pub uses: BTreeMap<String, BTreeSet<String>>,
    /// Texts that could not be read, with the reason.
    pub unread: Vec<(String, String)>,
}

/// Selects the files that the manifest names and that content reaches from there; with `all`, every
/// file that is not a leftover.
pub fn select(
    files: &FileTable,
    manifest: Option<&Manifest>,
    document: Option<&Document>,
    contents: &dyn Contents,
    all: bool,
) -> Selection {
    let entries: Vec<&FileEntry> = files.iter().collect();
    let paths: Vec<String> = entries.iter().map(|entry| entry.path.clone()).collect();
    let mut walk = Walk {
        leftovers: paths.iter().map(|path| leftover(path)).collect(),
        names: Names::of(&paths),
        reasons: vec![None; entries.len()],
        uses: BTreeMap::new(),
        pieces: Pieces::default(),
        unread: Vec::new(),
        open: Vec::new(),
        entries,
        paths,
    };
    for path in named_by_manifest(manifest, document) {
        for at in walk.meant(files, &path) {
            let reason = if path == MANIFEST {
                Reason::Manifest
            } else {
                Reason::Listed
            };
            walk.take(at, reason);
        }
    }
    for at in 0..walk.entries.len() {
        if is_of_type(&walk.paths[at], SCHEMAS) && walk.leftovers[at].is_none() {
            walk.take(at, Reason::Schema);
        } else if all && walk.leftovers[at].is_none() {
            walk.take(at, Reason::Asked);
        }
    }
    walk.follow(contents);
    walk.finish()
}

const SCHEMAS: &[&str] = &["xsd", "dtd", "ent"];

/// The manifest, and every file that it names.
fn named_by_manifest(manifest: Option<&Manifest>, document: Option<&Document>) -> Vec<String> {
    let mut named = vec![MANIFEST.to_owned()];
    let mut add = |url: &str| {
        let url = url.replace('\\', "/");
        named.extend(file_path(url.trim_start_matches('/')));
    };
    for resource in manifest
        .into_iter()
        .flat_map(|manifest| &manifest.resources)
    {
        resource.url().iter().for_each(|url| add(url));
        for file in &resource.files {
            add(&resource.file_url(file));
        }
    }
    for node in document.into_iter().flat_map(Document::elements) {
        if node.is(Vocabulary::Adlcp, "location") {
            let written = node.text();
            add(written.trim());
            // CAM: only the resource around it may move it elsewhere.
            let mut around = std::iter::successors(node.parent(), |node| node.parent());
            let resource = around.find(|node| node.is(Vocabulary::Imscp, "resource"));
            let base = resource.and_then(|one| one.attribute_of(Vocabulary::Xml, "base"));
            if let Some(base) = base {
                add(&resolve(base.value().trim(), written.trim()));
            }
        }
    }
    named
}

struct Walk<'a> {
    entries: Vec<&'a FileEntry>,
    paths: Vec<String>,
    leftovers: Vec<Option<Leftover>>,
    names: Names,
    reasons: Vec<Option<Reason>>,
    uses: BTreeMap<usize, BTreeSet<usize>>,
    pieces: Pieces,
    unread: Vec<(String, String)>,
    open: Vec<usize>,
}

impl Walk<'_> {
    /// The files that a path of the manifest means, in any letter case if none has it exactly.
    fn meant(&self, files: &FileTable, path: &str) -> Vec<usize> {
        let exact = files.get(path).map(|entry| entry.path.as_str());
        let loose = files.ignoring_case(path).map(|entry| entry.path.as_str());
        let wanted: Vec<&str> = match exact {
            Some(exact) => vec![exact],
            None => loose.collect(),
        };
        let find = |path: &&str| self.paths.iter().position(|known| known == path);
        wanted.iter().filter_map(find).collect()
    }

    fn take(&mut self, at: usize, reason: Reason) {
        if self.reasons[at].is_none() {
            self.reasons[at] = Some(reason);
            self.open.push(at);
        }
    }

    /// Reads every text that is in, until nothing new comes in.
    fn follow(&mut self, contents: &dyn Contents) {
        loop {
            while let Some(at) = self.open.pop() {
                self.look_into(at, contents);
            }
            for at in 0..self.paths.len() {
                let is_out = self.reasons[at].is_none() && self.leftovers[at].is_none();
                if is_out && self.pieces.make(&self.paths[at]) {
                    self.take(at, Reason::Composed);
                }
            }
            if self.open.is_empty() {
                return;
            }
        }
    }

    fn look_into(&mut self, at: usize, contents: &dyn Contents) {
        let path = self.paths[at].clone();
        if is_of_type(&path, OPAQUE) {
            for other in 0..self.paths.len() {
                if self.leftovers[other].is_none() {
                    self.take(other, Reason::PerhapsUsedBy(path.clone()));
                }
            }
            return;
        }
        // What the manifest names is known; its texts are titles.
        if path == MANIFEST || !is_of_type(&path, TEXTS) {
            return;
        }
        let mut found = Found {
            pieces: std::mem::take(&mut self.pieces),
            ..Found::default()
        };
        let read = contents.open(self.entries[at]).and_then(|reader| {
            texts::read(self.entries[at].size, reader, |part| {
                self.find_in(&path, &part.plain, &mut found);
            })
        });
        if let Err(error) = read {
            self.unread.push((path.clone(), error.to_string()));
        }
        self.pieces = found.pieces;
        let used: BTreeSet<usize> = found.files.union(&found.folders).copied().collect();
        for other in &found.files {
            self.take(*other, Reason::MentionedBy(path.clone()));
        }
        for other in &found.folders {
            self.take(*other, Reason::FolderUsedBy(path.clone()));
        }
        self.uses.insert(at, used);
    }

    fn find_in(&self, path: &str, text: &[u8], found: &mut Found) {
        mentions::find(&self.names, text, |mention| {
            let named = &self.names.named[mention.name];
            if mention.as_file {
                for other in &named.files {
                    let file = self.paths[*other].as_str();
                    if mention.can_mean(path, file, self.leftovers[*other]) {
                        found.files.insert(*other);
                    }
                }
            }
            if mention.as_folder
                && let Some(folder) = named.folder
                && found.seen_folders.insert(folder)
            {
                let below = self.names.below[folder].iter();
                let usable = below.filter(|other| self.leftovers[**other].is_none());
                found.folders.extend(usable.copied());
            }
        });
        if is_of_type(path, CODE) {
            found.pieces.collect(text);
        }
    }

    fn finish(self) -> Selection {
        let mut selection = Selection {
            unread: self.unread,
            ..Selection::default()
        };
        let paths = &self.paths;
        for (at, used) in self.uses {
            let used = used.into_iter().map(|other| paths[other].clone());
            selection.uses.insert(paths[at].clone(), used.collect());
        }
        let rows = self.reasons.into_iter().zip(self.leftovers);
        for ((at, entry), (reason, leftover)) in self.entries.iter().enumerate().zip(rows) {
            let (path, size) = (paths[at].clone(), entry.size);
            match reason {
                Some(reason) => selection.files.push(Selected { path, size, reason }),
                None => selection.left_out.push(LeftOut {
                    path,
                    size,
                    leftover,
                }),
            }
        }
        let order = |path: &str| (path != MANIFEST, path.to_owned());
        selection.files.sort_by_key(|file| order(&file.path));
        selection.left_out.sort_by(|a, b| a.path.cmp(&b.path));
        selection
    }
}

#[derive(Default)]
struct Found {
    files: BTreeSet<usize>,
    folders: BTreeSet<usize>,
    seen_folders: BTreeSet<usize>,
    /// Of all texts so far.
    pieces: Pieces,
}

#[cfg(test)]
pub(crate) mod tests;
