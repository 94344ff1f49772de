//! Elements by what lasts: role and name, then text, then selector.

use std::time::{Duration, Instant};

use greenroom_browser::{ElementInfo, Locator, Reason};
use scorm_session::rehearsal::format::Element;
use serde_json::json;

use super::act::Target;
use super::by_text::{self, Words};
use super::content;
use crate::course::runtime::Runtime;
use crate::{Fault, StageError};

/// Selectors of the elements with a role and a name.
const BY_ROLE: &str =
    "(role, name) => greenroom.namedElements(role, name).slice(0, 200).map(greenroom.selectorOf)";
const LOOK_LIMIT: Duration = Duration::from_secs(10);
/// Pause between looks at a page that does not have the element yet.
const PAUSE: Duration = Duration::from_millis(50);

/// How a rehearsal names an element that was acted on: by role and name if it has both, else by the
/// selector that matches it alone.
pub fn element(info: &ElementInfo) -> Element {
    if info.name.is_empty() || info.role.is_empty() {
        return Element::by_selector(&info.selector);
    }
    Element {
        nth: info.nth,
        ..Element::by_role(&info.role, &info.name)
    }
}

/// As [`element`], counted as [`locate`] counts: over all frames. `info` counts in its own one.
pub async fn element_of_all(runtime: &Runtime, info: &ElementInfo) -> Element {
    let mut named = element(info);
    if named.selector.is_none() {
        named.nth += namesakes_before(runtime, info).await;
    }
    named
}

/// How many elements of the same role and name stand in the frames before the one of an element.
async fn namesakes_before(runtime: &Runtime, info: &ElementInfo) -> usize {
    let arguments = [json!(info.role), json!(info.name)];
    let mut count = 0;
    for frame in content::frames(runtime) {
        if info.frame.as_ref() == Some(frame.id()) {
            return count;
        }
        let selectors = frame.call_with_toolkit::<Vec<String>>(BY_ROLE, &arguments, LOOK_LIMIT);
        // A frame that went away, or does not answer, has no elements for a rehearsal either.
        count += selectors.await.map_or(0, |selectors| selectors.len());
    }
    0
}

/// Finds the element that a rehearsal names, with patience.
pub async fn locate(
    runtime: &Runtime,
    on: &Element,
    patience: Duration,
) -> Result<Locator, StageError> {
    let began = Instant::now();
    if let (Some(selector), None, None) = (&on.selector, &on.role, &on.name) {
        let target = Target {
            selector,
            frame: None,
            patience,
        };
        return target.locator(runtime);
    }
    loop {
        let found = find(runtime, on).await;
        match found {
            Ok(locator) => {
                let left = patience.saturating_sub(began.elapsed());
                return Ok(locator.patience(left));
            }
            Err(error) if began.elapsed() >= patience || !may_pass(&error) => return Err(error),
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
    }
}

fn may_pass(error: &StageError) -> bool {
    matches!(
        error.fault(),
        Some(Fault::DomClickByTextFailed | Fault::DomClickFailed)
    )
}

/// The element as the page is now.
async fn find(runtime: &Runtime, on: &Element) -> Result<Locator, StageError> {
    if let (None, None, Some(text)) = (&on.role, &on.name, &on.text) {
        let words = Words {
            text,
            exact_match: false,
            element_types: None,
            nth: on.nth,
        };
        return Ok(by_text::find(runtime, words).await?.locator);
    }
    let arguments = [json!(on.role), json!(on.name)];
    let mut count = 0;
    for frame in content::frames(runtime) {
        let selectors = frame.call_with_toolkit::<Vec<String>>(BY_ROLE, &arguments, LOOK_LIMIT);
        let selectors = match selectors.await {
            Ok(selectors) => selectors,
            // A frame that went away has no elements.
            Err(error) if content::is_absent(runtime, &error) => continue,
            Err(error) => return Err(super::act::failed(Fault::DomClickFailed, runtime, error)),
        };
        if let Some(selector) = selectors.get(on.nth - count.min(on.nth)) {
            return Ok(frame.locator(selector));
        }
        count += selectors.len();
    }
    let message = match count {
        0 => format!("no visible element is {on}"),
        _ => format!("only {count} visible elements fit {on}"),
    };
    Err(StageError::new(Fault::DomClickFailed, message).detail("reason", Reason::NotFound))
}
