//! Which problems of a package stop it from being opened, and as what.

use std::path::Path;

use scorm_package::{Limits, Problem, ProblemKind};

use crate::error::StoreError;

/// The first problem that stops a zip, as an error.
pub(super) fn of_zip(
    path: &Path,
    bytes: u64,
    problems: &[Problem],
    limits: &Limits,
) -> Result<(), StoreError> {
    problems
        .iter()
        .find_map(|problem| stops_zip(path, bytes, problem, limits))
        .map_or(Ok(()), Err)
}

fn stops_zip(path: &Path, bytes: u64, problem: &Problem, limits: &Limits) -> Option<StoreError> {
    let limit = |limit, value, maximum, setting| {
        Some(StoreError::LimitExceeded {
            limit,
            value,
            maximum,
            setting,
        })
    };
    match problem.kind {
        ProblemKind::ZipUnreadable
        | ProblemKind::ZipTruncated
        | ProblemKind::ZipUnsupported
        | ProblemKind::ZipEntryDamaged => Some(StoreError::PathResolution {
            path: path.to_owned(),
            reason: match &problem.entry {
                Some(entry) => format!("`{entry}`: {}", problem.message),
                None => problem.message.clone(),
            },
        }),
        ProblemKind::ZipEncrypted
        | ProblemKind::ZipEntriesOverlap
        | ProblemKind::NameAbsolute
        | ProblemKind::NameTraversal
        | ProblemKind::NameDriveLetter
        | ProblemKind::NameBackslash
        | ProblemKind::NameNul
        | ProblemKind::NameDuplicate
        | ProblemKind::NameCaseCollision
        | ProblemKind::NameFileAndFolder
        | ProblemKind::EntrySymlink
        | ProblemKind::EntryDevice => Some(StoreError::SecurityViolation {
            entry: problem.entry.clone().unwrap_or_default(),
            reason: problem.message.clone(),
        }),
        ProblemKind::PackedTooLarge => limit(
            "the size of a zip in bytes",
            Some(bytes),
            limits.packed,
            "limits.package_bytes",
        ),
        ProblemKind::UnpackedTooLarge => {
            let setting = "limits.unpacked_bytes";
            limit(
                "the unpacked size of a zip in bytes",
                None,
                limits.unpacked,
                setting,
            )
        }
        ProblemKind::TooManyEntries => {
            let maximum = limits.entries as u64;
            limit(
                "the number of entries of a zip",
                None,
                maximum,
                "limits.zip_entries",
            )
        }
        ProblemKind::RatioTooHigh => limit(
            "the compression ratio of a zip",
            None,
            limits.ratio,
            "limits.zip_ratio",
        ),
        // What is left is about the manifest, or an entry without a name, which is left out.
        _ => None,
    }
}

/// Why there is no manifest at the root, if there is none.
pub(super) fn of_manifest(path: &Path, problems: &[Problem]) -> Result<(), StoreError> {
    let missing = problems.iter().find(|problem| {
        matches!(
            problem.kind,
            ProblemKind::ManifestMissing
                | ProblemKind::ManifestNested
                | ProblemKind::ManifestNameCase
                | ProblemKind::NotScorm
        )
    });
    let Some(problem) = missing else {
        return Ok(());
    };
    let nested = problem.kind == ProblemKind::ManifestNested;
    let folder = problem
        .entry
        .as_deref()
        .and_then(|entry| Some(entry.rsplit_once('/')?.0));
    Err(StoreError::ManifestNotFound {
        path: path.to_owned(),
        reason: problem.message.clone(),
        found_in: folder.filter(|_| nested).map(str::to_owned),
    })
}
