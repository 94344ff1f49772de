//! Any bytes as a sequence of API calls: `cargo +nightly fuzz run api_calls`.
//!
//! The first byte chooses version and profile. Then every line is a call: its first byte is the
//! function, the rest are arguments with tabs between them.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scorm_runtime::{Api, Edition, ApiFunction, LmsData, ObjectiveSeed, Profile, SharedData, Version};

const VERSIONS: [Version; 4] = [
    Version::Scorm12,
    Version::Scorm2004(Edition::Second),
    Version::Scorm2004(Edition::Third),
    Version::Scorm2004(Edition::Fourth),
];
const MOST_RECORDS: u32 = 20;

fuzz_target!(|input: &[u8]| {
    let Some((&choice, calls)) = input.split_first() else {
        return;
    };
    let version = VERSIONS[usize::from(choice & 3)];
    let profile = Profile {
        tolerant: choice & 4 != 0,
        strict_feedback: choice & 8 != 0,
        max_records: MOST_RECORDS,
        ..Profile::default()
    };
    let mut api = Api::new(version, profile, &launch());
    api.initialize("");
    for line in calls.split(|&byte| byte == b'\n') {
        let Some((&function, arguments)) = line.split_first() else {
            continue;
        };
        let function = ApiFunction::ALL[usize::from(function) % ApiFunction::ALL.len()];
        let arguments: Vec<_> = arguments
            .split(|&byte| byte == b'\t')
            .map(String::from_utf8_lossy)
            .collect();
        let arguments: Vec<&str> = arguments.iter().map(AsRef::as_ref).collect();
        let refused_before = api.run_time_data();
        let answer = api.call(function, &arguments, &());
        let (value, error) = (answer.value.into_owned(), answer.error);
        assert_eq!(error, api.last_error());
        if function == ApiFunction::SetValue && error != 0 {
            assert_eq!(value, "false");
            assert_eq!(api.run_time_data(), refused_before);
        }
        assert!(api.diagnostic("").chars().count() < 255);
    }
    let snapshot = api.snapshot();
    assert_eq!(Api::restore(&snapshot).snapshot(), snapshot);
    for element in api.elements() {
        assert_eq!(
            api.value_of(&element.element),
            element.value,
            "{}",
            element.element
        );
    }
    api.end_session();
});

fn launch() -> LmsData {
    LmsData {
        completion_threshold: Some("0.5".to_owned()),
        mastery_score: Some("80".to_owned()),
        objectives: vec![ObjectiveSeed {
            id: "o".to_owned(),
            ..ObjectiveSeed::default()
        }],
        shared_data: vec![SharedData {
            id: "b".to_owned(),
            store: None,
            read: true,
            write: true,
        }],
        ..LmsData::default()
    }
}
