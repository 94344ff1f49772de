//! Calling the API of the course in the page, as a tool.

use schemars::JsonSchema;
use scorm_session::{
    Answer, ApiErrorCode, ApiFunction, ApiMethod, EventKind, NavigationOutcome, Origin, Told,
};
use serde::Serialize;
use serde_json::{Value, json};

use super::arguments::Arguments;
use super::runtime::Runtime;
use crate::{Fault, StageError};

/// The answer to a call, with its explanation.
#[derive(Debug)]
pub struct Called {
    pub result: String,
    pub error_code: ApiErrorCode,
    pub error_string: String,
    pub diagnostic: String,
    pub navigation: Option<NavigationReport>,
    /// What the LMS's code said, of which the above is the text.
    pub lms: Option<Told>,
    /// The engine's own answer, where the LMS's differs.
    pub by_the_book: Option<ByTheBook>,
}

/// What the standard says to a call.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ByTheBook {
    pub result: String,
    #[schemars(with = "String")]
    pub error_code: ApiErrorCode,
}

/// The navigation that a Terminate carried out.
#[derive(Debug, Serialize, JsonSchema)]
pub struct NavigationReport {
    /// As in adl.nav.request
    request: String,
    /// `delivered`, `ended`, `suspended`, `no_content` or `refused`
    outcome: String,
    /// Item that is now in the frame
    #[serde(skip_serializing_if = "Option::is_none")]
    activity: Option<String>,
    /// Code of the sequencing exception
    #[serde(skip_serializing_if = "Option::is_none")]
    exception: Option<String>,
}

/// The function of this name in the course's own version.
pub fn function(runtime: &Runtime, method: &str) -> Result<ApiFunction, StageError> {
    let version = runtime.live.read(|replica| replica.engine.course().version);
    let name = |function: ApiFunction| ApiMethod::new(function, version).name();
    let known = ApiFunction::parse(method);
    if let Some(function) = known.filter(|function| name(*function) == method) {
        return Ok(function);
    }
    let names: Vec<&str> = ApiFunction::ALL.into_iter().map(name).collect();
    let scorm = if version.is_scorm12() { "1.2" } else { "2004" };
    let message = format!("SCORM {scorm} has no API function `{method}`");
    let hint = match known {
        Some(function) => format!("In this course it is called {}.", name(function)),
        None => format!("The functions are {}.", names.join(", ")),
    };
    Err(StageError::new(Fault::InvalidScormMethod, message)
        .hint(hint)
        .detail("methods", names))
}

/// Arguments as content would pass them: numbers and the like become text.
pub fn arguments(given: Vec<Value>) -> Vec<Value> {
    let as_text = |argument| match argument {
        Value::Null | Value::String(_) => argument,
        other => json!(other.to_string()),
    };
    given.into_iter().map(as_text).collect()
}

/// Calls a function in the page and waits for what follows from it.
pub async fn call(
    runtime: &Runtime,
    function: ApiFunction,
    args: &[Value],
) -> Result<Called, StageError> {
    if function != ApiFunction::Initialize {
        runtime.initialize_if_needed().await?;
    }
    let before = runtime.live.read(|replica| replica.navigations);
    let Arguments { texts, cut } = Arguments::of(args);
    let call = EventKind::ApiCalled {
        function,
        args: texts,
        origin: Origin::Tool,
    };
    let (answer, lms) = runtime
        .act_with_cut(call, cut)
        .await
        .map_err(|error| error.known_as(Fault::ScormApiError))?;
    let answer = answer.unwrap_or_else(|| Answer {
        value: String::new(),
        error: ApiErrorCode::GENERAL_EXCEPTION.0,
    });
    let book = ApiErrorCode::from(answer.error);
    let differing = lms
        .as_ref()
        .filter(|told| told.differs(&answer.value, &book.to_string()));
    let by_the_book = differing.map(|_| ByTheBook {
        result: answer.value.clone(),
        error_code: book,
    });
    // The caller stands in the content's place, and is told what content is told.
    let error = match &lms {
        Some(told) => told
            .error
            .as_deref()
            .map_or(0, |code| code.parse().unwrap_or(0)),
        None => answer.error,
    };
    let value = lms.as_ref().map_or(answer.value, Told::text);
    if runtime.live.read(|replica| replica.navigations) > before {
        runtime.settle_delivery().await?;
    }
    let ((error_string, diagnostic), navigation) = runtime.live.read(|replica| {
        let navigated = (replica.navigations > before)
            .then(|| replica.last_navigation.as_ref().map(report))
            .flatten();
        (replica.engine.explain(error), navigated)
    });
    Ok(Called {
        result: value,
        error_code: error.into(),
        error_string,
        diagnostic,
        navigation,
        lms,
        by_the_book,
    })
}

fn report(navigated: &super::replica::Navigated) -> NavigationReport {
    let (outcome, activity, exception) = match &navigated.outcome {
        Ok(NavigationOutcome::Delivered { activity }) => {
            ("delivered", Some(activity.clone()), None)
        }
        Ok(NavigationOutcome::NoContent { exception }) => ("no_content", None, exception.clone()),
        Ok(NavigationOutcome::Ended) => ("ended", None, None),
        Ok(NavigationOutcome::Suspended) => ("suspended", None, None),
        Err(refusal) => ("refused", None, Some(refusal.exception.clone())),
    };
    NavigationReport {
        request: navigated.request.clone(),
        outcome: outcome.to_owned(),
        activity,
        exception,
    }
}
