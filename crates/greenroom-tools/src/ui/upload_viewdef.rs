//! `ui_upload_viewdef`: add or replace a view definition.

use std::fmt;
use std::path::PathBuf;

use greenroom_lua::LimitReached;
use greenroom_lua::limits::VIEWDEF_BYTES;
use greenroom_lua::viewdef::{self, ViewdefKey};
use greenroom_web::ui::UploadError;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::failure;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError, counted};

pub(crate) struct UiUploadViewdef;

/// Add or replace the HTML view of a type
///
/// All open tabs show it at once. HTML with ui-value, ui-action, ui-view… naming paths into Lua.
/// Returns {key, version, tabs, warnings}.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UiUploadViewdefParams {
    /// Type of the Lua object, e.g. Contact
    #[serde(rename = "type")]
    type_name: String,
    /// Namespace, e.g. DEFAULT or list-item
    namespace: String,
    /// HTML
    content: String,
    /// Also write viewdefs/TYPE.NAMESPACE.html
    #[serde(default)]
    persist: bool,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct UiUploadViewdefOutput {
    key: String,
    version: u64,
    replaced: bool,
    tabs: usize,
    variables: usize,
    /// Each has line, column, code, message, and often a suggestion.
    warnings: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<PathBuf>,
}

impl fmt::Display for UiUploadViewdefOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Viewdef {} stored (version {}): pushed to {}, {} refreshed",
            self.key,
            self.version,
            counted(self.tabs, "tab"),
            counted(self.variables, "variable")
        )
    }
}

impl Tool for UiUploadViewdef {
    const NAME: &'static str = "ui_upload_viewdef";
    const TITLE: &'static str = "Upload a view definition";
    const EFFECT: Effect = Effect::Writes;
    /// Of two uploads of one definition the later one wins.
    const QUEUE: Option<&'static str> = Some("ui/viewdefs");
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::UiNotConfigured,
        ErrorCode::UiNotStarted,
        ErrorCode::UiViewdefInvalid,
        ErrorCode::LimitExceeded,
        ErrorCode::UiBaseDirUnusable,
    ];
    type Params = UiUploadViewdefParams;
    type Output = UiUploadViewdefOutput;

    fn ready(cx: &Cx) -> Result<(), ToolError> {
        cx.ui().running().map(drop)
    }

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let server = cx.ui().running()?;
        let key = ViewdefKey::new(&params.type_name, &params.namespace).map_err(|problem| {
            let fault = json!({"path": "type, namespace", "expected": problem.to_string(),
                "received": format!("{}.{}", params.type_name, params.namespace)});
            ToolError::new(
                ErrorCode::InvalidParams,
                format!("ui_upload_viewdef: {problem}"),
            )
            .detail("faults", [fault])
        })?;
        if params.content.len() > VIEWDEF_BYTES {
            return Err(failure::of_limit(&LimitReached {
                limit: "bytes of a view definition",
                value: VIEWDEF_BYTES,
            }));
        }
        let (html, warnings) = viewdef::check(&key, &params.content).map_err(|invalid| {
            let text = format!("Invalid view definition {key}");
            ToolError::new(ErrorCode::UiViewdefInvalid, text)
                .hint(format!("{invalid}. The old definition stays."))
                .detail("line", invalid.line)
                .detail("column", invalid.column)
                .detail("problem", &invalid.problem)
        })?;
        let uploaded = server
            .upload(key.clone(), html, params.persist)
            .await
            .map_err(refused)?;
        let output = UiUploadViewdefOutput {
            key: key.to_string(),
            version: uploaded.change.version,
            replaced: uploaded.change.replaced,
            tabs: uploaded.pushed.tabs,
            variables: uploaded.pushed.updates,
            warnings: warnings
                .iter()
                .filter_map(|warning| serde_json::to_value(warning).ok())
                .collect(),
            file: uploaded.file,
        };
        let text = output.to_string();
        Ok(Reply::new(output).text(text))
    }
}

fn refused(error: UploadError) -> ToolError {
    match error {
        UploadError::Limit(limit) => failure::of_limit(&limit),
        UploadError::NotWritten { path, error } => {
            ToolError::new(ErrorCode::UiBaseDirUnusable, "base_dir is not usable")
                .detail("path", path)
                .detail("reason", "not_writable")
                .detail("os_error", error.to_string())
        }
    }
}
