//! Filling a control by real input, or silently where no events are wanted.

use greenroom_browser::{BrowserError, Element, FillValue, Locator};
use greenroom_stage::page::element::ElementReport;
use greenroom_stage::page::fill_value::fitting;
use greenroom_store::Reach;
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
    reach: &Reach,
    events: bool,
) -> Result<FilledElement, BrowserError> {
    let element = locator.wait(false).await?;
    let value = fitting(&element, selector, value, reach).await?;
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
