//! Smaller files that are the same: every pixel, every rule, every value.
//!
//! PNG pictures are recompressed, JSON, style sheets and SVG lose what nobody reads. Minifiers that
//! restructure (merge rules, round numbers) gain little over that once a zip has deflated the result,
//! and may be wrong; so texts are shortened by their grammar's blanks and comments alone, and each
//! result is compared with its source before it is taken. Pages and scripts are left as they are:
//! their blanks can be seen. So is JPEG: no maintained crate recodes it without loss.

mod css;
mod duplicates;
mod json;
mod png;
mod spool;
mod svg;

use std::collections::{BTreeMap, HashSet};
use std::io;

use rayon::prelude::*;
use scorm_pack::Merge;

pub use duplicates::Duplicates;
pub(crate) use duplicates::find as duplicates;
pub use png::same_picture;
pub(crate) use spool::Spool;

/// Larger files are left alone.
const LARGEST: u64 = 32 << 20;
/// Bytes of files that are worked on at once.
const AT_ONCE: u64 = 8 << 20;

/// The kinds of files that are made smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// PNG pictures.
    Png,
    /// Vector pictures.
    Svg,
    /// Style sheets.
    Css,
    /// Data.
    Json,
}

impl Kind {
    fn of(path: &str) -> Option<Self> {
        let extension = path.rsplit_once('.')?.1.to_ascii_lowercase();
        match extension.as_str() {
            "png" => Some(Self::Png),
            "svg" => Some(Self::Svg),
            "css" => Some(Self::Css),
            "json" | "webmanifest" => Some(Self::Json),
            _ => None,
        }
    }

    /// Its name in answers.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Svg => "svg",
            Self::Css => "css",
            Self::Json => "json",
        }
    }

    /// The smaller form; none if there is none, or if it is not certain to be the same.
    fn smaller(self, bytes: &[u8]) -> Option<Vec<u8>> {
        let text = || std::str::from_utf8(bytes).ok();
        let new = match self {
            Self::Png => png::smaller(bytes)?,
            Self::Svg => svg::smaller(text()?)?.into_bytes(),
            Self::Css => css::smaller(text()?)?.into_bytes(),
            Self::Json => json::smaller(text()?)?.into_bytes(),
        };
        (new.len() < bytes.len()).then_some(new)
    }
}

/// What became of the files of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Saved {
    /// Files of the kind.
    pub files: usize,
    /// Those that became smaller.
    pub smaller: usize,
    /// Bytes of all of them before.
    pub before: u64,
    /// Bytes afterwards.
    pub after: u64,
}

/// What optimizing came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Optimized {
    /// By kind of file.
    pub saved: BTreeMap<Kind, Saved>,
    /// Fonts that browsers take smaller, as WOFF2: path and bytes.
    pub fonts: Vec<(String, u64)>,
    /// Files that go, since others hold the same.
    pub merged: Vec<Merge>,
    /// Files with the same bytes that stay.
    pub duplicates: Vec<Duplicates>,
}

impl Optimized {
    /// Tells of files with the same bytes, and which of them go.
    pub(crate) fn merged(&mut self, mut same: Vec<Duplicates>, merged: Vec<Merge>) {
        let gone: HashSet<&str> = merged.iter().map(|one| one.gone.as_str()).collect();
        for one in &mut same {
            one.paths.retain(|path| !gone.contains(path.as_str()));
        }
        same.retain(|one| one.paths.len() > 1);
        self.duplicates = same;
        self.merged = merged;
    }
}

/// Makes the files smaller that `read` gives, and keeps the results in the spool.
pub(crate) fn optimize(
    files: &[(String, u64)],
    read: &(dyn Fn(&str) -> io::Result<Vec<u8>> + Sync),
    spool: &mut Spool,
    mut done: impl FnMut() -> io::Result<()>,
) -> io::Result<Optimized> {
    let mut optimized = Optimized::default();
    let wanted: Vec<(&str, u64, Kind)> = files
        .iter()
        .filter(|(_, size)| *size <= LARGEST)
        .filter_map(|(path, size)| Some((path.as_str(), *size, Kind::of(path)?)))
        .collect();
    let mut rest = wanted.as_slice();
    while !rest.is_empty() {
        let mut bytes = 0;
        let fits = rest.iter().take_while(|(_, size, _)| {
            let is_first = bytes == 0;
            bytes += size;
            is_first || bytes <= AT_ONCE
        });
        let (batch, behind) = rest.split_at(fits.count().max(1));
        let results: Vec<io::Result<Option<Vec<u8>>>> = batch
            .par_iter()
            .map(|(path, _, kind)| Ok(kind.smaller(&read(path)?)))
            .collect();
        for ((path, size, kind), result) in batch.iter().zip(results) {
            let new = result?;
            let saved = optimized.saved.entry(*kind).or_default();
            saved.files += 1;
            saved.before += size;
            saved.after += new.as_ref().map_or(*size, |new| new.len() as u64);
            if let Some(new) = new {
                saved.smaller += 1;
                spool.keep(path, &new)?;
            }
        }
        rest = behind;
        done()?;
    }
    let is_font = |path: &str| {
        let extension = path.rsplit_once('.').map(|(_, extension)| extension);
        let extension = extension.unwrap_or_default().to_ascii_lowercase();
        matches!(extension.as_str(), "ttf" | "otf" | "woff" | "eot")
    };
    let fonts = files.iter().filter(|(path, _)| is_font(path));
    optimized.fonts = fonts.cloned().collect();
    Ok(optimized)
}
