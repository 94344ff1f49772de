//! What an LMS makes of a package when it is imported.

use std::collections::BTreeMap;

use greenroom_store::OpenPackage;
use greenroom_web::stage::FirstOfName;
use scorm_lint::LmsProfile;
use scorm_lms::profile::{FileLookup, Import};
use scorm_lms::{Profile, Version};
use scorm_package::manifest::Manifest;

use super::version_of;

/// How many files of a kind are named.
const NAMED: usize = 3;
/// A name that many folders use says nothing of what a course loads.
const USUAL: [&str; 2] = ["thumbs.db", ".ds_store"];

/// A package in an LMS.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The version that the LMS plays it as.
    pub version: Version,
    /// Why the LMS does not take it; nothing where it does.
    pub refused: Vec<Note>,
    /// What goes wrong there though it is taken.
    pub risks: Vec<Note>,
}

/// What an LMS makes of a package, in a sentence.
#[derive(Clone, Debug)]
pub struct Note {
    pub text: String,
    /// Document, source file, or measured file that says so.
    pub source: String,
    /// The LMS lacks what the course needs: no change of a file mends it.
    pub lms_lacks: bool,
    /// What to change, where no rule of lint tells it.
    pub mend: Option<&'static str>,
}

impl Imported {
    /// What would go wrong, in sentences.
    pub(in crate::course) fn notices(self) -> Vec<String> {
        let notes = self.risks.into_iter().chain(self.refused);
        notes.map(|note| note.text).collect()
    }
}

/// Imports a package in an LMS, of which `known` is what is known of its limits.
pub(in crate::course) fn import(
    profile: &Profile,
    known: &LmsProfile,
    manifest: &Manifest,
    package: &OpenPackage,
) -> Imported {
    let version = version_of(manifest.version);
    let mut imported = Imported {
        version,
        refused: Vec::new(),
        risks: Vec::new(),
    };
    let title = &profile.title;
    imported.judge_version(known, manifest);
    imported.judge_files(known, package);
    let Some(sourced) = profile.import.as_ref() else {
        return imported;
    };
    let (import, source) = (&sourced.value, &sourced.source);
    let text = manifest.schemaversion.as_deref();
    let taken_as = text
        .and_then(|text| version_in(import, text))
        .unwrap_or(version);
    if taken_as != version {
        let text = format!(
            "{title} takes this package for SCORM {}, because its schemaversion is `{}`: the course \
             finds no API object of its own version",
            taken_as.as_str(),
            text.unwrap_or_default()
        );
        imported.risks.push(note(text, source));
    }
    imported.version = taken_as;
    let files = &package.package().files;
    let (count, bytes) = (files.len() as u64, files.total_size());
    if let Some(most) = import.max_entries.filter(|most| count > *most) {
        let text = format!("{title} refuses a package of {count} files: {most} are the most");
        imported.refused.push(note(text, source));
    }
    if let Some(most) = import.max_unpacked.filter(|most| bytes > *most) {
        let text = format!("{title} refuses a package of {bytes} bytes: {most} are the most");
        imported.refused.push(note(text, source));
    }
    if import.files == FileLookup::BaseName
        && let Some((one, other)) = same_names(package)
    {
        let text = format!(
            "{title} finds files by their name alone: one file is served for {one} and {other}"
        );
        imported.risks.push(Note {
            mend: Some("Give every file of the package a name of its own, whatever its folder"),
            ..note(text, source)
        });
    }
    imported
}

impl Imported {
    fn judge_version(&mut self, known: &LmsProfile, manifest: &Manifest) {
        let Some(played) = known.versions.as_ref().filter(|_| !known.is_standard()) else {
            return;
        };
        let version = manifest.version;
        let all = [&played.value.fully, &played.value.partly];
        if all.iter().any(|versions| versions.contains(&version)) {
            return;
        }
        let text = format!("{} does not play {}", known.title, version.as_str());
        self.refused.push(Note {
            lms_lacks: true,
            ..note(text, &played.source)
        });
    }

    fn judge_files(&mut self, known: &LmsProfile, package: &OpenPackage) {
        if let Some(types) = &known.refused_file_types {
            let is_refused = |name: &str| {
                let extension = name.rsplit_once('.').map(|(_, it)| it.to_ascii_lowercase());
                extension.is_some_and(|it| types.value.iter().any(|known| *known == it))
            };
            let names = package.package().files.iter();
            let names = names.map(|file| file.path.as_str());
            let refused: Vec<&str> = names.filter(|name| is_refused(name)).take(NAMED).collect();
            if !refused.is_empty() {
                let text = format!(
                    "{} would refuse this package: it holds {}",
                    known.title,
                    refused.join(", ")
                );
                self.refused.push(note(text, &types.source));
            }
        }
        if let Some(limit) = &known.package_mb {
            let zip = std::fs::metadata(package.path()).ok();
            let zip = zip.filter(std::fs::Metadata::is_file);
            let bytes = zip.map_or_else(|| package.package().files.total_size(), |it| it.len());
            let megabytes = bytes as f64 / (1024.0 * 1024.0);
            if megabytes > limit.value {
                let text = format!(
                    "{} refuses a package of {megabytes:.0} MB: {} MB are the most",
                    known.title, limit.value
                );
                self.refused.push(note(text, &limit.source));
            }
        }
    }
}

fn note(text: String, source: &str) -> Note {
    Note {
        text,
        source: source.to_owned(),
        lms_lacks: false,
        mend: None,
    }
}

/// The files of a package, where the LMS finds them by their names alone.
pub(in crate::course) fn files_by_name(
    profile: &Profile,
    package: &OpenPackage,
) -> Option<FirstOfName> {
    let import = profile.import.as_ref()?;
    let files = package
        .package()
        .files
        .iter()
        .map(|file| file.path.as_str());
    (import.value.files == FileLookup::BaseName).then(|| FirstOfName::new(files))
}

/// The version that a text of `schemaversion` stands for; none where it is not known.
fn version_in(import: &Import, text: &str) -> Option<Version> {
    let texts = &import.schemaversions_2004;
    if texts.is_empty() {
        return None;
    }
    let fits = |pattern: &str| match pattern.strip_prefix('~') {
        Some(part) => text.contains(part),
        None => pattern == text || (pattern == "*" && text != "1.2"),
    };
    let is_2004 = texts.iter().any(|pattern| fits(pattern));
    Some(if is_2004 {
        Version::Scorm2004
    } else {
        Version::Scorm12
    })
}

/// Two files of one name in different folders that are not the same file twice.
fn same_names(package: &OpenPackage) -> Option<(String, String)> {
    let mut known: BTreeMap<&str, (&str, u64)> = BTreeMap::new();
    for file in package.package().files.iter() {
        let path = file.path.as_str();
        let name = path.rsplit_once('/').map_or(path, |(_, name)| name);
        if USUAL.contains(&name.to_ascii_lowercase().as_str()) {
            continue;
        }
        match known.get(name) {
            Some((other, size)) if *size != file.size || !is_same(package, other, path) => {
                return Some(((*other).to_owned(), path.to_owned()));
            }
            Some(_) => {}
            None => drop(known.insert(name, (path, file.size))),
        }
    }
    None
}

/// Whether two files of one size hold the same.
fn is_same(package: &OpenPackage, one: &str, other: &str) -> bool {
    let read = |path: &str| std::fs::read(package.root().join(path)).ok();
    read(one) == read(other)
}
