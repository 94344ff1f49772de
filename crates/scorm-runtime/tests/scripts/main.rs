//! Call scripts: what a SCO calls, and what it must get.
//!
//! A line reads `SetValue("cmi.score.scaled", "2") -> "false" 407`. Blank lines and lines that
//! begin with `#` are skipped.

mod api_states;
mod collections_2004;
mod editions;
mod interactions_2004;
mod limits;
mod navigation;
mod precedence_2004;
mod resume;
mod scorm12_elements;
mod scorm12_errors;
mod scorm12_finish;
mod scorm12_names;
mod shared_data;
mod snapshots;
mod status_2004;
mod support_functions;
mod table;
mod tolerance;
mod tracking;

use scorm_runtime::{Api, ApiFunction, Edition, LmsData, NavigationOracle, Profile, Version};

pub(crate) const V2004: Version = Version::Scorm2004(Edition::Fourth);
pub(crate) const V12: Version = Version::Scorm12;

/// A fresh instance that is not initialized.
pub(crate) fn fresh(version: Version) -> Api {
    launched(version, Profile::default(), &LmsData::default())
}

pub(crate) fn launched(version: Version, profile: Profile, launch: &LmsData) -> Api {
    Api::new(version, profile, launch)
}

/// A running instance with nothing but defaults.
pub(crate) fn running(version: Version) -> Api {
    running_with(version, Profile::default(), &LmsData::default())
}

pub(crate) fn running_with(version: Version, profile: Profile, launch: &LmsData) -> Api {
    let mut api = launched(version, profile, launch);
    assert_eq!(api.initialize("").error, 0);
    api
}

/// Plays a script with nobody to ask about navigation.
pub(crate) fn play(api: &mut Api, script: &str) {
    play_with(api, script, &());
}

pub(crate) fn play_with(api: &mut Api, script: &str, oracle: &dyn NavigationOracle) {
    for line in script.lines().map(str::trim) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (call, wanted) = line.split_once(") -> ").expect("a call and its answer");
        let (name, arguments) = call.split_once('(').expect("a function with arguments");
        let function = ApiFunction::parse(name).expect("a function of the API");
        let arguments: Vec<String> =
            serde_json::from_str(&format!("[{arguments}]")).expect("strings as arguments");
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let answer = api.call(function, &arguments, oracle);
        let got = format!("{:?} {}", answer.value, answer.error);
        let wanted = match wanted.rsplit_once(' ') {
            Some((value, error)) => {
                let value: String = serde_json::from_str(value).expect("a string as answer");
                format!("{value:?} {error}")
            }
            None => panic!("no error code in {line}"),
        };
        assert_eq!(got, wanted, "{line}");
    }
}
