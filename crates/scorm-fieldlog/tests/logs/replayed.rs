//! Replays: sessions that go on, launches within a log, courses with several SCOs.

use scorm_fieldlog::parse;
use scorm_fieldlog::replay::{Answerer, Setting, replay};
use scorm_session::rehearsal::format::SessionAfter;
use scorm_session::{Answer, ApiFunction, Options};

use crate::{replayed, replayed_on};

const TWO_SCOS: &str = r#"<manifest identifier="TWO" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
    xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
  <organizations default="ORG"><organization identifier="ORG"><title>Two</title>
    <item identifier="intro" identifierref="A"><title>Intro</title></item>
    <item identifier="one" identifierref="R"><title>One</title></item>
    <item identifier="two" identifierref="R"><title>Two</title></item>
  </organization></organizations>
  <resources>
    <resource identifier="A" type="webcontent" adlcp:scormtype="asset" href="intro.html"/>
    <resource identifier="R" type="webcontent" adlcp:scormtype="sco" href="sco.html"/>
  </resources>
</manifest>"#;

#[test]
fn a_resumed_session_begins_with_the_one_before() {
    for text in [
        "\
LMSInitialize('') returned 'true'
LMSGetValue('cmi.core.student_id') returned 'anna'
LMSGetValue('cmi.core.student_name') returned 'Novak, Anna'
LMSGetValue('cmi.core.entry') returned 'resume'
LMSGetValue('cmi.core.total_time') returned '00:05:00'
LMSGetValue('cmi.core.lesson_status') returned 'incomplete'
LMSGetValue('cmi.suspend_data') returned 'page=4'
LMSGetValue('cmi.core.lesson_location') returned '4'
LMSSetValue('cmi.core.lesson_status', 'completed') returned 'true'
LMSFinish('') returned 'true'
",
        "\
Initialize('') returned 'true'
GetValue('cmi.learner_id') returned 'anna'
GetValue('cmi.entry') returned 'resume'
GetValue('cmi.total_time') returned 'PT5M'
GetValue('cmi.completion_status') returned 'incomplete'
GetValue('cmi.suspend_data') returned 'page=4'
GetValue('cmi.location') returned '4'
SetValue('cmi.completion_status', 'completed') returned 'true'
Terminate('') returned 'true'
",
    ] {
        let replay = replayed(text);
        assert_eq!(replay.differences, [], "{text}");
        assert_eq!(replay.end_state.completion.as_deref(), Some("completed"));
        assert_eq!(replay.end_state.data["cmi.suspend_data"], "page=4");
        assert_eq!(replay.rehearsal.steps.len(), 2);
        assert!(
            replay
                .notes
                .iter()
                .any(|note| note.contains("earlier session"))
        );
    }
}

#[test]
fn an_lms_that_begins_otherwise_is_a_difference() {
    let replay = replayed(
        "LMSInitialize('') returned 'true'\n\
         LMSGetValue('cmi.core.entry') returned 'ab-initio'\n\
         LMSGetValue('cmi.core.lesson_mode') returned 'review'\n\
         LMSGetValue('cmi.core.lesson_status') returned 'incomplete'\n",
    );
    assert_eq!(replay.differing, 2);
    let first = &replay.differences[0];
    assert_eq!(first.args, ["cmi.core.lesson_mode"]);
    assert_eq!(first.logged.result.as_deref(), Some("review"));
    assert_eq!(first.answered.result.as_deref(), Some("normal"));
    assert_eq!(replay.end_state.api, Some("running"));
}

#[test]
fn a_log_without_its_beginning_is_initialized_first() {
    let replay = replayed("SetValue('cmi.location', '3') returned 'true' in 0 seconds\n");
    assert_eq!(replay.differences, []);
    assert!(
        replay
            .notes
            .iter()
            .any(|note| note.contains("begins behind Initialize"))
    );
    let replay = replayed("SetValue('cmi.location', '3') returned 'false' (error: 132)\n");
    assert_eq!(replay.differences, [], "it was never initialized");
}

#[test]
fn the_launch_is_made_up_from_what_the_log_shows() {
    let replay = replayed(
        "Initialize('') returned 'true'\n\
         GetValue('cmi.launch_data') returned 'a=1&b=<2>'\n\
         GetValue('cmi.scaled_passing_score') returned '0.8'\n\
         GetValue('cmi.completion_threshold') returned '0.5'\n\
         SetValue('cmi.score.scaled', '0.9') returned 'true'\n\
         GetValue('cmi.success_status') returned 'passed'\n",
    );
    assert_eq!(replay.differences, []);
    let replay = replayed(
        "LMSInitialize('') returned 'true'\n\
         LMSGetValue('cmi.launch_data') returned 'x'\n\
         LMSGetValue('cmi.student_data.mastery_score') returned '75'\n",
    );
    assert_eq!(replay.differences, []);
}

#[test]
fn a_second_launch_opens_the_course_again() {
    let text = "\
LMSInitialize('') returned 'true'
LMSSetValue('cmi.suspend_data', 'p=2') returned 'true'
LMSSetValue('cmi.core.exit', 'suspend') returned 'true'
LMSFinish('') returned 'true'
LMSInitialize('') returned 'true'
LMSGetValue('cmi.core.entry') returned 'resume'
LMSGetValue('cmi.suspend_data') returned 'p=2'
LMSInitialize('') returned 'false' (error: 101)
LMSInitialize('') returned 'true'
LMSGetValue('cmi.suspend_data') returned 'p=2'
";
    let replay = replayed(text);
    assert_eq!(replay.differences, []);
    assert_eq!(replay.rehearsal.steps.len(), 3);
}

#[test]
fn the_items_that_a_log_names_are_launched() {
    let text = "\
Tue, 17 Nov 2026 11:30:40 GMT: Moodle SCORM 1.2 API Loaded, Activity: Two, SCO: one
Tue, 17 Nov 2026 11:30:41 GMT: LMSInitialize(\"\", \"\") => 0
Tue, 17 Nov 2026 11:30:44 GMT: LMSSetValue(\"cmi.core.lesson_status\", \"completed\") => 0
Tue, 17 Nov 2026 11:30:50 GMT: LMSFinish(\"AJAXResult\", \"true\") => 0
Tue, 17 Nov 2026 11:30:50 GMT: LMSFinish(\"result\", \"true\") => 0
Tue, 17 Nov 2026 11:30:50 GMT: LMSFinish(\"\", \"\") => 0
Tue, 17 Nov 2026 11:30:55 GMT: Moodle SCORM 1.2 API Loaded, Activity: Two, SCO: two
Tue, 17 Nov 2026 11:30:56 GMT: LMSInitialize(\"\", \"\") => 0
Tue, 17 Nov 2026 11:30:57 GMT: LMSSetValue(\"cmi.core.lesson_status\", \"incomplete\") => 0
";
    let replay = replayed_on(text, Some(TWO_SCOS));
    assert_eq!(replay.differences, []);
    assert_eq!(replay.end_state.activity.as_deref(), Some("two"));
    assert_eq!(replay.end_state.session, SessionAfter::Active);
    let activities: Vec<&str> = replay
        .rehearsal
        .steps
        .iter()
        .map(|step| step.expect_activity.as_str())
        .collect();
    assert_eq!(activities.first(), Some(&"one"));
    assert_eq!(activities.last(), Some(&"two"));
}

#[test]
fn assets_before_the_first_sco_are_passed() {
    let text = "LMSInitialize('') returned 'true'\nLMSSetValue('cmi.core.lesson_status', 'completed') returned 'true'\n";
    let replay = replayed_on(text, Some(TWO_SCOS));
    assert_eq!(replay.differences, []);
    assert_eq!(replay.end_state.activity.as_deref(), Some("one"));
}

#[test]
fn a_log_of_another_version_says_so() {
    let text = "Initialize('') returned 'true'\nSetValue('cmi.location', '1') returned 'true'\n";
    let replay = replayed_on(text, Some(TWO_SCOS));
    assert!(replay.notes.iter().any(|note| note.contains("SCORM 2004")));
    assert_eq!(replay.differences[0].answered.error, Some(401));
}

#[test]
fn a_value_that_the_log_does_not_tell_is_not_set() {
    let text = "connection.initialize called.\n\
        SCORM.data.set('cmi.core.exit') failed. \nError code: 405. \nError info: x\n\
        SCORM.data.get('cmi.core.lesson_status')  value: not attempted\n";
    let replay = replayed(text);
    assert_eq!((replay.made, replay.left_out), (2, 1));
}

#[test]
fn a_log_with_the_newest_call_first_is_pointed_out() {
    let replay = replayed(
        "LMSFinish('') returned 'true'\n\
         LMSSetValue('cmi.core.exit', 'suspend') returned 'true'\n\
         LMSInitialize('') returned 'true'\n",
    );
    assert!(
        replay
            .notes
            .iter()
            .any(|note| note.contains("turn it around")),
        "{:?}",
        replay.notes
    );
}

/// An LMS that takes every value for true.
#[derive(Debug)]
struct Careless {
    launches: usize,
}

impl Answerer for Careless {
    fn launched(&mut self) {
        self.launches += 1;
    }

    fn answer(&mut self, function: ApiFunction, _args: &[String], engine: &Answer) -> Answer {
        if function == ApiFunction::SetValue {
            return Answer {
                value: "true".to_owned(),
                error: 0,
            };
        }
        engine.clone()
    }
}

#[test]
fn an_lms_can_stand_between_the_engine_and_the_log() {
    let text = "LMSInitialize('') returned 'true'\nLMSSetValue('cmi.core.score.raw', 'x') returned 'true'\n";
    assert_eq!(replayed(text).differing, 1);
    let setting = Setting {
        id: "log".to_owned(),
        manifest: None,
        course: None,
        manifest_path: String::new(),
        options: Options::default(),
    };
    let mut careless = Careless { launches: 0 };
    let replay = replay(&parse(text.as_bytes()), &setting, &mut careless).unwrap();
    assert_eq!((replay.differing, careless.launches), (0, 1));
}

#[test]
fn the_limits_of_an_lms_count_and_the_rehearsal_stays_by_the_book() {
    let long = "x".repeat(5000);
    let text = format!(
        "Initialize('') returned 'true'\nSetValue('cmi.suspend_data', '{long}') returned 'false'\n"
    );
    assert_eq!(replayed(&text).differing, 1);
    let mut options = Options::default();
    options.profile.suspend_data_limit = Some(4096);
    let setting = Setting {
        id: "log".to_owned(),
        manifest: None,
        course: None,
        manifest_path: "imsmanifest.xml".to_owned(),
        options,
    };
    let log = parse(text.as_bytes());
    let replay = replay(&log, &setting, &mut scorm_fieldlog::replay::ByTheBook).unwrap();
    assert_eq!(replay.differing, 0);
    assert!(
        !replay
            .notes
            .iter()
            .any(|note| note.contains("does not pass")),
        "{:?}",
        replay.notes
    );
}
