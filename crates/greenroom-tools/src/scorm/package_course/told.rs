//! What the answer says of a package that was made.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use greenroom_pack::{Plan, Written};
use greenroom_store::SourcePackage;
use schemars::JsonSchema;
use scorm_lint::{Report, Severity};
use scorm_pack::Reason;
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use super::rehearsing::Rehearsed;
use super::smaller::{ConvertedTo, Smaller};
use crate::{ErrorCode, ToolError, counted};

/// Files that an answer names.
const NAMED: usize = 20;
/// Lines of the patch that an answer shows; the file has all.
const PATCH_LINES: usize = 40;

#[derive(Serialize, JsonSchema)]
pub(crate) struct Packed {
    output_path: PathBuf,
    /// Of the zip
    bytes: u64,
    sha256: String,
    files: usize,
    /// Of the files in it
    unpacked_bytes: u64,
    /// What the zip holds
    holds: String,
    /// How many files came in for which reason
    reasons: BTreeMap<&'static str, usize>,
    left_out: LeftOutFiles,
    pub(super) lists: FileLists,
    /// What lint found in what was packed
    findings: Counts,
    largest: Vec<Entry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) converted: Option<ConvertedTo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) optimized: Option<Smaller>,
    /// Source and package played the same
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rehearsed: Option<Rehearsed>,
}

#[derive(Serialize, JsonSchema)]
struct LeftOutFiles {
    files: usize,
    bytes: u64,
    /// The largest
    named: Vec<LeftOutFile>,
}

#[derive(Serialize, JsonSchema)]
struct LeftOutFile {
    path: String,
    bytes: u64,
    why: String,
}

/// What the `file` lists of the manifest lack
#[derive(Default, Serialize, JsonSchema)]
pub(super) struct FileLists {
    /// Files that resources use and do not list
    added: usize,
    /// Entries without a file
    removed: usize,
    /// Does the manifest in the zip have the change?
    applied: bool,
    /// The change of the manifest; its beginning
    #[serde(skip_serializing_if = "String::is_empty")]
    patch: String,
    /// For `patch -p1` in the source folder
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) patch_path: Option<PathBuf>,
}

#[derive(Serialize, JsonSchema)]
struct Counts {
    errors: usize,
    warnings: usize,
}

#[derive(Serialize, JsonSchema)]
struct Entry {
    path: String,
    bytes: u64,
    packed: u64,
}

impl fmt::Display for Packed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: {} in {} bytes; {} left out",
            self.output_path.display(),
            counted(self.files, "file"),
            self.bytes,
            self.left_out.files
        )?;
        let FileLists { added, removed, .. } = self.lists;
        if added + removed > 0 {
            let how = if self.lists.applied {
                "brought up to date in the zip"
            } else {
                "as in the source, with a patch proposed"
            };
            write!(f, "; file lists {how}")?;
        }
        Ok(())
    }
}

impl Packed {
    pub(super) fn of(plan: &Plan<'_>, report: &Report, bytes: u64, written: &[Written]) -> Self {
        let selection = &plan.selection;
        let mut reasons = BTreeMap::new();
        for file in &selection.files {
            *reasons.entry(name(&file.reason)).or_default() += 1;
        }
        let mut left_out: Vec<LeftOutFile> = selection
            .left_out
            .iter()
            .map(|file| LeftOutFile {
                path: file.path.clone(),
                bytes: file.size,
                why: file
                    .leftover
                    .map_or("nothing refers to it", |kind| kind.as_str())
                    .to_owned(),
            })
            .collect();
        let count = left_out.len();
        left_out.sort_by(|a, b| b.bytes.cmp(&a.bytes).then_with(|| a.path.cmp(&b.path)));
        left_out.truncate(NAMED);
        let mut largest: Vec<Entry> = written
            .iter()
            .map(|entry| Entry {
                path: entry.path.clone(),
                bytes: entry.size,
                packed: entry.packed,
            })
            .collect();
        largest.sort_by(|a, b| b.packed.cmp(&a.packed).then_with(|| a.path.cmp(&b.path)));
        largest.truncate(5);
        let of = |wanted: fn(Severity) -> bool| {
            let findings = report.findings.iter();
            findings.filter(|finding| wanted(finding.severity)).count()
        };
        Self {
            output_path: PathBuf::new(),
            bytes,
            sha256: String::new(),
            files: written.len(),
            unpacked_bytes: plan.size(),
            holds: "the files of the source as they are".to_owned(),
            reasons,
            left_out: LeftOutFiles {
                files: count,
                bytes: selection.left_out.iter().map(|file| file.size).sum(),
                named: left_out,
            },
            lists: FileLists::default(),
            findings: Counts {
                errors: of(|severity| severity >= Severity::Error),
                warnings: of(|severity| severity == Severity::Warning),
            },
            largest,
            converted: None,
            optimized: None,
            rehearsed: None,
        }
    }

    pub(super) fn output_path(&self) -> &Path {
        &self.output_path
    }

    /// Where the zip is, and which one it is.
    pub(super) fn tell_output(&mut self, path: &Path) -> Result<(), ToolError> {
        let digest = digest(path).map_err(|error| {
            let message = format!("{} cannot be read again: {error}", path.display());
            ToolError::new(ErrorCode::ArtifactWriteFailed, message)
        })?;
        for byte in digest {
            let _ = write!(self.sha256, "{byte:02x}");
        }
        path.clone_into(&mut self.output_path);
        Ok(())
    }

    /// Names files that cannot be in any package: links that lead out, names that no system takes.
    pub(super) fn tell_refused(&mut self, package: &SourcePackage) {
        let table = &package.package().files;
        for problem in package.problems() {
            let Some(entry) = &problem.entry else {
                continue;
            };
            if problem.place.is_none() && table.get(entry).is_none() {
                self.left_out.files += 1;
                let file = LeftOutFile {
                    path: entry.clone(),
                    bytes: 0,
                    why: problem.message.clone(),
                };
                self.left_out.named.insert(0, file);
            }
        }
        self.left_out.named.truncate(NAMED);
    }

    /// Tells what the lists lack, and whether the zip has the change.
    pub(super) fn tell_patch(&mut self, plan: &Plan<'_>, patch: &str, is_asked: bool) {
        let applied = is_asked && !patch.is_empty();
        let shown = patch.lines().take(PATCH_LINES);
        let mut shown: Vec<&str> = shown.collect();
        if patch.lines().count() > PATCH_LINES {
            shown.push("… the rest is in patch_path");
        }
        self.lists = FileLists {
            added: plan.lists.added.len(),
            removed: plan.lists.removed.len(),
            applied,
            patch: shown.join("\n"),
            patch_path: None,
        };
        let mut with = Vec::new();
        if applied {
            with.push("the file lists of the manifest brought up to date");
        }
        if self.converted.is_some() {
            with.push("the manifest converted");
        }
        if self.optimized.is_some() {
            with.push("pictures, styles and data made smaller");
        }
        if !with.is_empty() {
            self.holds = format!("the files of the source, {}", with.join(", "));
        }
    }
}

fn digest(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let mut digest = Sha256::new();
    let mut buffer = vec![0; 256 << 10];
    loop {
        let read = file.read(&mut buffer)?;
        if read == 0 {
            return Ok(digest.finalize().to_vec());
        }
        digest.update(&buffer[..read]);
    }
}

fn name(reason: &Reason) -> &'static str {
    match reason {
        Reason::Manifest => "manifest",
        Reason::Listed => "listed",
        Reason::Schema => "schema",
        Reason::MentionedBy(_) => "mentioned",
        Reason::FolderUsedBy(_) => "in_a_used_folder",
        Reason::Composed => "name_composed_by_scripts",
        Reason::PerhapsUsedBy(_) => "perhaps_used_by_a_program",
        Reason::Asked => "include_all",
    }
}
