//! Filling a control by real input, or silently where no events are wanted.

use greenroom_browser::{BrowserError, Element, FillValue, Locator, Reason};
use greenroom_stage::page::element::ElementReport;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The element with what is in it now.
#[derive(Serialize, JsonSchema)]
pub(super) struct FilledElement {
    #[serde(flatten)]
    pub(super) element: ElementReport,
    #[serde(flatten)]
    pub(super) content: Content,
}

#[derive(Default, Deserialize, Serialize, JsonSchema)]
pub(super) struct Content {
    #[serde(rename = "type")]
    kind: Option<String>,
    value: Option<String>,
    checked: Option<bool>,
}

/// Fills the control and tells what is in it then.
pub(super) async fn fill_by_hand(
    locator: &Locator,
    selector: &str,
    value: &Value,
    events: bool,
) -> Result<FilledElement, BrowserError> {
    let element = locator.wait(false).await?;
    let value = fitting(&element, selector, value).await?;
    let done = if events {
        locator.fill(&value).await?.element
    } else {
        set_silently(&element, &value).await?;
        match locator.info().await? {
            Some((info, _)) => info,
            None => locator.fill(&value).await?.element,
        }
    };
    Ok(FilledElement {
        element: done.into(),
        content: content(locator).await,
    })
}

/// What is in the control now; nothing if the page reacted by replacing it.
pub(super) async fn content(locator: &Locator) -> Content {
    match locator.find().await {
        Ok(Some((element, _))) => {
            let value = element.call("(e) => greenroom.valueOf(e)", &[]).await;
            value.unwrap_or_default()
        }
        _ => Content::default(),
    }
}

/// The value in the form that this kind of control takes.
async fn fitting(
    element: &Element,
    selector: &str,
    value: &Value,
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
        ("file", Value::String(path)) => Ok(FillValue::Files(vec![path.clone()])),
        ("file", Value::Array(list)) => texts(list)
            .map(FillValue::Files)
            .ok_or_else(|| refused("file paths are texts".to_owned())),
        ("select", Value::Array(list)) => texts(list)
            .map(FillValue::Options)
            .ok_or_else(|| refused("options are texts".to_owned())),
        (_, value) => text_of(value)
            .map(FillValue::Text)
            .ok_or_else(|| refused(format!("it does not take {value}"))),
    }
}

fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        _ => None,
    }
}

async fn set_silently(element: &Element, value: &FillValue) -> Result<(), BrowserError> {
    let function = "(e, value) => {
        if (typeof value === 'boolean') e.checked = value;
        else if (e.isContentEditable) e.textContent = value;
        else if (Array.isArray(value)) for (const o of e.options) o.selected = value.includes(o.value) || value.includes(o.label);
        else e.value = value;
        return {};
    }";
    let value = match value {
        FillValue::Text(text) => json!(text),
        FillValue::Checked(checked) => json!(checked),
        FillValue::Options(list) | FillValue::Files(list) => json!(list),
    };
    element.call::<Value>(function, &[value]).await.map(drop)
}
