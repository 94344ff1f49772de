//! Packages: real ones open, broken ones say why, hostile ones write nothing anywhere.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod folders;
mod large_files;
mod real_courses;
mod zips;

use std::fs;
use std::path::{Path, PathBuf};

use greenroom_store::{OpenPackage, SourcePackage, StoreError};
use greenroom_testkit::{ZipEntry, ZipFile};
use scorm_package::Limits;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

const MANIFEST: &[u8] = br#"<manifest identifier="course-1" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
<metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
<organizations default="org"><organization identifier="org"><title>A course</title>
<item identifier="i1" identifierref="r1"><title>One</title></item>
<item identifier="i2" identifierref="r2"><title>Two</title></item>
</organization></organizations>
<resources>
<resource identifier="r1" type="webcontent" adlcp:scormtype="sco" href="one.html"/>
<resource identifier="r2" type="webcontent" adlcp:scormtype="asset" href="two.html"/>
</resources></manifest>"#;

/// A folder for one test, with a place that nothing may be written to.
struct Place {
    folder: TempDir,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("session")).unwrap();
        Self { folder }
    }

    fn zip(&self, bytes: &[u8]) -> PathBuf {
        let path = self.folder.path().join("course.zip");
        fs::write(&path, bytes).unwrap();
        path
    }

    fn open(&self, path: &Path, limits: &Limits) -> Result<OpenPackage, StoreError> {
        let source = SourcePackage::read(path, limits)?;
        let into = self.folder.path().join("session/package");
        OpenPackage::open(source, &into, &CancellationToken::new())
    }

    /// Everything in the folder that is not in the unpacked copy.
    fn written_elsewhere(&self) -> Vec<String> {
        let mut found = Vec::new();
        let mut folders = vec![self.folder.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.ends_with("session/package") {
                } else if path.is_dir() {
                    folders.push(path);
                } else if !path.ends_with("course.zip") {
                    found.push(path.display().to_string());
                }
            }
        }
        found
    }
}

/// The variant and what it names: the shape that tests compare.
fn shape(error: &StoreError) -> String {
    match error {
        StoreError::PathResolution { reason, .. } => format!("path: {reason}"),
        StoreError::ManifestNotFound {
            found_in, reason, ..
        } => {
            format!("manifest: {found_in:?}: {reason}")
        }
        StoreError::SecurityViolation { entry, reason } => format!("security: {entry}: {reason}"),
        StoreError::LimitExceeded { setting, .. } => format!("limit: {setting}"),
        other => format!("unexpected: {other:?}"),
    }
}

fn good() -> ZipFile {
    ZipFile::new()
        .file("imsmanifest.xml", MANIFEST)
        .file("one.html", b"one")
        .entry(ZipEntry::new("media/film.bin", &vec![7; 100_000]).deflated())
}
