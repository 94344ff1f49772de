//! Launch options in one parameter, for tools whose own come first.

use greenroom_stage::course::launch_options::LaunchOptions;
use greenroom_store::{Purpose, Reach};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::{ErrorCode, ToolError, named_paths};

/// Reads `launch`. Its schema is open, so the path in it is judged here.
pub(crate) fn read(given: Map<String, Value>, reach: &Reach) -> Result<LaunchOptions, ToolError> {
    let mut launch: LaunchOptions = part("launch", given)?;
    if let Some(path) = &launch.saved_state {
        let found = reach.find_path(path, Purpose::Read);
        let found =
            found.map_err(|out| named_paths::refused("saved_state", Purpose::Read, &out))?;
        launch.saved_state = Some(found);
    }
    Ok(launch)
}

/// Reads one parameter that is named as in `scorm_open_course`.
pub(crate) fn part<T: DeserializeOwned>(
    name: &str,
    given: Map<String, Value>,
) -> Result<T, ToolError> {
    serde_json::from_value(Value::Object(given)).map_err(|fault| {
        let message = format!("{name}: {fault}");
        ToolError::new(ErrorCode::InvalidParams, message)
            .hint("scorm_open_course takes the same options.")
    })
}
