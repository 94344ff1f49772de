//! `window.SCORMAutomation` of template courses: found, asked, and its faults told.
//!
//! Names and arguments travel as values, never as source text.

use std::time::Duration;

use greenroom_browser::{BrowserError, Frame, World};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{act, content};
use crate::course::runtime::Runtime;
use crate::{Fault, StageError};

/// How long a function of the API may take.
const CALL_LIMIT: Duration = Duration::from_secs(20);

/// The names of the API's functions, own and inherited; null without the API.
const FUNCTIONS: &str = "function () {
    const api = window.SCORMAutomation;
    if (api === null || (typeof api !== 'object' && typeof api !== 'function')) return null;
    const names = new Set();
    for (let o = api; o && o !== Object.prototype && o !== Function.prototype; o = Object.getPrototypeOf(o))
        for (const name of Object.getOwnPropertyNames(o))
            if (name !== 'constructor' && typeof api[name] === 'function') names.add(name);
    return [...names].sort();
}";

/// Calls a function and gives its value as JSON text, or what it threw.
const CALL: &str = "async function (name, args) {
    const api = window.SCORMAutomation;
    if (typeof api?.[name] !== 'function') return { missing: true };
    try {
        return { json: JSON.stringify(await api[name](...args)) ?? 'null' };
    } catch (error) {
        return { thrown: String(error?.message ?? error) };
    }
}";

/// The automation API of the content.
#[derive(Debug)]
pub struct AutomationApi {
    frame: Frame,
    functions: Vec<String>,
}

#[derive(Deserialize)]
struct Answer {
    #[serde(default)]
    missing: bool,
    json: Option<String>,
    thrown: Option<String>,
}

impl AutomationApi {
    /// The API in the first content frame that has it.
    pub async fn find(runtime: &Runtime) -> Result<Option<Self>, StageError> {
        for frame in content::frames(runtime) {
            let functions = frame
                .call_function::<Option<Vec<String>>>(World::Main, FUNCTIONS, &[], CALL_LIMIT)
                .await;
            match functions {
                Ok(Some(functions)) => return Ok(Some(Self { frame, functions })),
                // A frame that went away, or whose getters throw, does not offer it.
                Ok(None) | Err(BrowserError::Thrown(_)) => {}
                Err(error) if content::is_absent(runtime, &error) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(None)
    }

    /// The API, or AUTOMATION_API_NOT_AVAILABLE.
    pub async fn require(runtime: &Runtime) -> Result<Self, StageError> {
        Self::find(runtime).await?.ok_or_else(|| {
            let urls: Vec<String> = runtime
                .content_frames()
                .into_iter()
                .map(|frame| frame.url)
                .collect();
            StageError::new(
                Fault::AutomationApiNotAvailable,
                "no frame of the content has window.SCORMAutomation",
            )
            .detail("frames_searched", urls)
        })
    }

    /// Id of the frame that has it.
    pub fn frame(&self) -> String {
        self.frame.id().to_string()
    }

    pub fn functions(&self) -> &[String] {
        &self.functions
    }

    pub fn has(&self, function: &str) -> bool {
        self.functions.iter().any(|name| name == function)
    }

    /// Calls a function; promises are awaited, undefined is null.
    pub async fn call(
        &self,
        runtime: &Runtime,
        function: &str,
        args: &[Value],
    ) -> Result<Value, StageError> {
        let values = [json!(function), json!(args)];
        let answer = self
            .frame
            .call_function::<Answer>(World::Main, CALL, &values, CALL_LIMIT)
            .await;
        let answer =
            answer.map_err(|error| act::failed(Fault::AutomationApiError, runtime, error))?;
        if answer.missing {
            return Err(self.fault(
                function,
                args,
                "the API lacks this function",
                "function_missing",
            ));
        }
        if let Some(message) = answer.thrown {
            return Err(self.fault(function, args, &message, "exception"));
        }
        let text = answer.json.unwrap_or_else(|| "null".to_owned());
        serde_json::from_str(&text)
            .map_err(|error| self.fault(function, args, &error.to_string(), "not_json"))
    }

    /// How many parameters a function declares.
    pub async fn parameters(&self, runtime: &Runtime, function: &str) -> Result<usize, StageError> {
        const LENGTH: &str =
            "function (name) { return window.SCORMAutomation?.[name]?.length ?? 0 }";
        let name = [json!(function)];
        let count = self
            .frame
            .call_function(World::Main, LENGTH, &name, CALL_LIMIT);
        let count = count.await;
        count.map_err(|error| act::failed(Fault::AutomationApiError, runtime, error))
    }

    /// What the API says about itself; null if it does not say.
    pub async fn version(&self, runtime: &Runtime) -> Result<Value, StageError> {
        if self.has("getVersion") {
            self.call(runtime, "getVersion", &[]).await
        } else {
            Ok(Value::Null)
        }
    }

    /// The registered interactions as the API lists them; empty if it cannot.
    pub async fn interactions(&self, runtime: &Runtime) -> Result<Vec<Value>, StageError> {
        if !self.has("listInteractions") {
            return Ok(Vec::new());
        }
        match self.call(runtime, "listInteractions", &[]).await? {
            Value::Array(list) => Ok(list),
            _ => Ok(Vec::new()),
        }
    }

    /// The interaction of this id; INVALID_INTERACTION_ID if the API lists others only.
    pub async fn interaction(
        &self,
        runtime: &Runtime,
        id: &str,
    ) -> Result<Option<Value>, StageError> {
        if !self.has("listInteractions") {
            return Ok(None);
        }
        let mut list = self.interactions(runtime).await?;
        let found = list.iter().position(|interaction| interaction["id"] == id);
        if let Some(index) = found {
            return Ok(Some(list.swap_remove(index)));
        }
        let known: Vec<&Value> = list.iter().map(|interaction| &interaction["id"]).collect();
        Err(StageError::new(
            Fault::InvalidInteractionId,
            format!("no interaction has the id {id:?} on the current slide"),
        )
        .detail("id", id)
        .detail("known_ids", known))
    }

    /// The type of an interaction, from the list or from its metadata.
    pub async fn type_of(&self, runtime: &Runtime, id: &str) -> Result<Option<String>, StageError> {
        let listed = self.interaction(runtime, id).await?;
        if let Some(kind) = listed.as_ref().and_then(|found| found["type"].as_str()) {
            return Ok(Some(kind.to_owned()));
        }
        if !self.has("getInteractionMetadata") {
            return Ok(None);
        }
        let id = [json!(id)];
        let metadata = self.call(runtime, "getInteractionMetadata", &id).await?;
        Ok(metadata["type"].as_str().map(ToOwned::to_owned))
    }

    fn fault(&self, function: &str, args: &[Value], message: &str, reason: &str) -> StageError {
        StageError::new(
            Fault::AutomationApiError,
            format!("SCORMAutomation.{function}: {message}"),
        )
        .detail("function", function)
        .detail("arguments", args)
        .detail("reason", reason)
        .detail("message", message)
        .detail("functions", &self.functions)
    }
}
