//! A handle on one element of one document.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::reason::Reason;
use super::toolkit::STEP;
use crate::context::FrameId;
use crate::error::{BrowserError, Result};
use crate::page::{Clip, Frame, bounds};

/// An element. The handle keeps working while the element's document lives.
#[derive(Debug)]
pub struct Element {
    pub(super) frame: Frame,
    pub(super) object: String,
}

/// What is told about an element.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ElementInfo {
    /// `tagName`, in upper case for HTML.
    pub tag_name: String,
    /// `id` attribute.
    pub id: String,
    /// `class` attribute.
    pub class_name: String,
    /// Text in it, at most 200 characters.
    pub text_content: String,
    /// A selector that matches it alone, from the frame in which the search began.
    pub selector: String,
    /// The frame that it is in.
    #[serde(default)]
    pub frame: Option<FrameId>,
    /// Whether it can be seen, if need be after scrolling.
    pub visible: bool,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why_hidden: Option<String>,
    /// Whether a part of it is in its frame's viewport.
    pub in_viewport: bool,
    /// Whether it is disabled.
    pub disabled: bool,
    /// Place in its frame's viewport.
    pub rect: Rect,
    /// Role as assistive technology sees it; `generic` for what has none.
    #[serde(default)]
    pub role: String,
    /// Accessible name; empty if it has none that is short.
    #[serde(default)]
    pub name: String,
    /// Which of the visible elements with that role and name it is, from 0.
    #[serde(default)]
    pub nth: usize,
}

/// A rectangle in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Rect {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

/// A point of the main viewport.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

/// What must hold for an act.
#[derive(Debug, Clone, Copy, Serialize)]
pub(super) struct Needs {
    pub(super) enabled: bool,
    /// The pointer must reach it.
    pub(super) hit: bool,
    /// Nothing must hold: the middle is taken, whatever is there.
    pub(super) force: bool,
}

/// Answer of the page: a point, or why not.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Verdict {
    No { reason: Reason, detail: String },
    Point { x: f64, y: f64 },
    Fine {},
}

/// A value, or why there is none.
pub(super) type Looked<T> = std::result::Result<T, (Reason, String)>;

impl Verdict {
    fn into_point(self) -> Result<Looked<Point>> {
        match self {
            Self::Point { x, y } => Ok(Ok(Point { x, y })),
            Self::No { reason, detail } => Ok(Err((reason, detail))),
            Self::Fine {} => Err(BrowserError::invalid("a page gave no point")),
        }
    }
}

impl Element {
    pub(super) fn new(frame: Frame, object: String) -> Self {
        Self { frame, object }
    }

    /// The frame that it is in.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// Call a function with the element as first argument, in our world, with the toolkit.
    pub async fn call<T: DeserializeOwned>(
        &self,
        function: &str,
        arguments: &[Value],
    ) -> Result<T> {
        let call = || self.call_once(function, arguments);
        self.frame.with_toolkit(call).await
    }

    async fn call_once<T: DeserializeOwned>(
        &self,
        function: &str,
        arguments: &[Value],
    ) -> Result<T> {
        let mut list = vec![json!({"objectId": self.object})];
        list.extend(arguments.iter().map(|value| json!({"value": value})));
        let params = json!({
            "functionDeclaration": function, "objectId": self.object, "arguments": list,
            "awaitPromise": true, "returnByValue": true, "userGesture": true,
        });
        let mut answer = self
            .frame
            .run("Runtime.callFunctionOn", &params, STEP)
            .await?;
        serde_json::from_value(answer["result"]["value"].take())
            .map_err(|error| BrowserError::invalid(format!("unexpected answer of a page: {error}")))
    }

    /// A handle on what `function` finds from this element.
    pub(super) async fn derived(
        &self,
        function: &str,
        arguments: &[Value],
    ) -> Result<Option<Self>> {
        let mut list = vec![json!({"objectId": self.object})];
        list.extend(arguments.iter().map(|value| json!({"value": value})));
        let params = json!({
            "functionDeclaration": function, "objectId": self.object, "arguments": list,
        });
        let answer = self
            .frame
            .run("Runtime.callFunctionOn", &params, STEP)
            .await?;
        let object = answer["result"]["objectId"].as_str();
        Ok(object.map(|object| Self::new(self.frame.clone(), object.to_owned())))
    }

    /// What is told about it; the selector leads from `root` to it.
    pub async fn info(&self, root: &Frame) -> Result<ElementInfo> {
        let mut info: ElementInfo = self.call("(e) => greenroom.describe(e)", &[]).await?;
        info.frame = Some(self.frame.id().clone());
        let mut steps = self.frame.path_from(root).await?;
        steps.push(info.selector);
        info.selector = steps.join(" >>> ");
        Ok(info)
    }

    /// CDP's view of the element's node.
    pub(super) async fn node(&self) -> Result<Value> {
        let params = json!({"objectId": self.object});
        let mut answer = self.frame.call("DOM.describeNode", &params, STEP).await?;
        Ok(answer["node"].take())
    }

    /// Where it is in the main document, for a picture of it.
    pub(super) async fn clip(&self) -> Result<Clip> {
        let params = json!({"objectId": self.object});
        let model = self.frame.call("DOM.getBoxModel", &params, STEP).await?;
        let rect = bounds(&model["model"]["border"]).ok_or_else(|| BrowserError::Capture {
            reason: "the element has no box".into(),
        })?;
        let (x, y) = self.frame.origin().await?;
        let metrics = self
            .frame
            .page()
            .call("Page.getLayoutMetrics", &json!({}))
            .await?;
        let scroll = |key: &str| {
            metrics["cssVisualViewport"][key]
                .as_f64()
                .unwrap_or_default()
        };
        Ok(Clip {
            x: rect.x + x + scroll("pageX"),
            y: rect.y + y + scroll("pageY"),
            ..rect
        })
    }

    /// Give files to a file input.
    pub(super) async fn set_files(&self, files: &[String]) -> Result<()> {
        let params = json!({"files": files, "objectId": self.object});
        self.frame
            .call("DOM.setFileInputFiles", &params, STEP)
            .await
            .map(drop)
    }

    /// A point of the main viewport at which the pointer reaches the element, scrolled into view.
    pub(super) async fn point(&self, needs: Needs) -> Result<Looked<Point>> {
        let function = "(e, needs) => greenroom.pointFor(e, needs)";
        match self
            .call::<Verdict>(function, &[json!(needs)])
            .await?
            .into_point()?
        {
            Ok(point) => {
                let point = self.frame.point_in_page(point, needs.hit).await?;
                if point.is_err() {
                    // What was scrolled for nothing is put back.
                    self.call::<()>("() => greenroom.putBack()", &[]).await?;
                }
                Ok(point)
            }
            why => Ok(why),
        }
    }
}

impl Drop for Element {
    fn drop(&mut self) {
        if let Ok(session) = self.frame.session() {
            let connection = &self.frame.page().context().hub().connection;
            let params = json!({"objectId": self.object});
            connection.send(Some(&session), "Runtime.releaseObject", &params);
        }
    }
}

impl Frame {
    /// The element in `parent` that holds this frame.
    pub(super) async fn owner_element(&self, parent: &Self) -> Result<Element> {
        let context = parent.script_context_number().await?;
        let mut params = self.owner(parent).await?;
        params["executionContextId"] = context.into();
        let answer = parent.call("DOM.resolveNode", &params, STEP).await?;
        let object = answer["object"]["objectId"]
            .as_str()
            .ok_or_else(|| self.gone())?;
        Ok(Element::new(parent.clone(), object.to_owned()))
    }

    /// A point of this frame's viewport as a point of the main viewport. With `hit`, nothing may
    /// cover the frames on the way.
    pub(super) async fn point_in_page(&self, point: Point, hit: bool) -> Result<Looked<Point>> {
        let through = "(owner, x, y, hit) => greenroom.throughFrame(owner, x, y, hit)";
        let mut point = point;
        let mut frame = self.clone();
        while let Some(parent) = frame.parent()? {
            let owner = frame.owner_element(&parent).await?;
            let arguments = [json!(point.x), json!(point.y), json!(hit)];
            match owner
                .call::<Verdict>(through, &arguments)
                .await?
                .into_point()?
            {
                Ok(outer) => point = outer,
                why => return Ok(why),
            }
            frame = parent;
        }
        Ok(Ok(point))
    }

    /// Selectors of the frame elements that lead from `root` to this frame.
    pub async fn path_from(&self, root: &Self) -> Result<Vec<String>> {
        let mut steps = Vec::new();
        let mut frame = self.clone();
        while frame.id() != root.id() {
            let Some(parent) = frame.parent()? else { break };
            let owner = frame.owner_element(&parent).await?;
            steps.push(
                owner
                    .call::<String>("(e) => greenroom.selectorOf(e)", &[])
                    .await?,
            );
            frame = parent;
        }
        steps.reverse();
        Ok(steps)
    }
}
