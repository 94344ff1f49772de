//! Analyses remembered by content.
//!
//! An entry counts for the same path and settings as long as names, sizes and times of all files
//! are the same and the files that lint has read still hold the same bytes. So a cached answer
//! equals a fresh one.

use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use greenroom_stdx::IgnorePoison as _;
use greenroom_store::SourcePackage;
use scorm_lint::Settings;
use scorm_package::Package;
use serde::Serialize;

use super::Analysis;
use super::examiner::{Bounds, Unfinished};
use super::package_files::{PackageFiles, unchanged};

/// How many analyses are remembered; the oldest goes first.
const MOST: usize = 32;
/// How many findings they may have together; a package can have a hundred thousand.
const MOST_FINDINGS: usize = 5_000;

/// Whether an analysis was reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Cache {
    Hit,
    Miss,
}

/// The analyses of this process.
#[derive(Debug, Default)]
pub struct AnalysisCache {
    entries: Mutex<VecDeque<Entry>>,
}

#[derive(Clone, Debug)]
struct Entry {
    path: PathBuf,
    settings: Settings,
    with_lms: bool,
    stamp: u64,
    read: BTreeMap<String, u64>,
    analysis: Arc<Analysis>,
}

impl AnalysisCache {
    /// The analysis of a package, from memory if nothing has changed since.
    pub fn analyze(
        &self,
        package: &SourcePackage,
        settings: &Settings,
        bounds: &Bounds,
    ) -> Result<(Arc<Analysis>, Cache), Unfinished> {
        self.look_up(package, settings, false, bounds)
    }

    /// As [`AnalysisCache::analyze`], with what each chosen LMS adds.
    pub fn assess(
        &self,
        package: &SourcePackage,
        settings: &Settings,
        bounds: &Bounds,
    ) -> Result<(Arc<Analysis>, Cache), Unfinished> {
        self.look_up(package, settings, true, bounds)
    }

    fn look_up(
        &self,
        package: &SourcePackage,
        settings: &Settings,
        with_lms: bool,
        bounds: &Bounds,
    ) -> Result<(Arc<Analysis>, Cache), Unfinished> {
        let stamp = stamp(package.path(), package.package());
        let is_same = |entry: &Entry| {
            entry.path == package.path()
                && entry.settings == *settings
                && entry.with_lms == with_lms
        };
        let known = self
            .lock()
            .iter()
            .find(|entry| entry.stamp == stamp && is_same(entry))
            .cloned();
        if let Some(entry) = known.filter(|entry| unchanged(package, &entry.read)) {
            return Ok((entry.analysis, Cache::Hit));
        }
        let files = PackageFiles::new(package);
        let analysis = Arc::new(if with_lms {
            Analysis::with_lms(package, &files, settings, bounds)?
        } else {
            Analysis::of(package, &files, settings, bounds)?
        });
        if !analysis.is_settled() {
            return Ok((analysis, Cache::Miss));
        }
        let entry = Entry {
            path: package.path().to_owned(),
            settings: settings.clone(),
            with_lms,
            stamp,
            read: files.read_so_far(),
            analysis: Arc::clone(&analysis),
        };
        let mut entries = self.lock();
        entries.retain(|old| !is_same(old));
        entries.push_back(entry);
        let findings = |entries: &VecDeque<Entry>| -> usize {
            let entries = entries.iter();
            entries.map(|entry| entry.analysis.findings().len()).sum()
        };
        while entries.len() > MOST || findings(&entries) > MOST_FINDINGS {
            entries.pop_front();
        }
        Ok((analysis, Cache::Miss))
    }

    /// How many analyses are remembered.
    pub fn remembered(&self) -> usize {
        self.lock().len()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, VecDeque<Entry>> {
        self.entries.lock().ignore_poison()
    }
}

/// Names, sizes and times of the files; a zip counts as a whole.
pub fn stamp(root: &Path, package: &Package) -> u64 {
    let mut hasher = DefaultHasher::new();
    let changed = |path: &Path| -> Option<SystemTime> { fs::metadata(path).ok()?.modified().ok() };
    let is_folder = root.is_dir();
    if !is_folder {
        changed(root).hash(&mut hasher);
    }
    for entry in package.files.iter() {
        (&entry.path, entry.size).hash(&mut hasher);
        if is_folder {
            changed(&root.join(&entry.path)).hash(&mut hasher);
        }
    }
    hasher.finish()
}
