//! A whole package: its files and its manifest, from a zip file or a folder.

use crate::files::{FileTable, Limits};
use crate::parse::{ManifestFile, read_manifest};
use crate::problem::{Problem, ProblemKind};

/// The name of the manifest: exactly this, at the root.
pub const MANIFEST: &str = "imsmanifest.xml";

/// What was read from a zip file or folder.
#[derive(Clone, Debug, PartialEq)]
pub struct Package {
    /// The files that may be used.
    pub files: FileTable,
    /// The manifest, as far as there is one.
    pub manifest_file: ManifestFile,
}

impl Package {
    /// Puts together a package from its file table and the bytes of its manifest.
    pub fn new(files: FileTable, manifest: Option<&[u8]>, limits: &Limits) -> (Self, Vec<Problem>) {
        let (manifest_file, problems) = match manifest {
            Some(bytes) => {
                let (file, mut problems) = read_manifest(bytes, &limits.xml);
                for problem in &mut problems {
                    problem.entry = Some(MANIFEST.to_owned());
                }
                (file, problems)
            }
            None => (ManifestFile::default(), vec![missing_manifest(&files)]),
        };
        (
            Self {
                files,
                manifest_file,
            },
            problems,
        )
    }

    /// Reads a package from a zip file. Only the directory and the manifest are read.
    #[cfg(feature = "archive")]
    pub fn from_zip<R: std::io::Read + std::io::Seek>(
        reader: &mut R,
        limits: &Limits,
    ) -> (Self, Vec<Problem>) {
        let (files, mut problems) = crate::archive::read_table(reader, limits);
        let Some(entry) = files.get(MANIFEST) else {
            // An unreadable zip has no files to speak of; one problem is enough.
            let readable = !files.is_empty() || problems.is_empty();
            if readable {
                problems.push(missing_manifest(&files));
            }
            return (
                Self {
                    files,
                    manifest_file: ManifestFile::default(),
                },
                problems,
            );
        };
        match crate::archive::read_entry(reader, entry, u64::from(limits.xml.bytes)) {
            Ok(bytes) => {
                let (package, more) = Self::new(files, Some(&bytes), limits);
                problems.extend(more);
                (package, problems)
            }
            Err(problem) => {
                problems.push(problem);
                (
                    Self {
                        files,
                        manifest_file: ManifestFile::default(),
                    },
                    problems,
                )
            }
        }
    }
}

/// Says why there is no manifest: another standard, another folder, another spelling, or nothing.
fn missing_manifest(files: &FileTable) -> Problem {
    let problem = |kind, message, entry: Option<&str>| Problem {
        kind,
        message,
        entry: entry.map(str::to_owned),
        place: None,
    };
    if let Some(entry) = files.ignoring_case(MANIFEST).next() {
        let message = format!("the manifest must be called `{MANIFEST}`, all in lower case");
        return problem(ProblemKind::ManifestNameCase, message, Some(&entry.path));
    }
    if let Some((standard, entry)) = other_standard(files) {
        let message = format!("this is {standard} course, not SCORM");
        return problem(ProblemKind::NotScorm, message, Some(entry));
    }
    let nested = files
        .iter()
        .filter(|entry| !entry.path.starts_with("__MACOSX/"))
        .filter_map(|entry| Some((entry, entry.path.rsplit_once('/')?)))
        .filter(|(_, (_, name))| *name == MANIFEST)
        .min_by_key(|(_, (folder, _))| folder.matches('/').count());
    if let Some((entry, (folder, _))) = nested {
        let message = format!(
            "`{MANIFEST}` must be at the root of the package, but is in `{folder}`; pack what is \
             inside that folder"
        );
        return problem(ProblemKind::ManifestNested, message, Some(&entry.path));
    }
    let message = format!("there is no `{MANIFEST}` at the root of the package");
    problem(ProblemKind::ManifestMissing, message, None)
}

/// Courses of other standards, known by their files.
fn other_standard(files: &FileTable) -> Option<(&'static str, &str)> {
    for (name, standard) in [("cmi5.xml", "a cmi5"), ("tincan.xml", "an xAPI (Tin Can)")] {
        if let Some(entry) = files.ignoring_case(name).next() {
            return Some((standard, &entry.path));
        }
    }
    let is_aicc = |path: &str| {
        let extension = path
            .rsplit('.')
            .next()
            .unwrap_or_default()
            .to_ascii_lowercase();
        matches!(extension.as_str(), "cst" | "crs" | "au")
    };
    let entry = files.iter().find(|entry| is_aicc(&entry.path))?;
    Some(("an AICC", &entry.path))
}
