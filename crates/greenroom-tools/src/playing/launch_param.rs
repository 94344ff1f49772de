//! Launch options in one parameter, for tools whose own come first.

use greenroom_stage::course::launch_options::LaunchOptions;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::{ErrorCode, ToolError};

/// Reads `launch`.
pub(crate) fn read(given: Map<String, Value>) -> Result<LaunchOptions, ToolError> {
    part("launch", given)
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
