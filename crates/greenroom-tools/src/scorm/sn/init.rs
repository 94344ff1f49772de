//! `scorm_sn_init`: offer sequencing on a course with a single SCO.

use std::fmt;

use greenroom_stage::Fault;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormSnInit;

/// Offer sequencing on a course with a single SCO
///
/// Needs a runtime; loses nothing. Returns activity_count.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormSnInitParams {
    /// The session
    session_id: String,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormSnInitOutput {
    success: bool,
    already_initialized: bool,
    /// Items of the organization, nested ones included
    activity_count: usize,
    organization: String,
}

impl fmt::Display for ScormSnInitOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sequencing is on, {} activities", self.activity_count)
    }
}

impl Tool for ScormSnInit {
    const NAME: &'static str = "scorm_sn_init";
    const TITLE: &'static str = "Begin sequencing";
    const EFFECT: Effect = Effect::WritesIdempotent;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::UnknownSession,
        ErrorCode::RuntimeNotOpen,
        ErrorCode::BrowserCrashed,
        ErrorCode::SnBridgeUnavailable,
        ErrorCode::SnInitFailed,
    ];
    type Params = ScormSnInitParams;
    type Output = ScormSnInitOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let _session = cx.sessions().session(&params.session_id)?;
        let runtime = cx.runtimes().require(&params.session_id)?;
        runtime
            .flush()
            .await
            .map_err(|error| error.known_as(Fault::SnBridgeUnavailable))?;
        let (items, organization) = runtime.live.read(|replica| {
            let course = replica.engine.course();
            // The root of the tree is the organization.
            (course.tree.len() - 1, course.organization.clone())
        });
        if items == 0 {
            let message = format!("the organization {organization} has no items");
            return Err(ToolError::new(ErrorCode::SnInitFailed, message)
                .detail("organization", organization));
        }
        Ok(ScormSnInitOutput {
            success: true,
            already_initialized: runtime.begin_sequencing(),
            activity_count: items,
            organization,
        }
        .into())
    }
}
