//! One cause, as its file has it.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Cause {
    /// What the course does.
    #[serde(rename = "cause")]
    pub(super) told: String,
    /// The profiles in which it fails.
    pub(super) lms: Vec<String>,
    /// The profile in which it plays, if that is not the standard.
    #[serde(default)]
    pub(super) plays_in: Option<String>,
    /// `1.2` or `2004`.
    pub(super) version: String,
    /// The script of each SCO; `package.rs` says what it may use.
    pub(super) before: String,
    /// The same after the fix; none where the LMS lacks something that no course can mend.
    pub(super) after: Option<String>,
    /// What the record, the console or the opening says of the failure.
    pub(super) reason: String,
    /// JSON pointers into the outcome, and what is there when the course works.
    pub(super) works: BTreeMap<String, Value>,
    /// What `scorm_assess_lms` says of the course.
    pub(super) verdict: Verdict,
    /// What happens after the course has loaded: `run SCRIPT`, `next`, and `fault` with `500` or `none`.
    #[serde(default)]
    pub(super) acts: Vec<String>,
    /// The learner comes back, and this happens.
    pub(super) acts_on_return: Option<Vec<String>>,
    /// How an LMS by the book launches the course then.
    #[serde(default)]
    pub(super) mode_on_return: Option<String>,
    #[serde(default)]
    pub(super) mastery: Option<String>,
    #[serde(default)]
    pub(super) popup: bool,
    #[serde(default)]
    pub(super) scos: Option<usize>,
    /// More of the page's head.
    #[serde(default)]
    pub(super) head: String,
    #[serde(default)]
    pub(super) head_after: Option<String>,
    /// More files of the package.
    #[serde(default)]
    pub(super) files: BTreeMap<String, String>,
    #[serde(default)]
    pub(super) files_after: Option<BTreeMap<String, String>>,
    #[serde(default)]
    pub(super) schemaversion: Option<String>,
    #[serde(default)]
    pub(super) schemaversion_after: Option<String>,
}

/// Where the verdict on an LMS names the cause.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Verdict {
    /// The question whose answer is not yes.
    pub(super) about: String,
    /// A part of the reason; the mended course is not told so.
    pub(super) says: String,
    /// Something is lost or wrong also in the mended course.
    #[serde(default)]
    pub(super) stays: bool,
}

impl Cause {
    pub(super) fn read(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/causes");
        let text = std::fs::read_to_string(folder.join(format!("{name}.toml"))).unwrap();
        toml::from_str(&text).unwrap_or_else(|fault| panic!("{name}: {fault}"))
    }

    /// What a learner does: the scripts of the acts, in order.
    pub(super) fn steps(&self) -> impl Iterator<Item = &str> {
        let acts = self.acts.iter();
        acts.filter_map(|act| act.strip_prefix("run "))
    }

    pub(super) fn is_12(&self) -> bool {
        self.version == "1.2"
    }
}
