//! `scorm_dom_click_by_text`: click what a person would call by its words.

use std::fmt;
use std::time::Duration;

use greenroom_browser::{BrowserError, ClickKind, Frame, Reason};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::page::answer::{self, Act, Via, Way};
use crate::page::effects::{Effects, Watch};
use crate::page::element::ElementReport;
use crate::page::{act, content};
use crate::stage::runtime::Runtime;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

const TEXTS: &str = include_str!("../../page/injected/texts.js");
const LOOK_LIMIT: Duration = Duration::from_secs(10);
/// What has words to be clicked by.
const KINDS: [&str; 8] = [
    "button",
    "a",
    "input[type=button]",
    "input[type=submit]",
    "[role=button]",
    "[role=tab]",
    "[role=menuitem]",
    "label",
];

pub(crate) struct ScormDomClickByText;

/// Click a visible button, link or label by its text
///
/// Needs a runtime. Exact match before partial. Returns element, match_count, effects.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormDomClickByTextParams {
    /// The session
    session_id: String,
    /// Words on it
    text: String,
    /// How
    #[serde(default)]
    options: TextOptions,
}

#[derive(Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct TextOptions {
    exact_match: bool,
    /// Selectors; default: buttons, links, tabs, menu items, labels
    element_types: Option<Vec<String>>,
    nth: usize,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormDomClickByTextOutput {
    clicked: bool,
    element: ElementReport,
    match_count: usize,
    via: &'static str,
    via_reason: &'static str,
    effects: Effects,
}

#[derive(Deserialize)]
struct Seen {
    matches: Vec<Match>,
    texts: Vec<String>,
}

#[derive(Clone, Deserialize)]
struct Match {
    selector: String,
    exact: bool,
    length: usize,
}

impl fmt::Display for ScormDomClickByTextOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (selector, effects) = (&self.element.selector, self.effects.summary());
        write!(f, "clicked {selector}: {effects}")
    }
}

impl Tool for ScormDomClickByText {
    const NAME: &'static str = "scorm_dom_click_by_text";
    const TITLE: &'static str = "Click by text";
    const EFFECT: Effect = Effect::Writes;
    const CORE: bool = true;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::RuntimeNotOpen,
        ErrorCode::BrowserCrashed,
        ErrorCode::DomClickByTextFailed,
        ErrorCode::AutomationApiNotAvailable,
        ErrorCode::AutomationApiError,
    ];
    type Params = ScormDomClickByTextParams;
    type Output = ScormDomClickByTextOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let runtime = cx.runtimes().require(&params.session_id)?;
        let watch = Watch::begin(&runtime);
        let clicked = click(&runtime, &params).await;
        let via = clicked.as_ref().map_or("dom", |clicked| clicked.via);
        act::tell(
            cx,
            &params.session_id,
            "dom:click",
            (&params.text, None),
            via,
            &clicked,
        )?;
        let clicked = clicked?;
        Ok(ScormDomClickByTextOutput {
            clicked: true,
            element: clicked.element,
            match_count: clicked.match_count,
            via: clicked.via,
            via_reason: clicked.via_reason,
            effects: watch.finish(&runtime).await?,
        }
        .into())
    }
}

/// What was clicked, and how.
struct Clicked {
    element: ElementReport,
    match_count: usize,
    via: &'static str,
    via_reason: &'static str,
}

async fn click(
    runtime: &Runtime,
    params: &ScormDomClickByTextParams,
) -> Result<Clicked, ToolError> {
    let (mut matches, texts) = look(runtime, params).await?;
    matches.sort_by_key(|(_, found)| (!found.exact, found.length));
    let count = matches.len();
    let Some((frame, found)) = matches.into_iter().nth(params.options.nth) else {
        return Err(not_there(params, count, &texts));
    };
    // Selectors of results lead from the SCO's own document.
    let root = content::frame(runtime, None)?;
    let failed = |error| act::failed(ErrorCode::DomClickByTextFailed, runtime, error);
    let mut path = frame.path_from(&root).await.map_err(failed)?;
    let locator = frame.locator(&found.selector);
    let code = ErrorCode::DomClickByTextFailed;
    let way = answer::way(runtime, &locator, Via::Auto, Act::Click, code).await?;
    let (mut element, via, via_reason) = match way {
        Way::Done(answered) => (answered.element, "automation", "interaction"),
        Way::Dom(reason) => {
            let done = locator.click(ClickKind::Single).await.map_err(failed)?;
            (ElementReport::from(done.element), "dom", reason)
        }
    };
    path.push(element.selector);
    element.selector = path.join(" >>> ");
    Ok(Clicked {
        element,
        match_count: count,
        via,
        via_reason,
    })
}

async fn look(
    runtime: &Runtime,
    params: &ScormDomClickByTextParams,
) -> Result<(Vec<(Frame, Match)>, Vec<String>), ToolError> {
    let options = &params.options;
    let kinds = match &options.element_types {
        Some(kinds) => kinds.join(", "),
        None => KINDS.join(", "),
    };
    let arguments = [json!(kinds), json!(params.text), json!(options.exact_match)];
    let mut matches = Vec::new();
    let mut texts = Vec::new();
    for frame in content::frames(runtime) {
        match frame
            .call_with_toolkit::<Seen>(TEXTS, &arguments, LOOK_LIMIT)
            .await
        {
            Ok(seen) => {
                matches.extend(seen.matches.into_iter().map(|found| (frame.clone(), found)));
                texts.extend(seen.texts);
            }
            // A frame that went away has no words.
            Err(BrowserError::Closed { .. }) if runtime.page.is_open() => {}
            Err(BrowserError::Thrown(exception)) => {
                return Err(ToolError::new(
                    ErrorCode::DomClickByTextFailed,
                    format!("element_types: {}", exception.message),
                )
                .detail("reason", Reason::BadSelector));
            }
            Err(error) => {
                return Err(act::failed(ErrorCode::DomClickByTextFailed, runtime, error));
            }
        }
    }
    Ok((matches, texts))
}

fn not_there(params: &ScormDomClickByTextParams, count: usize, texts: &[String]) -> ToolError {
    let message = format!(
        "{count} visible elements have the text {:?} and number {} was wanted; the page shows {}",
        params.text,
        params.options.nth,
        texts.join(" | ")
    );
    ToolError::new(ErrorCode::DomClickByTextFailed, message)
        .detail("reason", Reason::NotFound)
        .detail("visible_texts", texts)
}
