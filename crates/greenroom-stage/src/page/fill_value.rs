//! A value in the form that a control takes.

use greenroom_browser::{BrowserError, Element, FillValue, Reason};
use greenroom_store::{Purpose, Reach};
use serde::Deserialize;
use serde_json::Value;

/// The value in the form that this kind of control takes. Files for a file field must be such as the
/// caller may name: the course gets what is in them.
pub async fn fitting(
    element: &Element,
    selector: &str,
    value: &Value,
    reach: &Reach,
) -> Result<FillValue, BrowserError> {
    #[derive(Deserialize)]
    struct Kind {
        kind: String,
        value: Option<String>,
    }
    let function = "(e) => ({ kind: greenroom.fillKind(e).kind, value: e.value ?? null })";
    let Kind { kind, value: own } = element.call(function, &[]).await?;
    let refused = |detail: String| BrowserError::NotActionable {
        selector: selector.to_owned(),
        reason: Reason::NotFillable,
        detail,
    };
    let texts = |list: &[Value]| list.iter().map(text_of).collect::<Option<Vec<_>>>();
    match (kind.as_str(), value) {
        ("check", Value::Bool(checked)) => Ok(FillValue::Checked(*checked)),
        ("check", Value::String(text)) => match text.to_ascii_lowercase().as_str() {
            "true" | "on" | "yes" | "1" | "checked" => Ok(FillValue::Checked(true)),
            "false" | "off" | "no" | "0" | "" => Ok(FillValue::Checked(false)),
            _ if own.as_ref() == Some(text) => Ok(FillValue::Checked(true)),
            _ => Err(refused(format!("it takes true or false, not {text:?}"))),
        },
        ("file", Value::String(path)) => files(std::slice::from_ref(path), reach).map_err(refused),
        ("file", Value::Array(list)) => {
            let paths = texts(list).ok_or_else(|| refused("file paths are texts".to_owned()))?;
            files(&paths, reach).map_err(refused)
        }
        ("select", Value::Array(list)) => texts(list)
            .map(FillValue::Options)
            .ok_or_else(|| refused("options are texts".to_owned())),
        (_, value) => text_of(value)
            .map(FillValue::Text)
            .ok_or_else(|| refused(format!("it does not take {value}"))),
    }
}

fn files(paths: &[String], reach: &Reach) -> Result<FillValue, String> {
    let found = paths.iter().map(|path| {
        let found = reach.find(path, Purpose::Read);
        let found = found.map_err(|out| out.to_string())?;
        Ok(found.to_string_lossy().into_owned())
    });
    Ok(FillValue::Files(found.collect::<Result<_, String>>()?))
}

fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        _ => None,
    }
}
