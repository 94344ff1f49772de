//! axe-core in our world of every frame: the page's own scripts do not see it, and no policy of
//! the page keeps it out.
//!
//! Each frame is looked at on its own, and the top document joins the parts, so that rules about
//! the whole page hold across frames.

use std::time::Duration;

use greenroom_browser::{BrowserError, EvaluateOptions, Frame, World};
use greenroom_web::axe;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Finding, Node};
use crate::course::runtime::Runtime;
use crate::page::content;
use crate::{Fault, StageError};

const LIMIT: Duration = Duration::from_secs(40);
const PARTIAL: &str = include_str!("../injected/axe_partial.js");
const FINISH: &str = include_str!("../injected/axe_finish.js");

/// Which success criteria count.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
pub enum Level {
    A,
    #[default]
    #[serde(rename = "AA")]
    Aa,
    #[serde(rename = "AAA")]
    Aaa,
}

impl Level {
    fn tags(self) -> Vec<&'static str> {
        let mut tags = vec!["wcag2a", "wcag21a", "wcag22a"];
        if matches!(self, Self::Aa | Self::Aaa) {
            tags.extend(["wcag2aa", "wcag21aa", "wcag22aa"]);
        }
        if matches!(self, Self::Aaa) {
            tags.extend(["wcag2aaa", "wcag21aaa", "wcag22aaa"]);
        }
        tags
    }
}

/// What axe found.
#[derive(Debug, Default, Deserialize)]
pub struct Found {
    pub findings: Vec<Finding>,
    pub undecided: Vec<Undecided>,
    #[serde(default)]
    pub frames: usize,
}

/// A rule that only a person can decide, such as the contrast of text on a picture.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Undecided {
    rule: String,
    count: usize,
}

impl Undecided {
    /// One place of `rule`.
    pub fn one(rule: &str) -> Self {
        Self {
            rule: rule.to_owned(),
            count: 1,
        }
    }
}

/// What one frame says.
#[derive(Deserialize)]
struct Partial {
    /// JSON text, for the top document.
    result: String,
    inner: Vec<Inner>,
}

/// A frame in it, as axe wants to look at it.
#[derive(Deserialize)]
struct Inner {
    /// Which of the owners that were named holds it.
    owner: Option<usize>,
    context: Value,
}

/// Looks at all frames of the content and of the windows it opened.
pub async fn run(runtime: &Runtime, level: Level) -> Result<Found, StageError> {
    let frames = content::frames(runtime);
    let root = content::frame(runtime, None)?;
    let held = |frame: &Frame| {
        let parent = frame.parent().ok().flatten();
        parent.is_some_and(|parent| frames.iter().any(|other| other.id() == parent.id()))
    };
    let mut all = Found::default();
    for top in frames.iter().filter(|frame| !held(frame)) {
        if top.id() != root.id() && top.info().is_ok_and(|info| info.url == "about:blank") {
            continue;
        }
        let found = run_page(runtime, top, &frames, level).await;
        let found = found.map_err(|error| failed(&error, top))?;
        all.findings.extend(found.findings);
        all.undecided.extend(found.undecided);
        all.frames += found.frames;
    }
    for finding in &mut all.findings {
        finding.wcag = finding
            .wcag
            .iter()
            .filter_map(|tag| criterion(tag))
            .collect();
    }
    Ok(all)
}

fn failed(error: &BrowserError, frame: &Frame) -> StageError {
    StageError::new(Fault::AuditFailed, format!("axe-core did not run: {error}"))
        .detail("frame", frame.id().to_string())
        .detail("cause", error.to_string())
}

async fn run_page(
    runtime: &Runtime,
    top: &Frame,
    frames: &[Frame],
    level: Level,
) -> Result<Found, BrowserError> {
    let options = json!({
        "runOnly": {"type": "tag", "values": level.tags()},
        "resultTypes": ["violations", "incomplete"], "preload": false,
    });
    let mut parts = Vec::new();
    let mut looked_at = 0;
    // Depth first, in the order of the frames in each document: axe joins them in this order.
    let mut waiting = vec![(Some(top.clone()), Value::Null)];
    while let Some((frame, context)) = waiting.pop() {
        let partial = match &frame {
            Some(frame) => look_at(frame, frames, &context, &options).await,
            None => Err(BrowserError::Closed {
                what: "the frame".to_owned(),
            }),
        };
        let partial = match partial {
            Ok(partial) => partial,
            // A frame that cannot be looked at is left out; the top document must answer.
            Err(_) if looked_at > 0 && runtime.page.is_open() => {
                parts.push("null".to_owned());
                continue;
            }
            Err(error) => return Err(error),
        };
        looked_at += 1;
        parts.push(partial.result);
        let inside = partial
            .inner
            .into_iter()
            .rev()
            .map(|(inner, frame)| (frame, inner.context));
        waiting.extend(inside);
    }
    let arguments = [json!(parts), options];
    let mut found: Found = top
        .call_function(World::Isolated, FINISH, &arguments, LIMIT)
        .await?;
    found.frames = looked_at;
    Ok(found)
}

/// What one frame says, and the frames in it.
struct Looked {
    result: String,
    inner: Vec<(Inner, Option<Frame>)>,
}

async fn look_at(
    frame: &Frame,
    frames: &[Frame],
    context: &Value,
    options: &Value,
) -> Result<Looked, BrowserError> {
    install(frame).await?;
    let mut children = Vec::new();
    let mut owners = Vec::new();
    for child in frames {
        let parent = child.parent().ok().flatten();
        if parent.is_some_and(|parent| parent.id() == frame.id()) {
            owners.push(child.path_from(frame).await?);
            children.push(child.clone());
        }
    }
    let arguments = [context.clone(), options.clone(), json!(owners)];
    let partial: Partial = frame
        .call_function(World::Isolated, PARTIAL, &arguments, LIMIT)
        .await?;
    let inner = partial.inner.into_iter().map(|inner| {
        let child = inner.owner.and_then(|index| children.get(index).cloned());
        (inner, child)
    });
    Ok(Looked {
        result: partial.result,
        inner: inner.collect(),
    })
}

async fn install(frame: &Frame) -> Result<(), BrowserError> {
    let there: bool = frame
        .call_function(World::Isolated, "() => typeof axe === 'object'", &[], LIMIT)
        .await?;
    if there {
        return Ok(());
    }
    let options = EvaluateOptions {
        world: World::Isolated,
        by_value: true,
        limit: LIMIT,
    };
    frame.evaluate(axe(), &options).await.map(drop)
}

/// `1.4.3` for the tag `wcag143`.
fn criterion(tag: &str) -> Option<String> {
    let digits = tag.strip_prefix("wcag")?;
    let numbers = digits.len() >= 3 && digits.bytes().all(|byte| byte.is_ascii_digit());
    numbers.then(|| format!("{}.{}.{}", &digits[..1], &digits[1..2], &digits[2..]))
}

impl Node {
    /// How many bytes it takes in an answer.
    pub fn size(&self) -> usize {
        self.selector.len() + self.html.len() + self.problem.len() + 60
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn criteria_are_read_from_tags() {
        for (tag, want) in [
            ("wcag143", Some("1.4.3")),
            ("wcag1410", Some("1.4.10")),
            ("wcag2a", None),
            ("cat.color", None),
        ] {
            assert_eq!(criterion(tag).as_deref(), want, "{tag}");
        }
    }
}
