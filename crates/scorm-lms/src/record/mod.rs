//! The LMS's server: what arrived becomes what is stored.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::network::Body;
use crate::profile::{Profile, Version};

/// What the LMS has stored of one SCO and learner.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    lms: String,
    version: Version,
    /// Stored values by element.
    pub stored: BTreeMap<String, String>,
    /// What did not come through, or was changed.
    pub lost: Vec<Lost>,
}

/// A value that is not stored as the course set it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lost {
    /// The element.
    pub element: String,
    /// The value that the course set.
    pub value: String,
    /// Why, in one sentence.
    pub reason: String,
}

/// Why a record is as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    /// In one sentence.
    pub text: String,
}

/// Is the course done, as the LMS sees it?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Completion {
    /// Nothing was stored.
    NotStarted,
    /// Under way.
    Incomplete,
    /// Done.
    Completed,
    /// Done, and passed.
    Passed,
    /// Done, and failed.
    Failed,
}

impl Record {
    /// A record of which nothing is stored.
    pub fn new(profile: &Profile, version: Version) -> Self {
        Self {
            lms: profile.name.to_string(),
            version,
            stored: BTreeMap::new(),
            lost: Vec::new(),
        }
    }

    /// A request arrived.
    pub fn receive(&mut self, body: &Body) {
        for (element, value) in &body.values {
            self.stored.insert(element.clone(), value.to_text());
        }
    }
}
