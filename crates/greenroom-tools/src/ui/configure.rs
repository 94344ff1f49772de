//! `ui_configure`: prepare a folder for a UI.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use greenroom_lua::Output;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::platform::StateName;
use super::project::Project;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct UiConfigure;

/// Prepare a folder for a UI in Lua and HTML
///
/// The first ui_ tool, then ui_start. Returns {state, base_dir, lua_log, lua_err_log, config}.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UiConfigureParams {
    /// Absolute path of the project's root
    #[schemars(extend("x-path" = "write"))]
    base_dir: String,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct UiConfigureOutput {
    state: StateName,
    base_dir: PathBuf,
    log_dir: PathBuf,
    lua_log: PathBuf,
    lua_err_log: PathBuf,
    config: ConfigOutput,
}

#[derive(Serialize, JsonSchema)]
struct ConfigOutput {
    path: PathBuf,
    loaded: bool,
    created: bool,
}

impl fmt::Display for UiConfigureOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Configured {}. Lua output: {}, Lua errors: {}",
            self.base_dir.display(),
            self.lua_log.display(),
            self.lua_err_log.display()
        )
    }
}

impl Tool for UiConfigure {
    const NAME: &'static str = "ui_configure";
    const TITLE: &'static str = "Configure the UI";
    const EFFECT: Effect = Effect::WritesIdempotent;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::UiCannotReconfigure,
        ErrorCode::UiBaseDirInvalid,
        ErrorCode::UiBaseDirUnusable,
        ErrorCode::UiConfigInvalid,
    ];
    type Params = UiConfigureParams;
    type Output = UiConfigureOutput;

    fn ready(cx: &Cx) -> Result<(), ToolError> {
        cx.ui().configurable()
    }

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let _one_at_a_time = cx.ui().changing.lock().await;
        cx.ui().configurable()?;
        let base_dir = PathBuf::from(params.base_dir);
        let data_directory = cx.ui().data_directory().to_owned();
        let project = cx
            .blocking(move || {
                Project::prepare(&base_dir, Output::files(&base_dir), &data_directory)
            })
            .await??;
        let project = Arc::new(project);
        cx.ui().configure(Arc::clone(&project));
        let output = UiConfigureOutput {
            state: StateName::Configured,
            base_dir: project.base_dir.clone(),
            log_dir: project.log_dir(),
            lua_log: project.log_dir().join("lua.log"),
            lua_err_log: project.log_dir().join("lua-err.log"),
            config: ConfigOutput {
                path: project.config.path.clone(),
                loaded: project.config.loaded,
                created: !project.config.loaded,
            },
        };
        let text = output.to_string();
        Ok(Reply::new(output).text(text))
    }
}
