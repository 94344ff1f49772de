//! `scorm_session_list`: the open sessions.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::course::State;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormSessionList;

/// List the open sessions
///
/// For a client that lost its session_id. Oldest first.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormSessionListParams {}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormSessionListOutput {
    sessions: Vec<Listed>,
}

#[derive(Serialize, JsonSchema)]
struct Listed {
    session_id: String,
    course_id: Option<String>,
    title: Option<String>,
    state: State,
    runtime_open: bool,
    last_activity_at: u64,
}

impl fmt::Display for ScormSessionListOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} open sessions", self.sessions.len())
    }
}

impl Tool for ScormSessionList {
    const NAME: &'static str = "scorm_session_list";
    const TITLE: &'static str = "List sessions";
    const EFFECT: Effect = Effect::ReadOnly;
    const CORE: bool = true;
    const ORDERED: bool = false;
    const ERRORS: &'static [ErrorCode] = &[];
    type Params = ScormSessionListParams;
    type Output = ScormSessionListOutput;

    async fn run(
        cx: &Cx,
        ScormSessionListParams {}: Self::Params,
    ) -> Result<Reply<Self::Output>, ToolError> {
        let sessions = cx.sessions().list().into_iter().map(|session| {
            let course = session.package().map(greenroom_store::OpenPackage::course);
            let course = course.unwrap_or_default();
            Listed {
                session_id: session.id().to_string(),
                course_id: course.course_id,
                title: course.title,
                state: session.state().into(),
                runtime_open: session.runtime_open(),
                last_activity_at: session.last_activity_at(),
            }
        });
        Ok(ScormSessionListOutput {
            sessions: sessions.collect(),
        }
        .into())
    }
}
