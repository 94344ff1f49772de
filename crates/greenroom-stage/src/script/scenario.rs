//! Scripted steps for a course: calls of its API, and acts on its page.

use std::sync::LazyLock;

use schemars::JsonSchema;
use scorm_session::rehearsal::format::PageAct;
use scorm_session::{ApiErrorCode, ApiFunction};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::page_act;
use crate::course::api;
use crate::course::runtime::Runtime;
use crate::{Fault, StageError};

/// One step.
#[derive(Clone, Debug)]
pub enum Step {
    Call(Call),
    Act(PageAct),
}

/// A call and what it should answer.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Call {
    method: String,
    #[serde(default)]
    args: Vec<Value>,
    #[serde(default)]
    expect_result: Option<String>,
    #[serde(default)]
    expect_error: Option<Value>,
}

/// What came of a step.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Taken {
    pub index: usize,
    /// It did what was expected
    pub ok: bool,
    pub step: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub error_code: Option<ApiErrorCode>,
    /// Why it is not ok
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// It was carried out at all
    #[serde(skip)]
    pub executed: bool,
}

/// Why something is not a step.
#[derive(Debug, thiserror::Error)]
enum NotAStep {
    #[error("it is neither text nor an object")]
    OtherKind,
    #[error(transparent)]
    OtherForm(#[from] serde_json::Error),
    #[error("`{0}` is unknown in this action")]
    UnknownMember(String),
    /// An act that only rehearsals have.
    #[error("actions are click, fill, type, drag, hover, scroll, wait, upload and dialogs")]
    OtherAct,
    #[error("setvalue needs an element and a value")]
    SetValueArguments,
    #[error("getvalue needs one element")]
    GetValueArguments,
    #[error(
        "steps are initialize, terminate, commit, setvalue <el> <value>, getvalue <el>, {{method, args}} and {{action, …}}"
    )]
    OtherWords,
}

/// Reads a script; all of it is checked before anything is done.
pub fn parse(steps: &[Value]) -> Result<Vec<Step>, StageError> {
    let parse = |(index, step)| parse_step(step).map_err(|why| invalid(index, step, &why));
    steps.iter().enumerate().map(parse).collect()
}

fn parse_step(step: &Value) -> Result<Step, NotAStep> {
    match step {
        Value::String(text) => parse_words(text).map(Step::Call),
        Value::Object(members) if members.contains_key("action") => parse_act(step),
        Value::Object(_) => Ok(Step::Call(Call::deserialize(step)?)),
        _ => Err(NotAStep::OtherKind),
    }
}

fn parse_act(step: &Value) -> Result<Step, NotAStep> {
    if let Some(unknown) = unknown_member(step) {
        return Err(NotAStep::UnknownMember(unknown.to_owned()));
    }
    match PageAct::deserialize(step)? {
        PageAct::Screenshot { .. }
        | PageAct::Expect(_)
        | PageAct::Call(_)
        | PageAct::Navigate { .. } => Err(NotAStep::OtherAct),
        act => Ok(Step::Act(act)),
    }
}

/// A member of an act that its kind does not have.
fn unknown_member(step: &Value) -> Option<&str> {
    static SCHEMA: LazyLock<Value> =
        LazyLock::new(|| schemars::schema_for!(PageAct).as_value().clone());
    let mut kinds = SCHEMA["oneOf"].as_array()?.iter();
    let kind = kinds.find(|kind| kind["properties"]["action"]["const"] == step["action"])?;
    let known = kind["properties"].as_object()?;
    let mut members = step.as_object()?.keys();
    let unknown = members.find(|name| !known.contains_key(*name))?;
    Some(unknown)
}

fn parse_words(text: &str) -> Result<Call, NotAStep> {
    let mut words = text.trim().splitn(3, char::is_whitespace);
    let word = words.next().unwrap_or_default().to_ascii_lowercase();
    let args: Vec<Value> = words.map(|word| Value::from(word.trim())).collect();
    let method = match (word.as_str(), args.len()) {
        ("initialize", 0) => "Initialize",
        ("terminate", 0) => "Terminate",
        ("commit", 0) => "Commit",
        ("getvalue", 1) => "GetValue",
        ("setvalue", 2) => "SetValue",
        ("setvalue", _) => return Err(NotAStep::SetValueArguments),
        ("getvalue", _) => return Err(NotAStep::GetValueArguments),
        _ => return Err(NotAStep::OtherWords),
    };
    let args = if args.is_empty() {
        vec![Value::from("")]
    } else {
        args
    };
    Ok(Call {
        method: method.to_owned(),
        args,
        expect_result: None,
        expect_error: None,
    })
}

fn invalid(index: usize, step: &Value, why: &NotAStep) -> StageError {
    let message = format!("test_scenario.steps.{index}: {step}: {why}");
    StageError::new(Fault::InvalidParams, message)
}

/// Carries out one step. A step that fails is an answer, a page that is gone is an error.
pub async fn take(
    runtime: &Runtime,
    index: usize,
    given: &Value,
    step: &Step,
) -> Result<Taken, StageError> {
    let mut taken = Taken {
        index,
        ok: true,
        step: given.clone(),
        result: None,
        error_code: None,
        error: None,
        executed: true,
    };
    match step {
        Step::Call(call) => take_call(runtime, call, &mut taken).await?,
        Step::Act(act) => match page_act::perform(runtime, act).await {
            Ok(()) => {}
            // The page is there, but it did not allow the act.
            Err(error)
                if error
                    .fault()
                    .is_some_and(|fault| page_act::REFUSALS.contains(&fault)) =>
            {
                taken.ok = false;
                taken.executed = false;
                taken.error = Some(error.to_string());
            }
            Err(error) => return Err(error),
        },
    }
    runtime.flush().await?;
    Ok(taken)
}

async fn take_call(runtime: &Runtime, call: &Call, taken: &mut Taken) -> Result<(), StageError> {
    let function = match function(runtime, &call.method) {
        Ok(function) => function,
        Err(error) => {
            taken.ok = false;
            taken.executed = false;
            taken.error = Some(format!("{error} {}", error.next_step()));
            return Ok(());
        }
    };
    let as_text = |argument: &Value| match argument {
        Value::Null | Value::String(_) => argument.clone(),
        other => Value::from(other.to_string()),
    };
    let args: Vec<Value> = call.args.iter().map(as_text).collect();
    let called = api::call(runtime, function, &args).await?;
    let wanted_error = call.expect_error.as_ref().map(|error| match error {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    });
    let as_expected = match (&call.expect_result, &wanted_error) {
        (None, None) => called.error_code.is_none(),
        (result, error) => {
            result.as_ref().is_none_or(|want| *want == called.result)
                && error
                    .as_ref()
                    .is_none_or(|want| *want == called.error_code.to_string())
        }
    };
    taken.ok = as_expected;
    if !as_expected {
        taken.error = Some(format!("{} {}", called.error_string, called.diagnostic));
    }
    taken.result = Some(called.result);
    taken.error_code = Some(called.error_code);
    Ok(())
}

/// Words of both versions are understood; explicit methods must be of the course's own.
fn function(runtime: &Runtime, method: &str) -> Result<ApiFunction, StageError> {
    let plain = ApiFunction::ALL
        .into_iter()
        .find(|function| function.name_2004() == method);
    plain.map_or_else(|| api::function(runtime, method), Ok)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn words_become_calls() {
        for (text, method, args) in [
            ("initialize", "Initialize", json!([""])),
            ("Commit", "Commit", json!([""])),
            ("getvalue cmi.mode", "GetValue", json!(["cmi.mode"])),
            (
                "setvalue cmi.location page two",
                "SetValue",
                json!(["cmi.location", "page two"]),
            ),
        ] {
            let call = parse_words(text).unwrap();
            assert_eq!((call.method.as_str(), json!(call.args)), (method, args));
        }
        for wrong in ["", "setvalue cmi.mode", "getvalue", "jump"] {
            assert!(parse_words(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_wrong_step_is_named() {
        let error = parse(&[json!("commit"), json!({"action": "screenshot"})]).unwrap_err();
        assert!(error.to_string().contains("steps.1"), "{error}");
        let misspelt = json!({"action": "click", "selctor": "a"});
        let error = parse(&[misspelt]).unwrap_err();
        assert!(error.to_string().contains("`selctor`"), "{error}");
    }
}
