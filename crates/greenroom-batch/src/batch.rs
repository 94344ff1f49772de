//! A batch: many packages, and the one question that is asked about each.

use std::fmt;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::content_hash::stamp;

/// The version of Greenroom, which results are kept for.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What is asked about a package.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// What does lint find?
    Check,
    /// Do its rehearsals pass?
    Rehearse,
    /// Can a learner complete it?
    Explore,
    /// In which LMSs does it work?
    Lms,
}

impl Kind {
    /// Its name on the command line and in results.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Check => "check",
            Self::Rehearse => "rehearse",
            Self::Explore => "explore",
            Self::Lms => "lms",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What all jobs of a batch share.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Batch {
    /// The same for the same question about the same sources, so that a batch that was interrupted
    /// is found again.
    pub id: String,
    pub kind: Kind,
    /// What the [`Performer`](crate::Performer) is told.
    pub settings: Value,
    /// How often a job is tried when the machinery fails.
    pub attempts: u32,
    /// How long one try may take.
    pub timeout_seconds: u64,
    /// Results that are kept do not count.
    pub again: bool,
}

impl Batch {
    /// Names a batch after what it asks, and of what.
    pub fn identify<'s>(
        kind: Kind,
        settings: &Value,
        sources: impl Iterator<Item = &'s str>,
    ) -> String {
        let mut digest = Sha256::new();
        let mut add = |text: &str| {
            digest.update((text.len() as u64).to_be_bytes());
            digest.update(text);
        };
        add(VERSION);
        add(kind.as_str());
        add(&settings.to_string());
        sources.for_each(add);
        let digest = hex(&digest.finalize());
        format!("{kind}-{}", &digest[..16])
    }
}

/// One package of a batch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// Where it is among the packages of its batch, from 0.
    pub number: u64,
    /// Path or `s3://` address that a worker opens.
    pub location: String,
    /// As the caller names it.
    pub shown: String,
    /// Changes with the package, where that is known without reading it.
    pub stamp: Option<String>,
}

impl Job {
    /// The job of a package at a path.
    pub fn of_path(location: String, shown: String) -> Self {
        Self {
            number: 0,
            stamp: stamp(Path::new(&location)),
            location,
            shown,
        }
    }
}

/// Bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    use fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_same_question_about_the_same_sources_is_the_same_batch() {
        let of = |level: &str, sources: &[&str]| {
            let settings = json!({"level": level});
            Batch::identify(Kind::Check, &settings, sources.iter().copied())
        };
        assert_eq!(of("basic", &["a", "b"]), of("basic", &["a", "b"]));
        assert_ne!(of("basic", &["a", "b"]), of("strict", &["a", "b"]));
        // Texts do not run into each other.
        assert_ne!(of("basic", &["a", "b"]), of("basic", &["ab"]));
    }
}
