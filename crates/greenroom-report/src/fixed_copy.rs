//! Fixes on a copy: the source is never touched.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use greenroom_store::SourcePackage;
use scorm_lint::{Files, Fix};

/// Writes the files of a package below the folder `into`, some of them changed.
pub fn write(
    package: &SourcePackage,
    changed: &BTreeMap<String, Vec<u8>>,
    into: &Path,
) -> io::Result<()> {
    fs::create_dir_all(into)?;
    for entry in package.package().files.iter() {
        let target = into.join(&entry.path);
        if let Some(folder) = target.parent() {
            fs::create_dir_all(folder)?;
        }
        if let Some(bytes) = changed.get(&entry.path) {
            fs::write(&target, bytes)?;
        } else {
            let bytes = package
                .read_file(entry, u64::MAX)
                .map_err(io::Error::other)?;
            fs::write(&target, bytes)?;
        }
    }
    Ok(())
}

/// Makes the folder `name` in `directory`, or `name-2` and so on if it is there already.
pub fn new_folder(directory: &Path, name: &str) -> io::Result<PathBuf> {
    fs::create_dir_all(directory)?;
    let mut number = 1;
    loop {
        let folder = match number {
            1 => directory.join(name),
            _ => directory.join(format!("{name}-{number}")),
        };
        match fs::create_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            made => return made.map(|()| folder),
        }
    }
}

/// What one fix would change, as a unified diff; none if its file is not UTF-8.
pub fn diff_of(files: &dyn Files, fix: &Fix) -> Option<String> {
    let mut changed: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    let mut edits: Vec<_> = fix.edits.iter().collect();
    // From the back, so that earlier places stay where they are.
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.span.start));
    for edit in edits {
        let text = match changed.remove(&edit.file) {
            Some(bytes) => String::from_utf8(bytes).ok()?,
            None => String::from_utf8(files.read(&edit.file)?.into_owned()).ok()?,
        };
        // Spans count from behind a byte order mark.
        let mark = if text.starts_with('\u{feff}') { 3 } else { 0 };
        let (start, end) = (
            edit.span.start as usize + mark,
            edit.span.end as usize + mark,
        );
        let new = [text.get(..start)?, &edit.new_text, text.get(end..)?].concat();
        changed.insert(edit.file.clone(), new.into_bytes());
    }
    Some(scorm_lint::unified_diff(files, &changed))
}
