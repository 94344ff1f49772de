//! The `settings` parameter of the validation tools.

use greenroom_report::ValidationSettings;
use schemars::JsonSchema;
use scorm_lint::{BrowserTarget, Level};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::{ErrorCode, ToolError, schema};

/// An object whose members are checked by [`SettingsParam::read`].
///
/// Its schema is long and the same in three tools, so it is not advertised; the names of its
/// members stand in the description.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(transparent)]
pub(crate) struct SettingsParam(Map<String, Value>);

impl SettingsParam {
    /// The settings of a call, completed by those of the process.
    pub(crate) fn read(self, config: &ValidationSettings) -> Result<ValidationSettings, ToolError> {
        let mut given = Value::Object(self.0);
        let schema = Value::Object(schema::of_params::<ValidationSettings>());
        let mut faults = greenroom_schema::check(&schema, &mut given);
        for fault in &mut faults {
            fault.path = format!("settings.{}", fault.path);
        }
        let invalid = |message: String| ToolError::new(ErrorCode::InvalidParams, message);
        if let Some(first) = faults.first() {
            let message = format!(
                "{}: expected {}, received {}",
                first.path, first.expected, first.received
            );
            return Err(invalid(message).detail("faults", &faults));
        }
        let own: ValidationSettings =
            serde_json::from_value(given).map_err(|error| invalid(format!("settings: {error}")))?;
        let chosen = own.or(config);
        let mut browsers = chosen.targets.browsers.iter().flatten();
        if let Some(unknown) = browsers.find(|name| BrowserTarget::parse(name).is_none()) {
            return Err(invalid(format!(
                "settings.targets.browsers: `{unknown}` is not a browser; write chrome, edge, firefox, safari or ie \
                 and, if not the current one, the oldest version: safari 13.1"
            )));
        }
        let settings = chosen.for_lint(None, Level::Standard, []);
        match settings.unknown_profile() {
            None => Ok(chosen),
            Some(unknown) => {
                let known = settings.profile_names().join(", ");
                Err(invalid(format!(
                    "settings.lms_profiles: no profile is called {unknown}; there are {known}"
                )))
            }
        }
    }
}
