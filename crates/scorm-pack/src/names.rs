//! The names of a package as content may write them, to be looked for all at once.

use std::collections::BTreeMap;

use aho_corasick::{AhoCorasick, MatchKind};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// What `encodeURIComponent` escapes.
const IN_COMPONENTS: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'!')
    .remove(b'~')
    .remove(b'*')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')');
/// What `encodeURI` escapes.
const IN_URLS: &AsciiSet = &IN_COMPONENTS
    .remove(b'&')
    .remove(b'+')
    .remove(b',')
    .remove(b'=')
    .remove(b'@')
    .remove(b'$')
    .remove(b';');

/// What one name stands for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Named {
    /// Files of that name, in whichever folder.
    pub(crate) files: Vec<usize>,
    /// Are there folders of that name?
    pub(crate) folder: Option<usize>,
}

/// All names of files and folders.
#[derive(Debug)]
pub(crate) struct Names {
    pub(crate) search: Option<AhoCorasick>,
    /// By pattern of the search.
    pub(crate) named: Vec<Named>,
    /// The files below all folders of one name.
    pub(crate) below: Vec<Vec<usize>>,
}

impl Names {
    pub(crate) fn of(paths: &[String]) -> Self {
        let mut by_name: BTreeMap<String, Named> = BTreeMap::new();
        let mut folders: BTreeMap<String, usize> = BTreeMap::new();
        let mut below: Vec<Vec<usize>> = Vec::new();
        for (at, path) in paths.iter().enumerate() {
            let mut parts: Vec<&str> = path.split('/').collect();
            let name = parts.pop().unwrap_or_default();
            by_name
                .entry(name.to_lowercase())
                .or_default()
                .files
                .push(at);
            for part in parts {
                let folded = part.to_lowercase();
                let number = *folders.entry(folded.clone()).or_insert_with(|| {
                    below.push(Vec::new());
                    below.len() - 1
                });
                by_name.entry(folded).or_default().folder = Some(number);
                if below[number].last() != Some(&at) {
                    below[number].push(at);
                }
            }
        }
        let mut patterns: BTreeMap<Vec<u8>, Named> = BTreeMap::new();
        for (name, named) in by_name {
            for spelling in spellings(&name) {
                let known = patterns.entry(spelling.into_bytes()).or_default();
                known.files.extend(&named.files);
                known.folder = known.folder.or(named.folder);
            }
        }
        let search = AhoCorasick::builder()
            .match_kind(MatchKind::Standard)
            .ascii_case_insensitive(true)
            .build(patterns.keys());
        Self {
            search: search.ok(),
            named: patterns.into_values().collect(),
            below,
        }
    }
}

/// A name as it stands in texts: plain, escaped as in addresses, in strings of scripts, in markup.
fn spellings(name: &str) -> Vec<String> {
    let mut spellings = vec![name.to_owned()];
    let mut add = |other: String| {
        if !spellings.contains(&other) {
            spellings.push(other);
        }
    };
    add(utf8_percent_encode(name, IN_URLS).to_string());
    add(utf8_percent_encode(name, IN_COMPONENTS).to_string());
    add(name.replace(' ', "%20"));
    add(name.replace('&', "&amp;"));
    let in_script = name.encode_utf16().map(|unit| {
        let ascii = char::from_u32(u32::from(unit)).filter(char::is_ascii);
        ascii.map_or_else(|| format!("\\u{unit:04x}"), String::from)
    });
    add(in_script.collect());
    spellings
}
