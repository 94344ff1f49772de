//! Acts of scripts on the page: click, fill, type, wait.

use std::time::Duration;

use greenroom_browser::{BrowserError, ClickKind, FillValue, Page};
use scorm_session::rehearsal::format::PageAct;
use serde_json::Value;

use crate::course::runtime::Runtime;
use crate::page::act::{self, Target};
use crate::page::by_text::{self, Words};
use crate::{Fault, StageError};

/// How long an element may take to be there and ready.
const PATIENCE_MS: u64 = 5000;
/// A script may not wait longer in one step.
const LONGEST_WAIT_MS: u64 = 30_000;
const REST_LIMIT: Duration = Duration::from_secs(2);

/// What a page answers that does not allow an act.
pub const REFUSALS: [Fault; 6] = [
    Fault::InvalidParams,
    Fault::DomClickFailed,
    Fault::DomClickByTextFailed,
    Fault::DomFillFailed,
    Fault::DomWaitFailed,
    Fault::KeyboardTypeFailed,
];

/// Carries out an act and waits until the page has come to rest. Statements and pictures are no
/// acts on the page.
pub async fn perform(runtime: &Runtime, act: &PageAct) -> Result<(), StageError> {
    match act {
        PageAct::Click { selector, text } => match (selector, text) {
            (Some(selector), None) => {
                let locator = target(selector, PATIENCE_MS).locator(runtime)?;
                let clicked = locator.click(ClickKind::Single).await;
                clicked.map_err(failed(Fault::DomClickFailed, runtime))?;
            }
            (None, Some(text)) => {
                let words = Words {
                    text,
                    exact_match: false,
                    element_types: None,
                    nth: 0,
                };
                let found = by_text::find(runtime, words).await?;
                let clicked = found.locator.click(ClickKind::Single).await;
                clicked.map_err(failed(Fault::DomClickByTextFailed, runtime))?;
            }
            _ => return Err(unusable("click needs a selector or a text")),
        },
        PageAct::Fill { selector, value } => {
            let value = match value {
                Value::Bool(checked) => FillValue::Checked(*checked),
                Value::String(text) => FillValue::Text(text.clone()),
                other => FillValue::Text(other.to_string()),
            };
            let locator = target(selector, PATIENCE_MS).locator(runtime)?;
            let filled = locator.fill(&value).await;
            filled.map_err(failed(Fault::DomFillFailed, runtime))?;
        }
        PageAct::Type {
            text,
            selector,
            press,
        } => {
            if let Some(selector) = selector {
                let locator = target(selector, PATIENCE_MS).locator(runtime)?;
                let focused = locator.focus().await;
                focused.map_err(failed(Fault::KeyboardTypeFailed, runtime))?;
            }
            let typed = type_text(&runtime.shown_page(), text, press).await;
            typed.map_err(failed(Fault::KeyboardTypeFailed, runtime))?;
        }
        PageAct::Wait { selector, ms } => {
            if let Some(selector) = selector {
                let patience = ms.unwrap_or(PATIENCE_MS).min(LONGEST_WAIT_MS);
                let locator = target(selector, patience).locator(runtime)?;
                let seen = locator.wait(true).await;
                seen.map_err(failed(Fault::DomWaitFailed, runtime))?;
            } else {
                let pause = ms.unwrap_or(0).min(LONGEST_WAIT_MS);
                tokio::time::sleep(Duration::from_millis(pause)).await;
            }
        }
        PageAct::Screenshot { .. } | PageAct::Expect { .. } => {
            return Err(unusable("actions are click, fill, type and wait"));
        }
    }
    runtime.settle_within(REST_LIMIT).await?;
    runtime.flush().await?;
    Ok(())
}

fn target(selector: &str, patience_ms: u64) -> Target<'_> {
    Target {
        selector,
        frame: None,
        patience: Duration::from_millis(patience_ms),
    }
}

async fn type_text(page: &Page, text: &str, press: &[String]) -> Result<(), BrowserError> {
    page.type_text(text, Duration::ZERO).await?;
    for key in press {
        page.press(key).await?;
    }
    Ok(())
}

fn failed(code: Fault, runtime: &Runtime) -> impl FnOnce(BrowserError) -> StageError + '_ {
    move |error| act::failed(code, runtime, error)
}

fn unusable(why: &str) -> StageError {
    StageError::new(Fault::InvalidParams, why)
}
