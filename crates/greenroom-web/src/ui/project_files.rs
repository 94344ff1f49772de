//! The files of a project that pages follow: view definitions and Lua code.
//!
//! A look compares contents, not times: editors rename, touch and rewrite as they like.

use std::collections::BTreeMap;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use greenroom_lua::limits::{LUA_FILE_BYTES, VIEWDEF_BYTES};
use greenroom_lua::viewdef::{InvalidViewdef, Warning, check};
use greenroom_lua::viewdef::{Source, ViewdefChange, ViewdefKey, ViewdefStore};
use greenroom_os::beneath::{Access, Folder};

use super::upload;

/// So much of the style sheet is compared.
const STYLE_BYTES: u64 = 4 << 20;
/// Folders in folders that are looked into.
const DEEPEST: usize = 16;

/// What was read at the last look.
#[derive(Debug, Default)]
pub(super) struct ProjectFiles {
    viewdefs: BTreeMap<ViewdefKey, String>,
    lua: BTreeMap<PathBuf, Vec<u8>>,
    /// `app.css`, empty when there is no such file.
    style: Vec<u8>,
    /// Whether there was a look before: what the first one finds is not a change.
    looked: bool,
}

/// What a look found.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) viewdefs: Vec<ViewdefChange>,
    pub(super) lua: Vec<PathBuf>,
    /// The style sheet of the project is another one.
    pub(super) style: bool,
    /// What cannot be used, for the log and the human.
    pub(super) problems: Vec<(String, String)>,
    pub(super) warnings: Vec<(ViewdefKey, Vec<Warning>)>,
}

impl ProjectFiles {
    /// Reads all, brings the store up to date, and says what differs from the last look.
    pub(super) fn look(&mut self, base_dir: &Path, store: &ViewdefStore) -> Found {
        let mut found = Found::default();
        let Ok(root) = Folder::open(base_dir) else {
            return found;
        };
        self.look_at_viewdefs(&root, store, &mut found);
        self.look_at_lua(&root, &mut found);
        let style = read(&root, &root.root().join("html/app.css"), STYLE_BYTES);
        let style = style.unwrap_or_default();
        found.style = self.looked && self.style != style;
        (self.style, self.looked) = (style, true);
        found
    }

    /// Adds code to `lua/main.lua`, which the sessions that run need not run again.
    pub(super) fn add_to_main(&mut self, base_dir: &Path, code: &str) -> io::Result<PathBuf> {
        let root = Folder::open(base_dir)?;
        let path = root.root().join("lua/main.lua");
        let before = match std::fs::symlink_metadata(&path) {
            Ok(_) => read(&root, &path, LUA_FILE_BYTES).ok_or(io::ErrorKind::PermissionDenied)?,
            Err(_) => Vec::new(),
        };
        let text = main_with(&String::from_utf8_lossy(&before), code);
        if text.len() as u64 > LUA_FILE_BYTES {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let beside = upload::write_beside(&path, &text)?;
        std::fs::rename(beside, &path)?;
        self.lua.insert(path.clone(), text.into_bytes());
        Ok(path)
    }

    /// This text is in the store, or older than what is there.
    pub(super) fn know_viewdef(&mut self, key: ViewdefKey, text: String) {
        self.viewdefs.insert(key, text);
    }

    fn look_at_viewdefs(&mut self, root: &Folder, store: &ViewdefStore, found: &mut Found) {
        let mut present = BTreeMap::new();
        for path in files_in(root.root(), &root.root().join("viewdefs"), 1, found) {
            let name = path.file_name().and_then(|name| name.to_str());
            let Some(key) = name.and_then(ViewdefKey::of_file_name) else {
                continue;
            };
            // One byte more than fits, so that a text that is too long is told of.
            let bytes = read(root, &path, VIEWDEF_BYTES as u64 + 1);
            if let Some(text) = bytes.and_then(|bytes| String::from_utf8(bytes).ok()) {
                present.insert(key, text);
            }
        }
        for (key, text) in &present {
            if self.viewdefs.get(key) != Some(text) {
                take_viewdef(key, text, store, found);
            }
        }
        let gone = self
            .viewdefs
            .keys()
            .filter(|key| !present.contains_key(key));
        found
            .viewdefs
            .extend(gone.filter_map(|key| store.remove(key)));
        self.viewdefs = present;
    }

    fn look_at_lua(&mut self, root: &Folder, found: &mut Found) {
        let mut present = BTreeMap::new();
        for path in files_in(root.root(), &root.root().join("lua"), DEEPEST, found) {
            if path.extension().is_some_and(|extension| extension == "lua")
                && let Some(bytes) = read(root, &path, LUA_FILE_BYTES)
            {
                if self.lua.get(&path).is_some_and(|known| *known != bytes) {
                    found.lua.push(path.clone());
                }
                present.insert(path, bytes);
            }
        }
        // A file that is written anew may be missing for a moment: it keeps what it had.
        for (path, bytes) in std::mem::take(&mut self.lua) {
            present.entry(path).or_insert(bytes);
        }
        self.lua = present;
    }
}

/// The text of `main.lua` with a chunk more. Each chunk is a block of its own, as it was when it ran:
/// its locals end with it, and its `return` ends nothing but itself.
fn main_with(before: &str, code: &str) -> String {
    let code = code.trim_end();
    let block = if code.contains("return") {
        format!(";(function()\n{code}\nend)()\n")
    } else {
        format!("do\n{code}\nend\n")
    };
    if before.contains(&block) {
        return before.to_owned();
    }
    let gap = match before {
        "" => "",
        before if before.ends_with('\n') => "\n",
        _ => "\n\n",
    };
    format!("{before}{gap}{block}")
}

/// What a regular file of the project holds, at most so much of it.
fn read(root: &Folder, path: &Path, most: u64) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = root.file(path, Access::Read).ok()?;
    file.take(most).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

fn take_viewdef(key: &ViewdefKey, text: &str, store: &ViewdefStore, found: &mut Found) {
    if text.len() > VIEWDEF_BYTES {
        let problem = format!("a view definition is limited to {VIEWDEF_BYTES} bytes");
        found.problems.push((format!("viewdef {key}"), problem));
        return;
    }
    match check(key, text) {
        Ok((html, warnings)) => {
            if !warnings.is_empty() {
                found.warnings.push((key.clone(), warnings));
            }
            // An upload that was written to its file is in the store already.
            if store.get(key).is_some_and(|stored| stored.html == html) {
                return;
            }
            match store.put(key.clone(), html, Source::File) {
                Ok(change) => found.viewdefs.push(change),
                Err(limit) => {
                    let place = format!("viewdef {key}");
                    found.problems.push((place, limit.to_string()));
                }
            }
        }
        Err(invalid) => found.problems.push(problem(key, &invalid)),
    }
}

fn problem(key: &ViewdefKey, invalid: &InvalidViewdef) -> (String, String) {
    (format!("viewdef {key}"), invalid.to_string())
}

/// Regular files below a folder, with their real places. Links that lead out are left alone.
fn files_in(root: &Path, folder: &Path, depth: usize, found: &mut Found) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let Ok(entries) = std::fs::read_dir(folder) else {
        return files;
    };
    for entry in entries.flatten() {
        let hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        let Ok(real) = entry.path().canonicalize() else {
            continue;
        };
        if hidden {
            continue;
        }
        if !real.starts_with(root) {
            let place = entry.path().display().to_string();
            let text = "the link leads out of base_dir and is ignored".to_owned();
            found.problems.push((place, text));
        } else if real.is_file() {
            files.push(real);
        } else if real.is_dir() && depth > 1 {
            files.extend(files_in(root, &entry.path(), depth - 1, found));
        }
    }
    files.sort();
    files
}
