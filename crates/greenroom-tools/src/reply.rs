//! What a tool returns: its data, and what the envelope carries beside it.

use std::path::PathBuf;

use greenroom_report::Cache;
use schemars::JsonSchema;
use serde::Serialize;

use crate::answer::CutNote;

/// A tool's output with its artifacts, notices and pictures.
///
/// Most tools return `Ok(output.into())`. The first line of the output's `Display` is the
/// envelope's `message`.
#[derive(Clone, Debug)]
pub struct Reply<T> {
    pub output: T,
    pub extras: Extras,
}

/// The parts of an envelope that are not the tool's data.
#[derive(Clone, Debug, Default)]
pub struct Extras {
    pub artifacts: Vec<Artifact>,
    pub artifacts_manifest_path: Option<PathBuf>,
    pub notices: Vec<String>,
    pub cache: Option<Cache>,
    pub images: Vec<Image>,
    /// What was left out because the answer was too long.
    pub(crate) cut: Option<CutNote>,
    /// Replaces the envelope in the text block, for families whose contract says so.
    pub text: Option<String>,
}

/// A file that the call wrote.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Artifact {
    /// `report`, `screenshot`, `trace`, `patch`, `package`, `log` or `snapshot`
    #[serde(rename = "type")]
    pub kind: String,
    /// Path relative to the data directory
    pub path: String,
}

/// An inline picture.
#[derive(Clone, Debug)]
pub struct Image {
    pub bytes: Vec<u8>,
    pub mime: String,
}

impl<T> Reply<T> {
    pub fn new(output: T) -> Self {
        Self {
            output,
            extras: Extras::default(),
        }
    }

    /// Turns the output into another, and keeps the rest.
    #[must_use]
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Reply<U> {
        Reply {
            output: change(self.output),
            extras: self.extras,
        }
    }

    /// Lists a file that the call wrote.
    #[must_use]
    pub fn artifact(mut self, kind: impl Into<String>, path: impl Into<String>) -> Self {
        self.extras.artifacts.push(Artifact {
            kind: kind.into(),
            path: path.into(),
        });
        self
    }

    /// Names the `artifacts.json` that lists the artifacts of this call.
    #[must_use]
    pub fn artifacts_manifest(mut self, path: impl Into<PathBuf>) -> Self {
        self.extras.artifacts_manifest_path = Some(path.into());
        self
    }

    /// Adds something worth knowing that is not a failure.
    #[must_use]
    pub fn notice(mut self, notice: impl Into<String>) -> Self {
        self.extras.notices.push(notice.into());
        self
    }

    /// Adds several, or none.
    #[must_use]
    pub fn notices(mut self, notices: impl IntoIterator<Item = String>) -> Self {
        self.extras.notices.extend(notices);
        self
    }

    /// Says whether an analysis was reused.
    #[must_use]
    pub fn cache(mut self, cache: Cache) -> Self {
        self.extras.cache = Some(cache);
        self
    }

    /// Adds an inline picture. The result then carries no `structuredContent`.
    #[must_use]
    pub fn image(mut self, bytes: Vec<u8>, mime: impl Into<String>) -> Self {
        self.extras.images.push(Image {
            bytes,
            mime: mime.into(),
        });
        self
    }

    /// Replaces the envelope in the text block.
    #[must_use]
    pub fn text(mut self, text: impl Into<String>) -> Self {
        self.extras.text = Some(text.into());
        self
    }
}

impl<T> From<T> for Reply<T> {
    fn from(output: T) -> Self {
        Self::new(output)
    }
}
