//! Walking through a course by steps: `start`, `next`, `choice:<id>`, `complete`, …

use scorm_session::{ApiFunction, Launch, LearnerRequest, NavigationOutcome};
use serde_json::{Value, json};

use crate::course::api;
use crate::course::replica::Navigated;
use crate::course::runtime::Runtime;
use crate::{Fault, StageError};

/// The words of a sequence, as hints list them.
const WORDS: &[&str] = &[
    "start",
    "next",
    "continue",
    "previous",
    "choice:<id>",
    "jump:<id>",
    "exit",
    "exitAll",
    "suspendAll",
    "resumeAll",
    "abandon",
    "complete",
];

/// One step.
#[derive(Clone, Debug)]
pub struct Step {
    /// As it was given.
    pub text: String,
    /// The course must refuse it.
    pub expects_refusal: bool,
    act: Act,
}

#[derive(Clone, Debug)]
enum Act {
    Start,
    Resume,
    Request(LearnerRequest),
    Complete,
}

/// What a step led to.
#[derive(Debug)]
pub struct Outcome {
    pub ok: bool,
    pub exception: Option<String>,
}

/// Reads a sequence: words, or objects `{step, target, expect}`.
pub fn parse(sequence: &[Value]) -> Result<Vec<Step>, StageError> {
    sequence.iter().map(parse_step).collect()
}

fn parse_step(given: &Value) -> Result<Step, StageError> {
    let text = match given {
        Value::String(text) => text.clone(),
        Value::Object(members) => {
            let word = |key: &str| members.get(key).and_then(Value::as_str);
            match (word("step"), word("target")) {
                (Some(step), Some(target)) => format!("{step}:{target}"),
                (Some(step), None) => step.to_owned(),
                (None, _) => return Err(unknown(&given.to_string())),
            }
        }
        other => return Err(unknown(&other.to_string())),
    };
    let (word, target) = match text.split_once(':') {
        Some((word, target)) => (word, Some(target.trim().to_owned())),
        None => (text.as_str(), None),
    };
    let act = match (word.trim(), target) {
        ("start", None) => Act::Start,
        ("next" | "continue", None) => Act::Request(LearnerRequest::Continue),
        ("previous", None) => Act::Request(LearnerRequest::Previous),
        ("choice", Some(target)) => Act::Request(LearnerRequest::Choice { target }),
        ("jump", Some(target)) => Act::Request(LearnerRequest::Jump { target }),
        ("exit", None) => Act::Request(LearnerRequest::Exit),
        ("exitAll", None) => Act::Request(LearnerRequest::ExitAll),
        ("suspendAll", None) => Act::Request(LearnerRequest::SuspendAll),
        ("abandon", None) => Act::Request(LearnerRequest::Abandon),
        ("resumeAll", None) => Act::Resume,
        ("complete", None) => Act::Complete,
        _ => return Err(unknown(&text)),
    };
    Ok(Step {
        expects_refusal: expects_refusal(given)?,
        text,
        act,
    })
}

/// Whether an object says `"expect": "refused"`.
fn expects_refusal(given: &Value) -> Result<bool, StageError> {
    match given.get("expect").map(Value::as_str) {
        None | Some(Some("delivered")) => Ok(false),
        Some(Some("refused")) => Ok(true),
        Some(_) => Err(unknown(&given.to_string())
            .hint("`expect` is \"refused\" or \"delivered\", as in {\"step\":\"next\",\"expect\":\"refused\"}.")),
    }
}

fn unknown(step: &str) -> StageError {
    let message = format!("there is no navigation step `{step}`");
    StageError::new(Fault::NavUnsupportedAction, message)
        .hint(format!("Steps are {}.", WORDS.join(", ")))
        .detail("steps", WORDS)
}

/// Every target of the sequence is an item of the course.
pub fn check_targets(runtime: &Runtime, steps: &[Step]) -> Result<(), StageError> {
    for step in steps {
        if let Act::Request(LearnerRequest::Choice { target } | LearnerRequest::Jump { target }) =
            &step.act
        {
            runtime.check_target(target)?;
        }
    }
    Ok(())
}

/// Carries out one step and waits until the page has settled. The launch itself was the first
/// `start`.
pub async fn take(runtime: &Runtime, step: &Step, is_first: bool) -> Result<Outcome, StageError> {
    let navigated = match &step.act {
        Act::Start if is_first => {
            let (delivered, last) = runtime
                .live
                .read(|replica| (replica.delivery.is_some(), replica.last_navigation.clone()));
            return Ok(Outcome {
                ok: delivered,
                exception: last.as_ref().and_then(exception),
            });
        }
        Act::Start => runtime.launch_again(&Launch::Start).await?,
        Act::Resume => {
            let resume = Launch::Resume { fresh_data: false };
            runtime.launch_again(&resume).await?
        }
        Act::Complete => return complete(runtime).await,
        Act::Request(request) => runtime.navigate(request).await?,
    };
    let exception = navigated.as_ref().and_then(exception);
    Ok(Outcome {
        ok: navigated.is_some() && exception.is_none(),
        exception,
    })
}

/// The sequencing exception of a request.
fn exception(navigated: &Navigated) -> Option<String> {
    match &navigated.outcome {
        Ok(NavigationOutcome::NoContent { exception }) => exception.clone(),
        Ok(_) => None,
        Err(refusal) => Some(refusal.exception.clone()),
    }
}

/// The SCO reports itself completed and passed, and ends.
async fn complete(runtime: &Runtime) -> Result<Outcome, StageError> {
    let (scorm12, silent) = runtime.live.read(|replica| {
        (
            replica.engine.course().version.is_scorm12(),
            replica.initialize_state() == "none",
        )
    });
    let values: &[(&str, &str)] = if scorm12 {
        &[("cmi.core.lesson_status", "passed")]
    } else {
        &[
            ("cmi.completion_status", "completed"),
            ("cmi.success_status", "passed"),
        ]
    };
    let mut calls = Vec::new();
    if silent {
        calls.push((ApiFunction::Initialize, vec![json!("")]));
    }
    for (element, value) in values {
        calls.push((ApiFunction::SetValue, vec![json!(element), json!(value)]));
    }
    calls.push((ApiFunction::Commit, vec![json!("")]));
    calls.push((ApiFunction::Terminate, vec![json!("")]));
    let mut ok = true;
    for (function, args) in calls {
        let called = api::call(runtime, function, &args).await?;
        ok &= called.error_code.is_none();
    }
    runtime.settle_delivery().await?;
    Ok(Outcome {
        ok,
        exception: None,
    })
}
