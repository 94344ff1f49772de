//! The artifacts of one session and their manifest, `artifacts.json`.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use greenroom_stdx::{IgnorePoison as _, now_ms, private_files};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::data_dir::DataDir;
use crate::error::StoreError;
use crate::session_id::SessionId;

/// The name of the manifest in the session directory.
const FILE_NAME: &str = "artifacts.json";

/// What kind of thing an artifact is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ArtifactType {
    /// A report for people or programs.
    Report,
    /// A picture of the course.
    Screenshot,
    /// A sequencing or API trace.
    Trace,
    /// A proposed change as a unified diff.
    Patch,
    /// A packed course.
    Package,
    /// A log extract.
    Log,
    /// A data-model or page snapshot.
    Snapshot,
}

impl ArtifactType {
    /// The folder of the session directory in which artifacts of this type lie.
    pub fn folder(self) -> &'static str {
        match self {
            Self::Report => "reports",
            Self::Screenshot => "screenshots",
            Self::Trace => "traces",
            Self::Patch => "patches",
            Self::Package => "packages",
            Self::Log => "logs",
            Self::Snapshot => "snapshots",
        }
    }
}

/// One entry of `artifacts.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Artifact {
    /// What it is.
    #[serde(rename = "type")]
    pub kind: ArtifactType,
    /// Path relative to the data directory, with forward slashes.
    pub path: String,
    /// Path that an agent can open.
    pub absolute_path: PathBuf,
    /// Media type.
    pub mime: String,
    /// Size of the file.
    pub bytes: u64,
    /// When it was registered.
    pub created_at: u64,
    /// The tool that made it.
    pub tool: String,
    /// One line for people.
    pub title: String,
    /// Further facts, as the tool likes.
    pub metadata: Map<String, Value>,
}

/// What a tool says about a file that it made.
#[derive(Debug, Clone)]
pub struct NewArtifact {
    /// What it is.
    pub kind: ArtifactType,
    /// Media type.
    pub mime: String,
    /// The tool that made it.
    pub tool: String,
    /// One line for people.
    pub title: String,
    /// Further facts, as the tool likes.
    pub metadata: Map<String, Value>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Manifest {
    session_id: SessionId,
    artifacts: Vec<Artifact>,
}

/// Registers artifacts; the manifest is rewritten whole with each.
#[derive(Debug)]
pub struct Artifacts {
    data_dir: DataDir,
    directory: PathBuf,
    inner: Mutex<Inner>,
}

#[derive(Debug)]
struct Inner {
    manifest: Manifest,
    /// Number of the newest reserved file name.
    reserved: u32,
}

/// The artifacts of a session directory whose files exist, whether the session is open or closed.
/// Only files inside of the directory count, whatever its manifest says.
pub fn kept_artifacts(directory: &Path) -> Vec<Artifact> {
    let text = fs::read(directory.join(FILE_NAME)).unwrap_or_default();
    let manifest: Option<Manifest> = serde_json::from_slice(&text).ok();
    let mut artifacts = manifest.map_or_else(Vec::new, |manifest| manifest.artifacts);
    artifacts.retain(|artifact| {
        artifact.absolute_path.starts_with(directory) && artifact.absolute_path.is_file()
    });
    artifacts
}

impl Artifacts {
    pub(crate) fn create(
        data_dir: &DataDir,
        directory: &Path,
        session_id: SessionId,
    ) -> Result<Self, StoreError> {
        let manifest = Manifest {
            session_id,
            artifacts: Vec::new(),
        };
        let artifacts = Self {
            data_dir: data_dir.clone(),
            directory: directory.to_owned(),
            inner: Mutex::new(Inner {
                manifest,
                reserved: 0,
            }),
        };
        artifacts.rewrite(&mut artifacts.lock())?;
        Ok(artifacts)
    }

    /// Those of a session that another server had, as far as their files are here.
    pub(crate) fn restore(
        data_dir: &DataDir,
        directory: &Path,
        session_id: SessionId,
    ) -> Result<Self, StoreError> {
        let text = fs::read(directory.join(FILE_NAME)).unwrap_or_default();
        let known: Option<Manifest> = serde_json::from_slice(&text).ok();
        let mut artifacts = known.map_or_else(Vec::new, |known| known.artifacts);
        for artifact in &mut artifacts {
            // The data directory of the other server may lie elsewhere.
            artifact.absolute_path = data_dir.root().join(&artifact.path);
        }
        artifacts.retain(|artifact| artifact.absolute_path.starts_with(directory));
        // Names that another server reserved are never given again.
        let reserved = artifacts.iter().filter_map(number_of).max().unwrap_or(0);
        let artifacts = Self {
            data_dir: data_dir.clone(),
            directory: directory.to_owned(),
            inner: Mutex::new(Inner {
                manifest: Manifest {
                    session_id,
                    artifacts,
                },
                reserved,
            }),
        };
        artifacts.rewrite(&mut artifacts.lock())?;
        Ok(artifacts)
    }

    /// Where the manifest lies, absolute.
    pub fn manifest_path(&self) -> PathBuf {
        self.directory.join(FILE_NAME)
    }

    /// A new file name such as `screenshots/0001.png`, absolute; its folder exists afterwards.
    pub fn reserve(&self, kind: ArtifactType, extension: &str) -> Result<PathBuf, StoreError> {
        let folder = self.directory.join(kind.folder());
        private_files::create_dir(&folder).map_err(StoreError::write(&folder))?;
        let mut inner = self.lock();
        inner.reserved += 1;
        Ok(folder.join(format!("{:04}.{extension}", inner.reserved)))
    }

    /// Registers the finished file at `path`, which must lie in the session directory.
    pub fn register(&self, path: &Path, new: NewArtifact) -> Result<Artifact, StoreError> {
        if !path.starts_with(&self.directory) {
            return Err(StoreError::SecurityViolation {
                entry: path.display().to_string(),
                reason: "an artifact must lie in the session directory".to_owned(),
            });
        }
        let bytes = fs::metadata(path).map_err(StoreError::write(path))?.len();
        let artifact = Artifact {
            kind: new.kind,
            path: self.data_dir.relative(path),
            absolute_path: path.to_owned(),
            mime: new.mime,
            bytes,
            created_at: now_ms(),
            tool: new.tool,
            title: new.title,
            metadata: new.metadata,
        };
        let mut inner = self.lock();
        // A file that is written again is one artifact, not two.
        inner
            .manifest
            .artifacts
            .retain(|known| known.absolute_path != artifact.absolute_path);
        inner.manifest.artifacts.push(artifact.clone());
        self.rewrite(&mut inner)?;
        if let Some(shared) = self.data_dir.shared() {
            shared.files.publish(&artifact.path);
            let manifest = self.data_dir.relative(&self.manifest_path());
            shared.files.publish(&manifest);
        }
        Ok(artifact)
    }

    /// Writes `content` as a new artifact.
    pub fn write(
        &self,
        extension: &str,
        content: &[u8],
        new: NewArtifact,
    ) -> Result<Artifact, StoreError> {
        let path = self.reserve(new.kind, extension)?;
        private_files::replace(&path, content).map_err(StoreError::write(&path))?;
        self.register(&path, new)
    }

    /// The artifacts whose files exist.
    pub fn list(&self) -> Vec<Artifact> {
        let mut inner = self.lock();
        inner
            .manifest
            .artifacts
            .retain(|artifact| artifact.absolute_path.exists());
        inner.manifest.artifacts.clone()
    }

    /// Rewrites the manifest for the last time, so that it lists what is really there.
    pub(crate) fn finish(&self) -> Result<(), StoreError> {
        self.rewrite(&mut self.lock())
    }

    fn rewrite(&self, inner: &mut Inner) -> Result<(), StoreError> {
        inner
            .manifest
            .artifacts
            .retain(|artifact| artifact.absolute_path.exists());
        let path = self.manifest_path();
        let text = serde_json::to_vec_pretty(&inner.manifest)
            .map_err(|error| StoreError::write(&path)(error.into()))?;
        private_files::replace(&path, &text).map_err(StoreError::write(&path))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Inner> {
        self.inner.lock().ignore_poison()
    }
}

/// The number in the name of an artifact's file.
fn number_of(artifact: &Artifact) -> Option<u32> {
    artifact.absolute_path.file_stem()?.to_str()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn artifacts() -> (tempfile::TempDir, Artifacts) {
        let home = tempfile::tempdir().unwrap();
        let data_dir = DataDir::new(home.path().to_owned());
        let id = SessionId::draw().unwrap();
        let directory = data_dir.sessions().join(id.as_str());
        private_files::create_dir(&directory).unwrap();
        (home, Artifacts::create(&data_dir, &directory, id).unwrap())
    }

    fn screenshot() -> NewArtifact {
        NewArtifact {
            kind: ArtifactType::Screenshot,
            mime: "image/png".to_owned(),
            tool: "scorm_capture_screenshot".to_owned(),
            title: "Slide 1".to_owned(),
            metadata: Map::new(),
        }
    }

    fn on_disk(artifacts: &Artifacts) -> Manifest {
        serde_json::from_slice(&fs::read(artifacts.manifest_path()).unwrap()).unwrap()
    }

    #[test]
    fn the_manifest_follows_every_artifact() {
        let (_home, artifacts) = artifacts();
        assert_eq!(on_disk(&artifacts).artifacts, []);
        let first = artifacts.write("png", b"12345", screenshot()).unwrap();
        assert!(first.path.starts_with("sessions/"), "{}", first.path);
        assert!(
            first.path.ends_with("/screenshots/0001.png"),
            "{}",
            first.path
        );
        assert_eq!(first.bytes, 5);
        assert_eq!(on_disk(&artifacts).artifacts, std::slice::from_ref(&first));
        let second = artifacts.write("png", b"x", screenshot()).unwrap();
        assert_eq!(on_disk(&artifacts).artifacts, [first, second]);
    }

    #[test]
    fn a_file_that_is_gone_is_not_listed() {
        let (_home, artifacts) = artifacts();
        let first = artifacts.write("png", b"1", screenshot()).unwrap();
        let second = artifacts.write("png", b"2", screenshot()).unwrap();
        fs::remove_file(&first.absolute_path).unwrap();
        assert_eq!(artifacts.list(), std::slice::from_ref(&second));
        artifacts.finish().unwrap();
        assert_eq!(on_disk(&artifacts).artifacts, [second]);
    }

    #[test]
    fn a_file_elsewhere_is_refused() {
        let (home, artifacts) = artifacts();
        let outside = home.path().join("outside.png");
        fs::write(&outside, b"x").unwrap();
        let refused = artifacts.register(&outside, screenshot());
        assert!(
            matches!(refused, Err(StoreError::SecurityViolation { .. })),
            "{refused:?}"
        );
        let missing = artifacts.register(&artifacts.directory.join("none.png"), screenshot());
        assert!(
            matches!(missing, Err(StoreError::Write { .. })),
            "{missing:?}"
        );
    }
}
