//! Whatever strings come: no panic, the answers keep their form, and the model its invariants.

use proptest::prelude::*;
use scorm_runtime::{
    Api, ApiFunction, Edition, LmsComment, LmsData, ObjectiveSeed, Profile, SharedData, State,
    Version, errors,
};

fn version() -> impl Strategy<Value = Version> {
    prop_oneof![
        Just(Version::Scorm12),
        Just(Version::Scorm2004(Edition::Second)),
        Just(Version::Scorm2004(Edition::Third)),
        Just(Version::Scorm2004(Edition::Fourth)),
    ]
}

/// Names near the tables: tokens of real names, indexes and nonsense with dots between them.
fn element() -> impl Strategy<Value = String> {
    let token = prop_oneof![
        4 => prop::sample::select(vec![
            "cmi", "adl", "core", "objectives", "interactions", "comments_from_learner", "score",
            "scaled", "raw", "id", "type", "correct_responses", "pattern", "learner_response",
            "student_response", "data", "store", "nav", "request", "request_valid", "choice",
            "_count", "_children", "_version", "location", "suspend_data", "lesson_status",
            "exit", "session_time", "comments", "{target=a.b}", "success_status", "result",
        ]).prop_map(str::to_owned),
        3 => (0..4_u32).prop_map(|index| index.to_string()),
        1 => any::<String>(),
    ];
    prop_oneof![
        6 => prop::sample::select(vec![
            "cmi.objectives.N.id", "cmi.objectives.N.success_status", "cmi.interactions.N.id",
            "cmi.interactions.N.type", "cmi.interactions.N.objectives.M.id",
            "cmi.interactions.N.correct_responses.M.pattern", "cmi.interactions.N.learner_response",
            "cmi.interactions.N.student_response", "cmi.comments_from_learner.N.comment",
            "adl.data.N.store", "cmi.location", "cmi.core.score.raw", "cmi.comments",
            "cmi.score.scaled", "cmi.session_time", "cmi.core.session_time", "cmi.exit",
        ]).prop_flat_map(|name| (0..3_u32, 0..3_u32).prop_map(move |(n, m)| {
            name.replace('N', &n.to_string()).replace('M', &m.to_string())
        })),
        4 => prop::collection::vec(token, 0..6).prop_map(|tokens| tokens.join(".")),
        1 => any::<String>(),
    ]
}

fn value() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => prop::sample::select(vec![
            "", "a", "b", "a[,]b", "b[,]a", "a[.]b", "1[:]2", "0.5", "-1", "choice", "true-false",
            "sequencing", "matching", "numeric", "other", "fill-in", "passed", "suspend",
            "{lang=en}x", "{order_matters=false}a", "PT1H", "00:10:00", "2004-01-01", "continue",
            "{target=a.b}choice", "completed",
        ]).prop_map(str::to_owned),
        1 => any::<String>(),
    ]
}

fn call() -> impl Strategy<Value = (ApiFunction, Vec<String>)> {
    prop_oneof![
        6 => (element(), value()).prop_map(|(name, value)| (ApiFunction::SetValue, vec![name, value])),
        4 => element().prop_map(|name| (ApiFunction::GetValue, vec![name])),
        1 => (prop::sample::select(ApiFunction::ALL.to_vec()), prop::collection::vec(value(), 0..4))
            ,
    ]
}

fn launch() -> LmsData {
    LmsData {
        learner_id: "l".to_owned(),
        objectives: vec![ObjectiveSeed {
            id: "o".to_owned(),
            ..ObjectiveSeed::default()
        }],
        comments_from_lms: vec![LmsComment {
            comment: "c".to_owned(),
            ..LmsComment::default()
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

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_calls_keep_the_invariants(
        version in version(),
        tolerant in any::<bool>(),
        strict_feedback in any::<bool>(),
        calls in prop::collection::vec(call(), 0..60),
    ) {
        let profile = Profile { tolerant, strict_feedback, max_records: 3, ..Profile::default() };
        let mut api = Api::new(version, profile, &launch());
        api.initialize("");
        for (function, arguments) in calls {
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            let before = api.snapshot();
            let answer = api.call(function, &arguments, &());
            let (value, error) = (answer.value.into_owned(), answer.error);
            prop_assert!(errors(version).iter().any(|known| known.code == error), "{error}");
            prop_assert_eq!(error, api.last_error());
            let after = api.snapshot();
            match function {
                ApiFunction::GetLastError | ApiFunction::GetErrorString | ApiFunction::GetDiagnostic => {
                    prop_assert_eq!(&before, &after);
                    prop_assert!(value.chars().count() < 255);
                    // The changes are still those of the call before.
                    continue;
                }
                ApiFunction::GetValue => {
                    prop_assert_eq!(&before.data, &after.data);
                    prop_assert!(error == 0 || value.is_empty());
                }
                _ => {
                    prop_assert_eq!(value, if error == 0 { "true" } else { "false" });
                    if error != 0 {
                        prop_assert_eq!(&before.data, &after.data, "a refused call changed data");
                    }
                }
            }
            // The changes of a call are exactly the difference it made.
            for change in api.changes() {
                let stored = |snapshot: &scorm_runtime::Snapshot| {
                    snapshot.data.values.iter()
                        .find(|stored| stored.element == change.element)
                        .map(|stored| stored.value.clone())
                };
                prop_assert_eq!(stored(&before), change.previous.clone());
                prop_assert_eq!(stored(&after), change.value.clone());
            }
            prop_assert_eq!(Api::restore(&after).snapshot(), after);
        }
        api.end_session();
        prop_assert_eq!(api.state(), State::Terminated);
        let resumed = Api::new(
            version,
            Profile::default(),
            &LmsData { prior: Some(api.run_time_data()), ..launch() },
        );
        prop_assert_eq!(resumed.run_time_data(), api.run_time_data());
    }

    #[test]
    fn a_value_that_was_set_is_read_back(name in element(), value in value()) {
        let mut api = Api::new(
            Version::Scorm2004(Edition::Fourth),
            Profile::default(),
            &LmsData::default(),
        );
        api.initialize("");
        if api.set_value(&name, &value).error == 0 {
            let answer = api.get_value(&name, &());
            prop_assert!(answer.error == 405 || answer.value == value, "{answer:?}");
        }
    }
}
