//! What is kept of the run-time data of an activity.

use serde::{Deserialize, Serialize};

/// The data model of an activity's last learner session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuntimeRecord {
    /// Attempt Count of the activity then.
    pub attempt: u32,
    /// The exit value that counts: `suspend` after Suspend All, whatever the content set.
    pub exit: String,
    /// The whole API instance.
    pub api: scorm_runtime::Snapshot,
}
