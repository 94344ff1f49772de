//! What is wrong with how a page looks.
//!
//! One script per frame, in the isolated world. The focus of the learner is not moved: how
//! controls look with it is asked of the browser.

mod focus;

use std::collections::BTreeMap;
use std::time::Duration;

use greenroom_browser::{BrowserError, Frame};
use greenroom_report::excerpt;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::StageError;
use crate::course::runtime::Runtime;
use crate::course::viewport::{Device, Viewport};

const ANALYZE: &str = concat!(
    "async (touch, isRoot) => {\n",
    include_str!("../injected/words.js"),
    include_str!("../injected/purpose.js"),
    include_str!("../injected/looks.js"),
    include_str!("script/elements.js"),
    include_str!("script/responsive.js"),
    include_str!("script/contrast.js"),
    include_str!("script/accessibility.js"),
    include_str!("script/content.js"),
    "return analyze(touch, isRoot) }",
);
const LIMIT: Duration = Duration::from_secs(10);
/// Bytes of JSON for one list; issues beyond are counted.
const BUDGET: usize = 2200;

/// The faults of a page at one size.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LayoutAnalysis {
    viewport: Viewport,
    frames_analyzed: usize,
    responsive_issues: Vec<Issue>,
    accessibility_issues: Vec<Issue>,
    content_issues: Vec<Issue>,
    summary: Summary,
}

impl std::fmt::Display for LayoutAnalysis {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Summary {
            errors, warnings, ..
        } = self.summary;
        write!(f, "{errors} errors and {warnings} warnings in the layout")
    }
}

/// All issues, also those that are not listed.
#[derive(Debug, Default, Serialize, JsonSchema)]
struct Summary {
    errors: usize,
    warnings: usize,
    info: usize,
    /// Issues left out to keep the answer short
    #[serde(skip_serializing_if = "excerpt::is_zero")]
    omitted: usize,
}

/// One fault.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Issue {
    #[serde(rename = "type")]
    kind: String,
    /// `error`, `warning` or `info`
    severity: String,
    description: String,
    fix_suggestion: String,
    /// From the SCO's document, `>>>` through frames
    selector: String,
    /// Id of the frame
    #[serde(default)]
    frame: String,
    rect: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    measured: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    required: Option<Value>,
    /// Success criterion of WCAG
    #[serde(skip_serializing_if = "Option::is_none")]
    wcag: Option<String>,
}

/// What the script finds in one frame.
#[derive(Default, Deserialize)]
struct Found {
    responsive: Vec<Issue>,
    accessibility: Vec<Issue>,
    content: Vec<Issue>,
    shows_something: bool,
    /// Controls that should show when they have the focus.
    focusable: Vec<String>,
}

/// Looks at all frames of the content.
pub async fn analyze(runtime: &Runtime) -> Result<LayoutAnalysis, StageError> {
    let root = runtime.content()?;
    let viewport = runtime.viewport();
    let touch = matches!(viewport.device, Some(Device::Tablet | Device::Mobile));
    let mut all = Found::default();
    let mut frames_analyzed = 0;
    for frame in loaded(&root) {
        let Some(found) = analyze_frame(&frame, &root, touch).await? else {
            continue;
        };
        frames_analyzed += 1;
        all.responsive.extend(found.responsive);
        all.accessibility.extend(found.accessibility);
        all.content.extend(found.content);
        all.shows_something |= found.shows_something;
    }
    if !all.shows_something {
        all.content.push(empty_page(&root, viewport));
    }
    let mut summary = Summary::default();
    let responsive_issues = summary.count(all.responsive);
    let accessibility_issues = summary.count(all.accessibility);
    let content_issues = summary.count(all.content);
    Ok(LayoutAnalysis {
        viewport,
        frames_analyzed,
        responsive_issues,
        accessibility_issues,
        content_issues,
        summary,
    })
}

/// The frame and those in it that can be read.
fn loaded(root: &Frame) -> Vec<Frame> {
    let frames = root.subtree().into_iter();
    frames
        .filter(|frame| frame.id() == root.id() || frame.has_scripts())
        .collect()
}

/// None for a frame that went away, or of another origin that does not answer.
async fn analyze_frame(
    frame: &Frame,
    root: &Frame,
    touch: bool,
) -> Result<Option<Found>, StageError> {
    let arguments = [json!(touch), json!(frame.id() == root.id())];
    let mut found: Found = match frame.call_with_toolkit(ANALYZE, &arguments, LIMIT).await {
        Ok(found) => found,
        Err(
            BrowserError::Closed { .. }
            | BrowserError::Timeout { .. }
            | BrowserError::NoScripts { .. },
        ) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let unseen = focus::not_visible(frame, &found.focusable).await;
    found.accessibility.extend(unseen);
    let path = frame.path_from(root).await?;
    let lists = [
        &mut found.responsive,
        &mut found.accessibility,
        &mut found.content,
    ];
    for issue in lists.into_iter().flatten() {
        frame.id().as_str().clone_into(&mut issue.frame);
        let inner = std::mem::take(&mut issue.selector);
        issue.selector = [path.as_slice(), &[inner]].concat().join(" >>> ");
    }
    Ok(Some(found))
}

fn empty_page(root: &Frame, viewport: Viewport) -> Issue {
    Issue {
        kind: "empty_page".to_owned(),
        severity: "error".to_owned(),
        description: "the page shows nothing".to_owned(),
        fix_suggestion: "Look at the console: a script may have failed before it drew the page."
            .to_owned(),
        selector: "html".to_owned(),
        frame: root.id().as_str().to_owned(),
        rect: json!({"x": 0, "y": 0, "width": viewport.width, "height": viewport.height}),
        measured: None,
        required: None,
        wcag: None,
    }
}

impl Summary {
    fn count(&mut self, mut issues: Vec<Issue>) -> Vec<Issue> {
        for issue in &issues {
            match issue.severity.as_str() {
                "error" => self.errors += 1,
                "warning" => self.warnings += 1,
                _ => self.info += 1,
            }
        }
        // The first of every type, then the second: none hides another.
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        issues.sort_by_cached_key(|issue| {
            let before = seen.entry(issue.kind.clone()).or_default();
            *before += 1;
            *before
        });
        let total = issues.len();
        let told = excerpt::fitting(issues, BUDGET);
        self.omitted += total - told.len();
        told
    }
}
