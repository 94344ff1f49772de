//! Controls that look the same with the focus and without it (WCAG 2.4.7).

use greenroom_browser::{BrowserError, Frame};
use serde::Deserialize;
use serde_json::Value;

use super::Issue;

/// How the element looks, and whether a transition is about to change that.
const LOOKS: &str = concat!(
    "(element) => {\n",
    include_str!("../injected/looks.js"),
    "const around = [element, element.parentElement, element.nextElementSibling].filter(Boolean);
    return { looks: looks(element), changing: around.some((one) => one.getAnimations().some((a) => a instanceof CSSTransition)) }
    }",
);

#[derive(Deserialize)]
struct Looks {
    looks: String,
    changing: bool,
}

/// The issues of one frame. What cannot be looked at is not judged.
pub(super) async fn not_visible(frame: &Frame, selectors: &[String]) -> Vec<Issue> {
    let mut issues = Vec::new();
    for selector in selectors {
        if let Ok(Some(rect)) = unseen(frame, selector).await {
            issues.push(Issue {
                kind: "focus_not_visible".to_owned(),
                severity: "warning".to_owned(),
                description: "nothing shows that it has the focus".to_owned(),
                fix_suggestion: "Leave the outline, or mark :focus-visible in another way."
                    .to_owned(),
                selector: selector.clone(),
                frame: String::new(),
                rect,
                measured: None,
                required: None,
                wcag: Some("2.4.7".to_owned()),
            });
        }
    }
    issues
}

/// Where the control is, if it looks the same with the focus.
async fn unseen(frame: &Frame, selector: &str) -> Result<Option<Value>, BrowserError> {
    let Some((element, _)) = frame.locator(selector).find().await? else {
        return Ok(None);
    };
    let without: Looks = element.call(LOOKS, &[]).await?;
    let with: Looks = element.call_as_focused(LOOKS, &[]).await?;
    // One that has the focus now looks the same with it.
    let here: bool = element.call("(e) => e.matches(':focus')", &[]).await?;
    if with.looks != without.looks || with.changing || here {
        return Ok(None);
    }
    element
        .call("(e) => greenroom.rectOf(e)", &[])
        .await
        .map(Some)
}
