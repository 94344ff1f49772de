//! Files with the same bytes.

use std::collections::BTreeMap;
use std::io;

use sha2::{Digest, Sha256};

/// Smaller files are not worth a line.
const LEAST: u64 = 1024;
/// Larger ones are not read whole for this.
const MOST: u64 = 64 << 20;

/// Files that hold the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duplicates {
    /// Bytes of each.
    pub bytes: u64,
    /// Where they lie.
    pub paths: Vec<String>,
}

/// Finds them, those that cost most first.
pub(crate) fn find(
    files: &[(String, u64)],
    read: &(dyn Fn(&str) -> io::Result<Vec<u8>> + Sync),
) -> io::Result<Vec<Duplicates>> {
    let mut by_size: BTreeMap<u64, Vec<&str>> = BTreeMap::new();
    for (path, size) in files {
        if (LEAST..=MOST).contains(size) {
            by_size.entry(*size).or_default().push(path);
        }
    }
    let mut found = Vec::new();
    for (bytes, paths) in by_size.into_iter().filter(|(_, paths)| paths.len() > 1) {
        let mut by_content: BTreeMap<Vec<u8>, Vec<String>> = BTreeMap::new();
        for path in paths {
            let digest = Sha256::digest(read(path)?).to_vec();
            by_content.entry(digest).or_default().push(path.to_owned());
        }
        let same = by_content.into_values().filter(|paths| paths.len() > 1);
        found.extend(same.map(|paths| Duplicates { bytes, paths }));
    }
    found.sort_by(|a, b| {
        let cost = |one: &Duplicates| one.bytes * (one.paths.len() as u64 - 1);
        cost(b).cmp(&cost(a)).then_with(|| a.paths.cmp(&b.paths))
    });
    Ok(found)
}
