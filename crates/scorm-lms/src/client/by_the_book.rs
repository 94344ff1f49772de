//! The profiles that answer by the book: the engine itself.

use scorm_runtime::{Api, ApiFunction, Credit, Edition, Entry, Limits, LmsData, Mode};

use super::Called;
use crate::launch::Launch;
use crate::profile::{Profile, Version};
use crate::value::JsValue;

/// The engine, with the limits of a profile.
#[derive(Debug)]
pub(super) struct ByTheBook {
    api: Api,
    version: Version,
}

impl ByTheBook {
    pub(super) fn new(profile: &Profile, version: Version, launch: &Launch) -> Self {
        let engine_version = match version {
            Version::Scorm12 => scorm_runtime::Version::Scorm12,
            Version::Scorm2004 => scorm_runtime::Version::Scorm2004(Edition::Fourth),
        };
        let limit = profile.suspend_data(version).map(|limit| limit.value);
        let engine = scorm_runtime::Profile {
            limits: if profile.name == "strict" {
                Limits::Refuse
            } else {
                Limits::Standard
            },
            suspend_data_limit: limit
                .filter(|_| profile.name != "standard")
                .map(|limit| u32::try_from(limit).unwrap_or(u32::MAX)),
            ..scorm_runtime::Profile::default()
        };
        let review = launch.mode() != "normal";
        let data = LmsData {
            learner_id: launch.learner.login.clone(),
            learner_name: launch.learner.name.clone(),
            credit: if review {
                Credit::NoCredit
            } else {
                Credit::Credit
            },
            mode: match launch.mode() {
                "review" => Mode::Review,
                "browse" => Mode::Browse,
                _ => Mode::Normal,
            },
            entry: if launch.prior.is_empty() {
                Entry::AbInitio
            } else {
                Entry::Resume
            },
            launch_data: launch.launch_data.clone(),
            max_time_allowed: launch.max_time_allowed.clone(),
            time_limit_action: launch.time_limit_action.clone(),
            scaled_passing_score: launch.scaled_passing_score.clone(),
            completion_threshold: launch.completion_threshold.clone(),
            mastery_score: launch.mastery_score.clone(),
            ..LmsData::default()
        };
        Self {
            api: Api::new(engine_version, engine, &data),
            version,
        }
    }

    pub(super) fn call(&mut self, function: &str, args: &[JsValue]) -> Called {
        let Some(found) = function_of(function, self.version) else {
            return Called::not_a_function(function);
        };
        let texts: Vec<String> = args.iter().map(JsValue::to_text).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let value = self.api.call(found, &texts, &()).value.into_owned();
        Called {
            outcome: Ok(JsValue::Text(value)),
            error: Some(self.api.last_error().to_string()),
        }
    }
}

fn function_of(name: &str, version: Version) -> Option<ApiFunction> {
    let mut functions = ApiFunction::ALL.into_iter();
    functions.find(|function| match version {
        Version::Scorm12 => function.name_1_2() == name,
        Version::Scorm2004 => function.name_2004() == name,
    })
}
