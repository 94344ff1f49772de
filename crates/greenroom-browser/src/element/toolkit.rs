//! Our scripts in the isolated world of a document, as the object `greenroom`.

use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::error::{BrowserError, Result};
use crate::page::{Frame, World};

/// Defines `greenroom` in a world that lacks it.
const TOOLKIT: &str = concat!(
    "(() => {",
    include_str!("../../injected/toolkit/visibility.js"),
    include_str!("../../injected/toolkit/clipping.js"),
    include_str!("../../injected/toolkit/search.js"),
    include_str!("../../injected/toolkit/naming.js"),
    include_str!("../../injected/toolkit/describe.js"),
    include_str!("../../injected/toolkit/actionability.js"),
    include_str!("../../injected/toolkit/aim.js"),
    include_str!("../../injected/toolkit/drag.js"),
    include_str!("../../injected/toolkit/fill.js"),
    include_str!("../../injected/toolkit/near.js"),
    "globalThis.greenroom = { visible, whyHidden, inViewport, survey, take, nameOf, describe, namedElements, ",
    "disabled, rectOf, selectorOf, pointFor, putBack, throughFrame, coverAt, watchAim, missedAim, watchDrag, dragBegan, watchDrop, dropped, restingPlace, ",
    "fillKind, selectContent, setValue, choose, valueOf, shadowRootsIn, nearMatches };",
    "})()",
);

/// Deadline of a single step in the page.
pub(super) const STEP: Duration = Duration::from_secs(10);

impl Frame {
    /// Call a function in our world of this frame; it can use the object `greenroom` with what
    /// `injected/toolkit` holds: `visible(element)`, `describe(element)`, `selectorOf(element)`…
    pub async fn call_with_toolkit<T: DeserializeOwned>(
        &self,
        function: &str,
        arguments: &[Value],
        limit: Duration,
    ) -> Result<T> {
        let call = || self.call_function(World::Isolated, function, arguments, limit);
        self.with_toolkit(call).await
    }

    /// As [`Self::call_with_toolkit`], with a handle as answer; none for null.
    pub(super) async fn handle_with_toolkit(
        &self,
        function: &str,
        arguments: &[Value],
    ) -> Result<Option<String>> {
        self.with_toolkit(|| self.handle_from(function, arguments))
            .await
    }

    /// Calls what needs the toolkit, and once more where that had to be installed first; a frame may
    /// go on to another document, which lacks it, in between.
    pub(super) async fn with_toolkit<T, F>(&self, call: impl Fn() -> F) -> Result<T>
    where
        F: Future<Output = Result<T>>,
    {
        let begun = Instant::now();
        loop {
            match call().await {
                Err(BrowserError::Thrown(exception)) if lacks_toolkit(&exception.message) => {}
                answer => return answer,
            }
            if begun.elapsed() > STEP {
                return Err(BrowserError::Timeout {
                    what: "a document that stays in its frame".to_owned(),
                    after: STEP,
                });
            }
            self.install_toolkit().await?;
        }
    }

    async fn handle_from(&self, function: &str, arguments: &[Value]) -> Result<Option<String>> {
        let context = self.script_context(World::Isolated, STEP).await?;
        let arguments: Vec<Value> = arguments
            .iter()
            .map(|value| json!({"value": value}))
            .collect();
        let params = json!({
            "functionDeclaration": function, "uniqueContextId": context, "arguments": arguments,
        });
        let answer = self.run("Runtime.callFunctionOn", &params, STEP).await?;
        Ok(answer["result"]["objectId"].as_str().map(ToOwned::to_owned))
    }

    async fn install_toolkit(&self) -> Result<()> {
        let context = self.script_context(World::Isolated, STEP).await?;
        let params = json!({"expression": TOOLKIT, "uniqueContextId": context});
        self.run("Runtime.evaluate", &params, STEP).await.map(drop)
    }
}

fn lacks_toolkit(message: &str) -> bool {
    message == "greenroom is not defined"
}
