//! `scorm_clear_saved_data`: delete the saved state of a course.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use greenroom_stage::course::recovery;
use greenroom_store::{Namespace, Owner, SavedStates, SessionStore, SourcePackage};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormClearSavedData;

/// Delete the saved state of a course
///
/// For cleaning up; new attempts do not need it. Returns deleted, path, open_sessions.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormClearSavedDataParams {
    /// Folder with imsmanifest.xml, or .zip
    #[schemars(extend("x-path" = "read"))]
    package_path: String,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormClearSavedDataOutput {
    success: bool,
    course_id: Option<String>,
    deleted: bool,
    path: PathBuf,
    open_sessions: Vec<String>,
}

impl fmt::Display for ScormClearSavedDataOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.deleted {
            "the saved state is deleted"
        } else {
            "there was no saved state"
        })
    }
}

impl Tool for ScormClearSavedData {
    const NAME: &'static str = "scorm_clear_saved_data";
    const TITLE: &'static str = "Clear saved data";
    const EFFECT: Effect = Effect::Destructive;
    const ACTS: bool = false;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::PathResolutionError,
        ErrorCode::ManifestNotFound,
        ErrorCode::SecurityViolation,
        ErrorCode::LimitExceeded,
        ErrorCode::ManifestValidationError,
        ErrorCode::SavedDataWriteFailed,
    ];
    type Params = ScormClearSavedDataParams;
    type Output = ScormClearSavedDataOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let store = Arc::clone(cx.sessions());
        let cleared = cx.blocking(move || clear(&store, &params.package_path));
        Ok(cleared.await??.into())
    }
}

fn clear(store: &SessionStore, path: &str) -> Result<ScormClearSavedDataOutput, ToolError> {
    let source = SourcePackage::read(path.as_ref(), &store.limits().package)?;
    source.require_manifest()?;
    if source.manifest().is_none() {
        let faults: Vec<String> = source.problems().iter().map(ToString::to_string).collect();
        let message = "the manifest cannot be read, so the course is not known";
        return Err(
            ToolError::new(ErrorCode::ManifestValidationError, message).detail("faults", faults)
        );
    }
    let course_id = source.course().course_id;
    let states = SavedStates::new(store.data_dir());
    let (package_path, structure) = (source.path().to_str(), source.structure());
    let owner = Owner {
        course_id: course_id.as_deref(),
        package_path,
        structure: structure.as_deref(),
    };
    let path = states.path(Namespace::Mcp, owner);
    // What a server that died left behind would come back as saved state at the next open.
    let left_behind = recovery::discard(store.data_dir(), Namespace::Mcp, owner)?;
    let deleted = states.remove(Namespace::Mcp, owner)?;
    let of_course = |session: &Arc<greenroom_store::Session>| {
        let package = session.package();
        package.is_some_and(|package| package.course().course_id == course_id)
    };
    let open_sessions = store
        .list()
        .iter()
        .filter(|session| of_course(session))
        .map(|session| session.id().to_string())
        .collect();
    Ok(ScormClearSavedDataOutput {
        success: true,
        deleted: deleted || left_behind,
        path,
        open_sessions,
        course_id,
    })
}
