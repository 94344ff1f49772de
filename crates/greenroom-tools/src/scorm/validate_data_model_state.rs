//! `scorm_validate_data_model_state`: does the data model hold what is expected.

use std::fmt;

use greenroom_stage::course::replica::Replica;
use schemars::JsonSchema;
use scorm_session::{ApiCall, ApiErrorCode, ApiFunction, DataModelElement};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormValidateDataModelState;

/// Check the data model against expected values
///
/// Returns valid, matches, issues.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormValidateDataModelStateParams {
    /// The session
    session_id: String,
    /// {element: value}; null: never set
    expected: Map<String, Value>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormValidateDataModelStateOutput {
    valid: bool,
    total_elements: usize,
    matches: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    issues: Vec<Issue>,
    matched_elements: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
struct Issue {
    element: String,
    expected: Value,
    /// Null: never set
    actual: Option<String>,
    severity: &'static str,
    hint: String,
    /// Of the API call that explains it
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    error_code: Option<ApiErrorCode>,
}

impl fmt::Display for ScormValidateDataModelStateOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} of {} elements are as expected",
            self.matches, self.total_elements
        )
    }
}

impl Tool for ScormValidateDataModelState {
    const NAME: &'static str = "scorm_validate_data_model_state";
    const TITLE: &'static str = "Validate data model";
    const EFFECT: Effect = Effect::ReadOnly;
    const ERRORS: &'static [ErrorCode] = &[ErrorCode::RuntimeNotOpen, ErrorCode::BrowserCrashed];
    type Params = ScormValidateDataModelStateParams;
    type Output = ScormValidateDataModelStateOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let runtime = cx.runtimes().require(&params.session_id)?;
        runtime.flush().await?;
        let output = runtime
            .live
            .read(|replica| validate(replica, &params.expected));
        Ok(output.into())
    }
}

fn validate(replica: &Replica, expected: &Map<String, Value>) -> ScormValidateDataModelStateOutput {
    let all = replica.engine.data_model();
    let mut issues = Vec::new();
    let mut matched_elements = Vec::new();
    for (element, expected) in expected {
        let found = all.iter().find(|found| found.element == *element);
        if found.is_some_and(|found| equal(expected, found)) {
            matched_elements.push(element.clone());
        } else {
            issues.push(explain(replica, element, expected, found));
        }
    }
    ScormValidateDataModelStateOutput {
        valid: issues.is_empty(),
        total_elements: expected.len(),
        matches: matched_elements.len(),
        issues,
        matched_elements,
    }
}

/// Numbers compare as numbers where the element is numeric, else text with text.
fn equal(expected: &Value, found: &DataModelElement) -> bool {
    let Some(actual) = &found.value else {
        return expected.is_null();
    };
    let text = match expected {
        Value::Null => return false,
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    if text == *actual {
        return true;
    }
    let is_numeric = ["real", "integer", "decimal", "CMIDecimal", "CMIInteger"]
        .iter()
        .any(|numeric| found.type_name.contains(numeric));
    match (text.trim().parse::<f64>(), actual.trim().parse::<f64>()) {
        (Ok(expected), Ok(actual)) if is_numeric => (expected - actual).abs() < 1e-9,
        _ => false,
    }
}

fn explain(
    replica: &Replica,
    element: &str,
    expected: &Value,
    found: Option<&DataModelElement>,
) -> Issue {
    let set: Vec<&ApiCall> = replica
        .calls
        .iter()
        .filter(|call| call.function() == ApiFunction::SetValue && call.element() == element)
        .collect();
    let (hint, error_code) = match (found, set.last()) {
        (None, _) => undefined(replica, element),
        (Some(_), Some(last)) if last.failed() => (
            format!(
                "{} {} set it to {:?} and was refused with error {} (call {})",
                last.origin,
                last.method,
                last.value(),
                last.error_code,
                last.seq
            ),
            Some(last.error_code),
        ),
        (Some(found), Some(last)) => (
            format!(
                "it was set to {:?} by {} {} (call {}) and is {:?} now",
                last.value(),
                last.origin,
                last.method,
                last.seq,
                found.value.as_deref().unwrap_or_default()
            ),
            None,
        ),
        (Some(DataModelElement { value: None, .. }), None) => (
            "it was never set: was SetValue called for it?".to_owned(),
            None,
        ),
        (Some(_), None) => (
            "no call set it: this is its initial or restored value. Was SetValue called for it?"
                .to_owned(),
            None,
        ),
    };
    Issue {
        element: element.to_owned(),
        expected: expected.clone(),
        actual: found.and_then(|found| found.value.clone()),
        severity: "error",
        hint,
        error_code,
    }
}

/// An element that is not there: of the other version, of a record that does not exist, or of
/// none.
fn undefined(replica: &Replica, element: &str) -> (String, Option<ApiErrorCode>) {
    let mut inquiry = replica.engine.inquire();
    let asked = inquiry.get_value(element);
    let code = Some(ApiErrorCode(asked.error));
    let scorm12 = replica.engine.course().version.is_scorm12();
    let here = if scorm12 { "1.2" } else { "2004" };
    let other = NAMES.iter().find_map(|(name12, name2004)| {
        let (theirs, ours) = if scorm12 {
            (*name2004, *name12)
        } else {
            (*name12, *name2004)
        };
        (theirs == element).then_some(ours)
    });
    if let Some(ours) = other {
        let hint = format!("this is the other version's name; in SCORM {here} it is {ours}");
        return (hint, code);
    }
    let hint = if asked.error == 0 {
        format!("it is not listed; GetValue answers {:?}", asked.value)
    } else {
        let why = inquiry.diagnostic(asked.error);
        format!("SCORM {here} has no such element now: {why}")
    };
    (hint, code)
}

/// The same thing in SCORM 1.2 and in 2004.
const NAMES: &[(&str, &str)] = &[
    ("cmi.core.student_id", "cmi.learner_id"),
    ("cmi.core.student_name", "cmi.learner_name"),
    ("cmi.core.lesson_location", "cmi.location"),
    ("cmi.core.credit", "cmi.credit"),
    (
        "cmi.core.lesson_status",
        "cmi.completion_status and cmi.success_status",
    ),
    ("cmi.core.lesson_status", "cmi.completion_status"),
    ("cmi.core.lesson_status", "cmi.success_status"),
    ("cmi.core.entry", "cmi.entry"),
    ("cmi.core.exit", "cmi.exit"),
    ("cmi.core.score.raw", "cmi.score.raw"),
    ("cmi.core.score.min", "cmi.score.min"),
    ("cmi.core.score.max", "cmi.score.max"),
    ("cmi.core.score.raw", "cmi.score.scaled"),
    ("cmi.core.total_time", "cmi.total_time"),
    ("cmi.core.session_time", "cmi.session_time"),
    ("cmi.core.lesson_mode", "cmi.mode"),
    ("cmi.student_data.mastery_score", "cmi.scaled_passing_score"),
    ("cmi.student_data.max_time_allowed", "cmi.max_time_allowed"),
    (
        "cmi.student_data.time_limit_action",
        "cmi.time_limit_action",
    ),
    ("cmi.comments", "cmi.comments_from_learner.0.comment"),
];

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn numbers_compare_as_numbers_only_in_numeric_elements() {
        let element = |type_name: &str, value: Option<&str>| DataModelElement {
            element: "cmi.x".to_owned(),
            value: value.map(str::to_owned),
            type_name: type_name.to_owned(),
            access: "rw".to_owned(),
            by_sco: true,
            limit: None,
        };
        for (expected, type_name, actual, want) in [
            (json!(0.8), "real(10,7)", Some("0.80"), true),
            (json!("0.8"), "real(10,7)", Some("0.80"), true),
            (json!(0.8), "real(10,7)", Some("0.81"), false),
            (
                json!("1"),
                "characterstring (SPM: 1000)",
                Some("1.0"),
                false,
            ),
            (json!("p2"), "characterstring (SPM: 1000)", Some("p2"), true),
            (json!(null), "real(10,7)", None, true),
            (json!(""), "real(10,7)", None, false),
            (json!(true), "state", Some("true"), true),
        ] {
            let found = element(type_name, actual);
            assert_eq!(equal(&expected, &found), want, "{expected} {actual:?}");
        }
    }
}
