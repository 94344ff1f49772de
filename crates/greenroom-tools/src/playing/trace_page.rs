//! What is kept of a session as a page that anybody can open, for answers that name one.

use greenroom_stage::trace_file;
use greenroom_stdx::file_url;
use greenroom_store::Session;

use crate::scorm::export_trace;
use crate::{Cx, ToolError};

/// Writes the trace of the session `played` among the artifacts of `home`; the address of the file.
pub(crate) async fn write(cx: &Cx, home: &Session, played: &Session) -> Result<String, ToolError> {
    let sessions = cx.sessions().data_dir().sessions();
    let id = played.id().to_string();
    let export = move || trace_file::export(&sessions, &id, false);
    let trace = cx.blocking(export).await??;
    let path = export_trace::write_artifact(home, &trace)?;
    Ok(file_url(&path))
}
