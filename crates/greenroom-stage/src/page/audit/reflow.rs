//! Whether the content fits a window of 320 px without scrolling to the side (WCAG 1.4.10).

use std::time::Duration;

use greenroom_browser::{BrowserError, Frame};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Finding, Node};
use crate::StageError;
use crate::course::runtime::Runtime;
use crate::course::viewport::Viewport;
use crate::page::content;

const REFLOW: &str = include_str!("../injected/reflow.js");
const WIDTH: u32 = 320;
const LIMIT: Duration = Duration::from_secs(10);
const REST: Duration = Duration::from_secs(2);

/// How the content fits.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Reflow {
    width: u32,
    /// Width that the content needs
    needed: f64,
    fits: bool,
}

/// What one document says.
#[derive(Deserialize)]
struct Measured {
    needed: f64,
    wide: Vec<Node>,
}

/// Makes the window narrow for a moment and measures.
pub async fn reflow(runtime: &Runtime) -> Result<(Reflow, Option<Finding>), StageError> {
    let usual = runtime.viewport();
    let narrow = Viewport {
        width: WIDTH,
        ..usual
    };
    runtime.page.set_viewport(&narrow.screen()).await?;
    let measured = measure(runtime).await;
    runtime.page.set_viewport(&usual.screen()).await?;
    runtime.page.settle_within(REST).await?;
    let Measured { needed, wide } = measured?;
    let finding = Finding::own(
        "reflow-320",
        "serious",
        (
            "1.4.10",
            "Content must fit 320 px without scrolling to the side",
        ),
        wide,
    );
    let reflow = Reflow {
        width: WIDTH,
        needed,
        fits: finding.is_none(),
    };
    Ok((reflow, finding))
}

async fn measure(runtime: &Runtime) -> Result<Measured, BrowserError> {
    runtime.page.settle_within(REST).await?;
    let mut all = Measured {
        needed: f64::from(WIDTH),
        wide: Vec::new(),
    };
    let Ok(root) = content::frame(runtime, None) else {
        return Ok(all);
    };
    for frame in root.subtree().into_iter().filter(Frame::has_scripts) {
        let measured = frame.call_with_toolkit::<Measured>(REFLOW, &[], LIMIT);
        let measured = match measured.await {
            Ok(measured) => measured,
            // A frame that went away needs no room.
            Err(error) if content::is_absent(runtime, &error) => continue,
            Err(error) => return Err(error),
        };
        if frame.id() == root.id() {
            all.needed = measured.needed;
        }
        let path = frame.path_from(&root).await?;
        all.wide.extend(measured.wide.into_iter().map(|node| Node {
            selector: [path.as_slice(), &[node.selector]].concat().join(" >>> "),
            ..node
        }));
    }
    Ok(all)
}
