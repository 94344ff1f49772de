//! `scorm_dom_click_by_text`: click what a person would call by its words.

use std::fmt;

use greenroom_browser::ClickKind;
use greenroom_stage::Fault;
use greenroom_stage::course::runtime::Runtime;
use greenroom_stage::page::answer::{self, Act, Via, Way};
use greenroom_stage::page::by_text::{self, ByText, Words};
use greenroom_stage::page::content;
use greenroom_stage::page::effects::{Effects, Watch};
use greenroom_stage::page::element::ElementReport;
use schemars::JsonSchema;
use scorm_session::rehearsal::format::{ClickCount, PageAct};
use serde::{Deserialize, Serialize};

use crate::playing::acts;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormDomClickByText;

/// Click a visible button, link or label by its text
///
/// Exact match before partial. Returns element, match_count, effects.
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
        acts::report(
            cx,
            &params.session_id,
            "dom:click",
            (&params.text, None),
            via,
            &clicked,
            |clicked| {
                let click = ClickCount::Single;
                Some(clicked.element.act(|on| PageAct::Click { on, click }))
            },
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
    let options = &params.options;
    let words = Words {
        text: &params.text,
        exact_match: options.exact_match,
        element_types: options.element_types.as_deref(),
        nth: options.nth,
    };
    let ByText {
        frame,
        locator,
        match_count,
    } = by_text::find(runtime, words).await?;
    // Selectors of results lead from the SCO's own document.
    let root = content::frame(runtime, None)?;
    let failed = |error| acts::failed(Fault::DomClickByTextFailed, runtime, error);
    let mut path = frame.path_from(&root).await.map_err(failed)?;
    let code = Fault::DomClickByTextFailed;
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
        match_count,
        via,
        via_reason,
    })
}
