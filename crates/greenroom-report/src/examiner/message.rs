//! What a worker is asked, and what it answers.

use std::collections::{BTreeMap, BTreeSet};

use scorm_lint::{FileEntry, Obstacle, Report, Settings, Work};
use scorm_package::Problem;
use serde::{Deserialize, Serialize};

/// One package to lint.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Request {
    /// Names and sizes of the files.
    pub(crate) entries: Vec<(String, u64)>,
    pub(crate) problems: Vec<Problem>,
    pub(crate) settings: Vec<Settings>,
    pub(crate) how: How,
}

/// What is done differently after a worker has died over the package.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct How {
    /// What is left out.
    #[serde(with = "pairs")]
    pub(crate) left_out: BTreeMap<Work, Obstacle>,
    /// Every rule is marked, not only the first one behind other work.
    pub(crate) marks_rules: bool,
    /// Code that looks too deep is not parsed.
    pub(crate) is_careful: bool,
    /// Files that are not tried, when too many have ended a worker.
    pub(crate) given_up: BTreeSet<String>,
}

/// What the worker found.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Answer {
    pub(crate) reports: Vec<Report>,
    /// Bytes of memory that the worker holds now.
    pub(crate) resident: u64,
}

impl Request {
    pub(crate) fn entries(entries: Vec<FileEntry>) -> Vec<(String, u64)> {
        let entries = entries.into_iter();
        entries.map(|entry| (entry.name, entry.size)).collect()
    }
}

/// Keys that are not strings do not fit into a JSON object.
mod pairs {
    use super::{BTreeMap, Deserialize, Obstacle, Serialize, Work};

    pub(crate) fn serialize<S: serde::Serializer>(
        map: &BTreeMap<Work, Obstacle>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        map.iter().collect::<Vec<_>>().serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<BTreeMap<Work, Obstacle>, D::Error> {
        let pairs = Vec::<(Work, Obstacle)>::deserialize(deserializer)?;
        Ok(pairs.into_iter().collect())
    }
}
