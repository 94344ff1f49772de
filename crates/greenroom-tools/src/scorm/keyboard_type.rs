//! `scorm_keyboard_type`: type text and press keys.

use std::fmt;
use std::time::Duration;

use greenroom_browser::{BrowserError, Frame, Reason, World};
use greenroom_stage::Fault;
use greenroom_stage::course::runtime::Runtime;
use greenroom_stage::page::act::Target;
use greenroom_stage::page::content;
use greenroom_stage::page::effects::{Effects, Watch};
use greenroom_stage::page::element::ElementReport;
use schemars::JsonSchema;
use scorm_session::rehearsal::format::PageAct;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::playing::acts;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError, counted};

const LOOK_LIMIT: Duration = Duration::from_secs(5);

/// The element that the keyboard goes to, if it is in this frame.
const FOCUSED: &str = "() => {
    let e = document.activeElement;
    while (e?.shadowRoot?.activeElement) e = e.shadowRoot.activeElement;
    const here = document.hasFocus() && e && e !== document.body && e !== document.documentElement;
    return here && !['iframe', 'frame'].includes(e.localName) ? greenroom.selectorOf(e) : null;
}";

pub(crate) struct ScormKeyboardType;

/// Type text and press keys, trusted
///
/// Into selector, else the focused element. Returns characters_typed,
/// element, effects.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormKeyboardTypeParams {
    /// The session
    session_id: String,
    /// Text; may be empty
    text: String,
    /// How
    #[serde(default)]
    options: TypeOptions,
}

#[derive(Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct TypeOptions {
    /// Focused first
    selector: Option<String>,
    #[schemars(range(max = 1000))]
    delay_ms: u64,
    /// Keys after the text: `Enter`, `Control+A`
    press: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormKeyboardTypeOutput {
    success: bool,
    characters_typed: usize,
    /// Null if keys went to the page itself
    element: Option<ElementReport>,
    effects: Effects,
}

impl fmt::Display for ScormKeyboardTypeOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (count, effects) = (self.characters_typed, self.effects.summary());
        write!(f, "typed {}: {effects}", counted(count, "character"))
    }
}

impl Tool for ScormKeyboardType {
    const NAME: &'static str = "scorm_keyboard_type";
    const TITLE: &'static str = "Type on the keyboard";
    const EFFECT: Effect = Effect::Writes;
    const CORE: bool = true;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::RuntimeNotOpen,
        ErrorCode::BrowserCrashed,
        ErrorCode::KeyboardTypeFailed,
    ];
    type Params = ScormKeyboardTypeParams;
    type Output = ScormKeyboardTypeOutput;

    fn deadline(params: &Self::Params) -> Duration {
        let strokes = params.text.chars().count() as u64;
        crate::DEFAULT_DEADLINE + Duration::from_millis(strokes * params.options.delay_ms)
    }

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let runtime = cx.runtimes().require(&params.session_id)?;
        let watch = Watch::begin(&runtime);
        let typed = type_and_press(&runtime, cx.act_limit(None), &params).await;
        let selector = params.options.selector.as_deref().unwrap_or_default();
        acts::report(
            cx,
            &params.session_id,
            "keyboard:type",
            (selector, None),
            "dom",
            &typed,
            |(element, _)| {
                let on = element.as_ref().map(|element| element.named.clone());
                // What had the focus already has it in a rehearsal too.
                let on = on.filter(|_| params.options.selector.is_some());
                let on = on.unwrap_or_default();
                Some(PageAct::Type {
                    text: params.text.clone(),
                    selector: on.selector,
                    role: on.role,
                    name: on.name,
                    press: params.options.press.clone(),
                })
            },
        )?;
        let (element, characters_typed) = typed?;
        Ok(ScormKeyboardTypeOutput {
            success: true,
            characters_typed,
            element,
            effects: watch.finish(&runtime).await?,
        }
        .into())
    }
}

async fn type_and_press(
    runtime: &Runtime,
    patience: Duration,
    params: &ScormKeyboardTypeParams,
) -> Result<(Option<ElementReport>, usize), ToolError> {
    let failed = |error| match error {
        BrowserError::Invalid { message } => ToolError::new(ErrorCode::InvalidParams, message)
            .hint("Keys are named as in KeyboardEvent.key: Enter, Tab, ArrowLeft, Control+A."),
        other => acts::failed(Fault::KeyboardTypeFailed, runtime, other),
    };
    let options = &params.options;
    let (frame, element) = focus(runtime, options.selector.as_deref(), patience).await?;
    if element.is_none() && !params.text.is_empty() {
        return Err(
            ToolError::new(ErrorCode::KeyboardTypeFailed, "no element has the focus")
                .detail("reason", Reason::NotFound),
        );
    }
    let page = frame.page();
    let delay = Duration::from_millis(options.delay_ms);
    let count = page.type_text(&params.text, delay).await.map_err(failed)?;
    for key in &options.press {
        page.press(key).await.map_err(failed)?;
    }
    Ok((element, count))
}

/// The frame that keys go to, and the element in it that has the focus.
async fn focus(
    runtime: &Runtime,
    selector: Option<&str>,
    patience: Duration,
) -> Result<(Frame, Option<ElementReport>), ToolError> {
    let failed = |error| acts::failed(Fault::KeyboardTypeFailed, runtime, error);
    if let Some(selector) = selector {
        let target = Target {
            selector,
            frame: None,
            patience,
        };
        let locator = target.locator(runtime)?;
        let done = locator.focus().await.map_err(failed)?;
        let found = locator.find().await.map_err(failed)?;
        let frame = match &found {
            Some((element, _)) => element.frame().clone(),
            None => content::frame(runtime, None)?,
        };
        return Ok((frame, Some(done.element.into())));
    }
    for frame in content::frames(runtime) {
        let selector = frame.call_with_toolkit::<Option<String>>(FOCUSED, &[], LOOK_LIMIT);
        // A frame that cannot say does not have the focus.
        if let Ok(Some(selector)) = selector.await {
            let info = frame.locator(&selector).info().await.map_err(failed)?;
            return Ok((frame, info.map(|(info, _)| info.into())));
        }
    }
    let frame = content::frame(runtime, None)?;
    frame
        .call_function::<Value>(
            World::Isolated,
            "() => { window.focus(); return {} }",
            &[],
            LOOK_LIMIT,
        )
        .await
        .map_err(failed)?;
    Ok((frame, None))
}
