//! Where things are on the page, through all the frames around them.

use futures::future::BoxFuture;
use serde_json::{Value, json};

use super::{COMMAND_LIMIT, Clip, Frame};
use crate::error::{BrowserError, Result};

impl Frame {
    /// The frame that holds this one.
    pub fn parent(&self) -> Result<Option<Self>> {
        Ok(self
            .info()?
            .parent
            .map(|id| Self::new(self.page().clone(), id)))
    }

    /// The rectangle of this frame's content in the main viewport.
    pub async fn rect_in_page(&self) -> Result<Clip> {
        let Some(parent) = self.parent()? else {
            let metrics = self
                .page()
                .call("Page.getLayoutMetrics", &json!({}))
                .await?;
            let size = &metrics["cssLayoutViewport"];
            let number = |key: &str| size[key].as_f64().unwrap_or_default();
            let (width, height) = (number("clientWidth"), number("clientHeight"));
            return Ok(Clip {
                x: 0.0,
                y: 0.0,
                width,
                height,
            });
        };
        let node = self.owner(&parent).await?;
        let model = parent.call("DOM.getBoxModel", &node, COMMAND_LIMIT).await?;
        let rect = bounds(&model["model"]["content"]).ok_or_else(|| BrowserError::Capture {
            reason: "the frame is not rendered".into(),
        })?;
        let (x, y) = parent.origin().await?;
        Ok(Clip {
            x: rect.x + x,
            y: rect.y + y,
            ..rect
        })
    }

    /// Parameters that name the element in `parent` that holds this frame.
    pub(crate) async fn owner(&self, parent: &Self) -> Result<Value> {
        let params = json!({"frameId": self.id()});
        let owner = parent
            .call("DOM.getFrameOwner", &params, COMMAND_LIMIT)
            .await?;
        Ok(json!({"backendNodeId": owner["backendNodeId"]}))
    }

    /// Where coordinates that CDP gives for this frame's session begin on the page.
    ///
    /// CDP counts from the top frame of a process, so only frames that are the top of their
    /// process have an offset.
    pub(crate) fn origin(&self) -> BoxFuture<'_, Result<(f64, f64)>> {
        Box::pin(async move {
            let session = self.session()?;
            let mut frame = self.clone();
            while let Some(parent) = frame.parent()? {
                if parent.session()? != session {
                    let rect = Box::pin(frame.rect_in_page()).await?;
                    return Ok((rect.x, rect.y));
                }
                frame = parent;
            }
            Ok((0.0, 0.0))
        })
    }
}

/// The rectangle around a CDP quad of four corners.
pub(crate) fn bounds(quad: &Value) -> Option<Clip> {
    let numbers: Vec<f64> = quad.as_array()?.iter().filter_map(Value::as_f64).collect();
    let (xs, ys): (Vec<f64>, Vec<f64>) = numbers
        .chunks_exact(2)
        .map(|corner| (corner[0], corner[1]))
        .unzip();
    if xs.len() != 4 {
        return None;
    }
    let least = |values: &[f64]| values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = |values: &[f64]| values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (x, y) = (least(&xs), least(&ys));
    Some(Clip {
        x,
        y,
        width: most(&xs) - x,
        height: most(&ys) - y,
    })
}
