//! `scorm_get_lms_record`: what the LMS of the session's profile has stored.

use std::fmt;

use greenroom_stage::course::lms::LmsReport;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError, counted};

pub(crate) struct ScormGetLmsRecord;

/// What the LMS of lms_profile stored, beside what the course believes
///
/// Returns status, score, grade, completion, total_time, lost, believed_differs, next_launch, stored.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormGetLmsRecordParams {
    /// The session; also one that was closed
    session_id: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(transparent)]
pub(crate) struct ScormGetLmsRecordOutput(LmsReport);

impl fmt::Display for ScormGetLmsRecordOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LmsReport {
            lms,
            status,
            grade,
            lost,
            believed_differs,
            ..
        } = &self.0;
        write!(f, "{lms}: {status}, ")?;
        match grade {
            Some(grade) => write!(f, "grade {grade}")?,
            None => f.write_str("no grade")?,
        }
        let wrong = lost.len() + believed_differs.len();
        write!(f, "; {} not stored as set", counted(wrong, "value"))
    }
}

impl Tool for ScormGetLmsRecord {
    const NAME: &'static str = "scorm_get_lms_record";
    const TITLE: &'static str = "Record in the LMS";
    const EFFECT: Effect = Effect::ReadOnly;
    const ERRORS: &'static [ErrorCode] = &[ErrorCode::RuntimeNotOpen, ErrorCode::BrowserCrashed];
    type Params = ScormGetLmsRecordParams;
    type Output = ScormGetLmsRecordOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let report = cx.runtimes().lms_report(&params.session_id).await?;
        Ok(ScormGetLmsRecordOutput(report).into())
    }
}
