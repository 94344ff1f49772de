//! A replay as a rehearsal: the calls with the answers that they get here.

use std::collections::BTreeMap;

use scorm_runtime::ApiFunction;
use scorm_session::rehearsal::format::{
    Allowed, Call, CompareKind, FinalState, Rehearsal, Step, TrackingWanted, Wanted,
};
use scorm_session::rehearsal::{self, Case};
use scorm_session::{Answer, Course, Learner, Options};

use super::Setting;
use super::comparison::{Answered, Difference};
use super::playing::{Played, PlayedStep};

/// A value in a note.
const LONGEST_VALUE: usize = 80;

pub(super) fn rehearsal(
    setting: &Setting<'_>,
    course: &Course,
    played: &Played,
    differences: &[Difference],
    notes: &[String],
) -> Rehearsal {
    let scorm12 = course.version.is_scorm12();
    let end = &played.end_state;
    let tracking = TrackingWanted {
        measure: end.tracked.measure.map(Wanted::Number),
        ..tracking_of(end.tracked.completed, end.tracked.satisfied)
    };
    let activity = end.activity.clone();
    let final_state = FinalState {
        session: Some(end.session),
        tracking: activity
            .into_iter()
            .map(|it| (it, tracking.clone()))
            .collect(),
    };
    let told = differences.iter().map(note_of);
    Rehearsal {
        id: setting.id.clone(),
        family: String::new(),
        tags: vec!["field-log".to_owned()],
        course: setting.course.clone(),
        manifest: setting.manifest_path.clone(),
        manifests: BTreeMap::new(),
        organization: None,
        requires: Vec::new(),
        learner: 1,
        start: played.start.clone(),
        viewport: None,
        allow: Allowed::default(),
        within_ms: None,
        forbidden_activities: Vec::new(),
        steps: played
            .steps
            .iter()
            .map(|step| written(step, scorm12))
            .collect(),
        final_state: Some(final_state),
        notes: notes.iter().cloned().chain(told).collect(),
    }
}

/// Why the rehearsal does not pass on the engine, if it does not.
pub(super) fn fault(rehearsal: &Rehearsal, manifest: &[u8]) -> Option<String> {
    let bytes = |_: &str| Ok::<_, std::convert::Infallible>(manifest.to_vec());
    let case = Case::new(rehearsal.clone(), bytes).ok()?;
    let mut learner = Learner::new("learner_1", "Learner, Test");
    let quiet = Options {
        report_changes: false,
        ..Options::default()
    };
    let failure = rehearsal::run(&case, &mut learner, &quiet).failure?;
    Some(format!(
        "the rehearsal does not pass: step {}, {}: expected {}, got {}",
        failure.step,
        short(&failure.call),
        short(&failure.expected),
        short(&failure.actual)
    ))
}

fn tracking_of(completed: Option<bool>, satisfied: Option<bool>) -> TrackingWanted {
    use scorm_session::rehearsal::format::{CompletionWanted, SuccessWanted};
    TrackingWanted {
        completion: Some(match completed {
            Some(true) => CompletionWanted::Completed,
            Some(false) => CompletionWanted::Incomplete,
            None => CompletionWanted::Unknown,
        }),
        success: Some(match satisfied {
            Some(true) => SuccessWanted::Passed,
            Some(false) => SuccessWanted::Failed,
            None => SuccessWanted::Unknown,
        }),
        ..TrackingWanted::default()
    }
}

fn written(step: &PlayedStep, scorm12: bool) -> Step {
    let calls = step.calls.iter();
    Step {
        package: None,
        expect_activity: step.activity.clone(),
        launch: None,
        ui: Vec::new(),
        calls: calls
            .map(|(function, args, answer)| call(*function, args, answer, scorm12))
            .collect(),
        acts: Vec::new(),
        data: step
            .data
            .iter()
            .map(|(element, value)| (element.clone(), Wanted::Text(value.clone())))
            .collect(),
        tracking: BTreeMap::new(),
        within_ms: None,
        then: step.then.clone(),
    }
}

fn call(function: ApiFunction, args: &[String], answer: &Answer, scorm12: bool) -> Call {
    let method = if scorm12 {
        function.name_1_2()
    } else {
        function.name_2004()
    };
    let element = args.first().filter(|_| function == ApiFunction::GetValue);
    // Who takes a rehearsal, and when, is not who took the course.
    let compare = match element.map(String::as_str) {
        Some("cmi.core.student_id" | "cmi.learner_id") => CompareKind::LearnerId,
        Some(
            "cmi.core.student_name" | "cmi.learner_name" | "cmi.core.total_time" | "cmi.total_time",
        ) => CompareKind::Any,
        _ => CompareKind::Exact,
    };
    let exact = compare == CompareKind::Exact;
    Call {
        method: method.to_owned(),
        args: args.to_vec(),
        expect_result: exact.then(|| answer.value.clone()),
        expect_error: Some(answer.error.to_string()),
        compare,
        ..Call::default()
    }
}

/// A difference in words.
fn note_of(difference: &Difference) -> String {
    let Difference {
        call,
        line,
        method,
        args,
        logged,
        answered,
        cut,
    } = difference;
    let args: Vec<String> = args.iter().map(|arg| format!("{:?}", short(arg))).collect();
    let cut = if *cut {
        "; the log has only the beginning of a value"
    } else {
        ""
    };
    format!(
        "call {call} (line {line}) {method}({}): the log says {}, here it is {}{cut}",
        args.join(", "),
        words(logged),
        words(answered)
    )
}

fn words(answered: &Answered) -> String {
    let result = answered
        .result
        .as_ref()
        .map(|result| format!("{:?}", short(result)));
    let error = answered.error.map(|error| format!("error {error}"));
    let words: Vec<String> = result.into_iter().chain(error).collect();
    words.join(", ")
}

fn short(text: &str) -> String {
    match text.char_indices().nth(LONGEST_VALUE) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
