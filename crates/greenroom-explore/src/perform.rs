//! Acts carried out with real input, and why one cannot be.

use std::time::Duration;

use greenroom_browser::{BrowserError, ClickKind, FillValue, Locator, Reason};
use greenroom_stage::StageError;
use greenroom_stage::course::runtime::Runtime;
use greenroom_stage::page::automation::AutomationApi;
use greenroom_stage::page::{content, scene};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::act::{Act, Deed};

/// How long a control may take to be ready; the page is at rest when it is looked for.
const PATIENCE: Duration = Duration::from_millis(900);
/// How long an act may take to come to rest.
const REST_LIMIT: Duration = Duration::from_millis(1500);

/// What stood in the way of an act.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Obstacle {
    pub(crate) selector: String,
    pub(crate) reason: Option<Reason>,
    pub(crate) detail: String,
}

/// Carries out an act, and waits until the page has come to rest.
pub(crate) async fn perform(runtime: &Runtime, act: &Act) -> Result<Option<Obstacle>, StageError> {
    let mut obstacle = None;
    for deed in &act.deeds {
        match done(runtime, deed).await {
            Ok(()) => {}
            Err(Failed::Obstacle(why)) => {
                obstacle = Some(why);
                break;
            }
            Err(Failed::Stage(error)) => return Err(*error),
        }
    }
    runtime.settle_within(REST_LIMIT).await?;
    runtime.flush().await?;
    Ok(obstacle)
}

enum Failed {
    Obstacle(Obstacle),
    Stage(Box<StageError>),
}

impl From<StageError> for Failed {
    fn from(error: StageError) -> Self {
        Self::Stage(Box::new(error))
    }
}

async fn done(runtime: &Runtime, deed: &Deed) -> Result<(), Failed> {
    let at = |selector: &str| -> Result<Locator, Failed> {
        let root = content::frame(runtime, None).map_err(|error| {
            // The course left by an earlier deed of the same act.
            Failed::Obstacle(Obstacle {
                selector: selector.to_owned(),
                reason: None,
                detail: error.to_string(),
            })
        })?;
        Ok(root.locator(selector).patience(PATIENCE))
    };
    let outcome = match deed {
        Deed::Click(selector) => at(selector)?.click(ClickKind::Single).await.map(drop),
        Deed::Fill(selector, text) => {
            let value = FillValue::Text(text.clone());
            at(selector)?.fill(&value).await.map(drop)
        }
        Deed::Check(selector, checked) => {
            let locator = at(selector)?;
            match locator.fill(&FillValue::Checked(*checked)).await {
                // What only looks like a check box is clicked.
                Err(BrowserError::NotActionable {
                    reason: Reason::NotFillable,
                    ..
                }) if *checked => locator.click(ClickKind::Single).await.map(drop),
                Err(BrowserError::NotActionable {
                    reason: Reason::NotFillable,
                    ..
                }) => Ok(()),
                filled => filled.map(drop),
            }
        }
        Deed::Drag(from, to) => {
            let target = at(to)?;
            at(from)?.drag_to(&target).await.map(drop)
        }
        Deed::PlayOut => {
            scene::play_out(runtime).await?;
            Ok(())
        }
        Deed::Navigate(request) => {
            runtime.navigate(request).await?;
            Ok(())
        }
        Deed::Automate(id, response) => {
            if let Some(api) = AutomationApi::find(runtime).await? {
                let set = [json!(id), response.clone()];
                api.call(runtime, "setResponse", &set).await?;
                if api.has("checkAnswer") {
                    api.call(runtime, "checkAnswer", &[json!(id)]).await?;
                }
            }
            Ok(())
        }
    };
    outcome.map_err(|error| match error {
        BrowserError::NotActionable {
            selector,
            reason,
            detail,
        } => Failed::Obstacle(Obstacle {
            selector,
            reason: Some(reason),
            detail,
        }),
        BrowserError::Closed { .. } | BrowserError::Timeout { .. } if runtime.page.is_open() => {
            Failed::Obstacle(Obstacle {
                selector: String::new(),
                reason: None,
                detail: error.to_string(),
            })
        }
        other => Failed::Stage(Box::new(other.into())),
    })
}
