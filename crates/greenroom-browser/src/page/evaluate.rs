//! Running script in a frame, in the page's own world or in ours.

use std::time::Duration;

use serde::Serialize;
use serde::de::{Deserialize, DeserializeOwned};
use serde_json::{Value, json};

use super::{Exception, Frame};
use crate::capture::{ExceptionDetails, text};
use crate::error::{BrowserError, Result};

/// How long an unresponsive page is asked for a sign of life before its script is ended.
const SIGN_OF_LIFE: Duration = Duration::from_millis(300);

/// Group of the handles that an evaluation leaves in the page.
const EVALUATED: &str = "greenroom-evaluated";

/// Which globals a script sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum World {
    /// The page's own.
    Main,
    /// Ours: the same DOM, but none of the page's variables, and unseen by it.
    Isolated,
}

/// How an expression is evaluated.
#[derive(Debug, Clone)]
pub struct EvaluateOptions {
    /// Which world it runs in.
    pub world: World,
    /// Give the value as JSON; otherwise a description and preview of it.
    pub by_value: bool,
    /// Time after which the script is ended.
    pub limit: Duration,
}

impl Default for EvaluateOptions {
    fn default() -> Self {
        Self {
            world: World::Main,
            by_value: true,
            limit: Duration::from_secs(10),
        }
    }
}

/// The value of an expression.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Evaluated {
    /// As JSON; null for `undefined` and for what is only described.
    pub value: Value,
    /// `typeof` the value, or its subtype such as `array`, `null`, `node`, `error`.
    pub kind: String,
    /// How a console would show it.
    pub description: String,
}

impl Frame {
    /// Evaluate an expression; promises are awaited, `await` may be used in it, and names may be
    /// declared again by a later one.
    pub async fn evaluate(&self, expression: &str, options: &EvaluateOptions) -> Result<Evaluated> {
        let context = self.script_context(options.world, options.limit).await?;
        let params = json!({
            "expression": expression, "uniqueContextId": context, "awaitPromise": true,
            "generatePreview": !options.by_value, "objectGroup": EVALUATED,
            "userGesture": true, "replMode": true, "allowUnsafeEvalBlockedByCSP": true,
        });
        let answer = self.run("Runtime.evaluate", &params, options.limit).await?;
        let object = self.resolved(answer["result"].clone(), options).await?;
        let kind = object["subtype"]
            .as_str()
            .or_else(|| object["value"].is_array().then_some("array"))
            .or_else(|| object["type"].as_str());
        Ok(Evaluated {
            value: object["value"].clone(),
            kind: kind.unwrap_or("undefined").into(),
            description: text::of_remote_object(&object),
        })
    }

    /// REPL mode gives promises and objects as handles: await the one, fetch the other.
    async fn resolved(&self, object: Value, options: &EvaluateOptions) -> Result<Value> {
        let Some(handle) = object["objectId"].as_str() else {
            return Ok(object);
        };
        let how = if object["subtype"] == "promise" {
            let (by_value, preview) = (options.by_value, !options.by_value);
            let params = json!({
                "promiseObjectId": handle, "returnByValue": by_value, "generatePreview": preview,
            });
            Some(("Runtime.awaitPromise", params))
        } else if options.by_value {
            let params = json!({
                "objectId": handle, "functionDeclaration": "function () { return this }",
                "returnByValue": true,
            });
            Some(("Runtime.callFunctionOn", params))
        } else {
            None
        };
        let answer = match how {
            Some((method, params)) => self.run(method, &params, options.limit).await,
            None => Ok(json!({"result": object})),
        };
        if let Ok(session) = self.session() {
            let group = json!({"objectGroup": EVALUATED});
            let connection = &self.page().context().hub().connection;
            connection.send(Some(&session), "Runtime.releaseObjectGroup", &group);
        }
        Ok(answer?["result"].take())
    }

    /// Call a function, given as source text, with `arguments` as JSON values. Promises are
    /// awaited; the result must be JSON.
    pub async fn call_function<T: DeserializeOwned>(
        &self,
        world: World,
        function: &str,
        arguments: &[Value],
        limit: Duration,
    ) -> Result<T> {
        let asked = self.ask(world, function, arguments, limit);
        self.page().stirring(asked).await
    }

    /// As [`Self::call_function`], for a function after which the page looks as before.
    pub async fn ask<T: DeserializeOwned>(
        &self,
        world: World,
        function: &str,
        arguments: &[Value],
        limit: Duration,
    ) -> Result<T> {
        let context = self.script_context(world, limit).await?;
        let arguments: Vec<Value> = arguments
            .iter()
            .map(|value| json!({"value": value}))
            .collect();
        let params = json!({
            "functionDeclaration": function, "uniqueContextId": context, "arguments": arguments,
            "awaitPromise": true, "returnByValue": true, "userGesture": true,
        });
        let mut answer = self
            .run_unstirred("Runtime.callFunctionOn", &params, limit)
            .await?;
        let value = answer["result"]["value"].take();
        serde_json::from_value(value)
            .map_err(|error| BrowserError::invalid(format!("unexpected answer of a page: {error}")))
    }

    /// Send a `Runtime` command that runs script; ends the script if it takes too long.
    pub(crate) async fn run(&self, method: &str, params: &Value, limit: Duration) -> Result<Value> {
        let run = self.run_unstirred(method, params, limit);
        self.page().stirring(run).await
    }

    async fn run_unstirred(&self, method: &str, params: &Value, limit: Duration) -> Result<Value> {
        let mut given_up = GivenUp(Some(self));
        let answer = self
            .call(method, params, limit)
            .await
            .map_err(document_gone);
        given_up.0 = None;
        if let Err(BrowserError::Timeout { after, .. }) = answer {
            self.end_endless_script().await?;
            return Err(BrowserError::Timeout {
                what: "the script".into(),
                after,
            });
        }
        let answer = answer?;
        match answer.get("exceptionDetails") {
            None => Ok(answer),
            Some(details) => {
                let details = ExceptionDetails::deserialize(details)
                    .map_err(|error| BrowserError::invalid(error.to_string()))?;
                Err(BrowserError::Thrown(Box::new(Exception::from_cdp(
                    &details,
                ))))
            }
        }
    }

    /// A page that answers nothing is in an endless loop: end it. One that answers only waits
    /// for a promise, and ending would hit whatever script runs next.
    pub async fn end_endless_script(&self) -> Result<()> {
        let alive = self
            .call(
                "Runtime.evaluate",
                &json!({"expression": "0"}),
                SIGN_OF_LIFE,
            )
            .await;
        match alive {
            Err(BrowserError::Timeout { .. }) => {
                let session = self.session()?;
                let connection = &self.page().context().hub().connection;
                connection.send(Some(&session), "Runtime.terminateExecution", &json!({}));
                Ok(())
            }
            Err(error @ (BrowserError::Crashed { .. } | BrowserError::Closed { .. })) => Err(error),
            Ok(_) | Err(_) => Ok(()),
        }
    }
}

/// Ends a script whose caller has given up, so that the page is not busy with it any longer.
struct GivenUp<'a>(Option<&'a Frame>);

impl Drop for GivenUp<'_> {
    fn drop(&mut self) {
        if let Some(frame) = self.0.cloned()
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            // A page that is gone runs no script either.
            runtime.spawn(async move { frame.end_endless_script().await.ok() });
        }
    }
}

/// A script whose document went away is answered by a protocol error in one of these words.
fn document_gone(error: BrowserError) -> BrowserError {
    const WORDS: &[&str] = &[
        "context was destroyed",
        "Cannot find context",
        "uniqueContextId not found",
        "Inspected target navigated",
        "Promise was collected",
    ];
    match &error {
        BrowserError::Protocol { message, .. } if WORDS.iter().any(|w| message.contains(w)) => {
            BrowserError::closed("the document")
        }
        _ => error,
    }
}
