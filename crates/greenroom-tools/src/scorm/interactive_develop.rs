//! `scorm_interactive_develop`: a course that is judged and loaded again while somebody edits it.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use greenroom_stage::course::development::{Live, Reload, Wish, check_editable};
use greenroom_store::Session;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::open_course::{self, OpenRequest};
use crate::playing::{launch_param, open_errors};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError, counted, workbench_view};

pub(crate) struct ScormInteractiveDevelop;

/// Open a course folder and follow its files
///
/// Saves are judged (event validation:changed) and loaded. development_url is for the human.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormInteractiveDevelopParams {
    /// Folder with imsmanifest.xml
    #[schemars(extend("x-path" = "read"))]
    workspace_path: String,
    /// sequence_test starts anew after a save
    #[serde(default)]
    development_mode: DevelopmentMode,
    /// Judge saves
    #[serde(default = "yes")]
    auto_validate: bool,
    /// Show it on the workbench
    #[serde(default = "yes")]
    enable_inspector: bool,
    /// More options
    #[serde(default)]
    launch: Map<String, Value>,
}

fn yes() -> bool {
    true
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum DevelopmentMode {
    ContentEdit,
    DebugApi,
    #[default]
    ValidateLive,
    SequenceTest,
}

impl DevelopmentMode {
    /// What becomes of the learner's state: sequencing is tried from its beginning.
    fn reload(self) -> Reload {
        match self {
            Self::SequenceTest => Reload::Drop,
            Self::ContentEdit | Self::DebugApi | Self::ValidateLive => Reload::Keep,
        }
    }

    /// The tools that go with it, the most useful first.
    fn tools(self) -> &'static [&'static str] {
        match self {
            Self::ContentEdit => &[
                "scorm_session_events",
                "scorm_capture_screenshot",
                "scorm_get_page_state",
                "scorm_get_console_errors",
                "scorm_dom_click",
            ],
            Self::DebugApi => &[
                "scorm_session_events",
                "scorm_debug_api_calls",
                "scorm_wait_for_api_call",
                "scorm_get_data_model_history",
                "scorm_export_trace",
            ],
            Self::ValidateLive => &[
                "scorm_session_events",
                "scorm_validate_compliance",
                "scorm_validate_workspace",
                "scorm_get_console_errors",
                "scorm_capture_screenshot",
            ],
            Self::SequenceTest => &[
                "scorm_session_events",
                "scorm_trace_sequencing",
                "scorm_nav_next",
                "scorm_nav_choice",
                "scorm_nav_get_state",
            ],
        }
    }
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct InteractiveDevelopment {
    session_id: String,
    /// A person can see and play the session
    inspector_active: bool,
    live_validation: bool,
    /// For the human; good once
    development_url: Option<String>,
    available_tools: &'static [&'static str],
    /// Of the files as they are now
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    errors: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    warnings: Option<usize>,
}

impl fmt::Display for InteractiveDevelopment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "session {} follows its files", self.session_id)?;
        if let (Some(errors), Some(warnings)) = (self.errors, self.warnings) {
            let (errors, warnings) = (counted(errors, "error"), counted(warnings, "warning"));
            write!(f, "; now {errors}, {warnings}")?;
        }
        Ok(())
    }
}

impl Tool for ScormInteractiveDevelop {
    const NAME: &'static str = "scorm_interactive_develop";
    const TITLE: &'static str = "Develop live";
    const EFFECT: Effect = Effect::Writes;
    const ERRORS: &'static [ErrorCode] = open_errors![SavedDataUnreadable];
    type Params = ScormInteractiveDevelopParams;
    type Output = InteractiveDevelopment;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        check_editable(Path::new(&params.workspace_path))?;
        let opening = OpenRequest {
            package_path: params.workspace_path.clone(),
            new_attempt: false,
            timeout_ms: 0,
            launch: launch_param::read(params.launch.clone(), cx.reach())?,
        };
        let (session, _) = open_course::open(cx, opening).await?;
        let developed = develop(cx, &session, &params).await;
        if developed.is_err() {
            open_course::close_half_opened(cx.runtimes(), session.id().as_str()).await;
        }
        developed
    }
}

async fn develop(
    cx: &Cx,
    session: &Arc<Session>,
    params: &ScormInteractiveDevelopParams,
) -> Result<Reply<InteractiveDevelopment>, ToolError> {
    let mode = params.development_mode;
    let wish = Wish {
        validate: params.auto_validate,
        reload: mode.reload(),
    };
    let development = cx.app.developments.begin(session, wish).await?;
    let Live { judged, .. } = development.live();
    let session_id = session.id().to_string();
    let (url, notice) = if params.enable_inspector {
        workbench_view::of_session(cx, &session_id).await
    } else {
        (None, None)
    };
    let output = InteractiveDevelopment {
        inspector_active: url.is_some(),
        live_validation: params.auto_validate,
        development_url: url,
        available_tools: mode.tools(),
        score: judged.as_ref().map(|judged| judged.score),
        errors: judged.as_ref().map(|judged| judged.errors),
        warnings: judged.as_ref().map(|judged| judged.warnings),
        session_id,
    };
    Ok(Reply::new(output).notices(notice))
}
