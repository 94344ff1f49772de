//! Which elements listen to events, by what the browser knows of the page's listeners.
//!
//! Elements are asked one by one: asked for a whole document at once, Chromium 156 ends the
//! renderer now and then. And they are asked for in the world of the page: a handle of ours shows
//! our own listeners only.

use serde_json::{Value, json};

use super::toolkit::STEP;
use crate::error::{BrowserError, Result};
use crate::page::{Frame, World};

const GROUP: &str = "greenroom-listeners";

impl Frame {
    /// Selectors of those elements that `candidates`, the source text of a function, gives and that
    /// listen to one of `events`; `>>>` goes through shadow hosts.
    pub async fn listening(&self, candidates: &str, events: &[&str]) -> Result<Vec<String>> {
        let listening = self
            .with_toolkit(|| self.ask_each(candidates, events))
            .await;
        let release = json!({"objectGroup": GROUP});
        self.call("Runtime.releaseObjectGroup", &release, STEP)
            .await?;
        listening
    }

    async fn ask_each(&self, candidates: &str, events: &[&str]) -> Result<Vec<String>> {
        let context = self.script_context(World::Isolated, STEP).await?;
        let list = json!({
            "functionDeclaration": candidates, "uniqueContextId": context, "objectGroup": GROUP,
        });
        let list = self.run("Runtime.callFunctionOn", &list, STEP).await?;
        let list = &list["result"]["objectId"];
        let members = json!({"objectId": list, "ownProperties": true});
        let members = self.call("Runtime.getProperties", &members, STEP).await?;
        let members = members["result"].as_array().into_iter().flatten();
        let asked = members.filter_map(|member| {
            let index: usize = member["name"].as_str()?.parse().ok()?;
            Some(self.listens(index, &member["value"]["objectId"], events))
        });
        let listening: Vec<usize> = futures::future::join_all(asked)
            .await
            .into_iter()
            .flatten()
            .collect();
        let params = json!({
            "functionDeclaration": "function (list) { return list.map((index) => greenroom.selectorOf(this[index])) }",
            "objectId": list, "arguments": [{"value": listening}], "returnByValue": true,
        });
        let mut answer = self.run("Runtime.callFunctionOn", &params, STEP).await?;
        serde_json::from_value(answer["result"]["value"].take())
            .map_err(|error| BrowserError::invalid(format!("unexpected answer of a page: {error}")))
    }

    /// The index again, if the element listens. One that went away does not.
    async fn listens(&self, index: usize, element: &Value, events: &[&str]) -> Option<usize> {
        let ask = async |method, params| self.call(method, &params, STEP).await.ok();
        let node = ask("DOM.describeNode", json!({"objectId": element})).await?;
        let node = json!({
            "backendNodeId": node["node"]["backendNodeId"], "objectGroup": GROUP,
        });
        let element = ask("DOM.resolveNode", node).await?;
        let element = json!({"objectId": element["object"]["objectId"]});
        let answer = ask("DOMDebugger.getEventListeners", element).await?;
        let listeners = answer["listeners"].as_array()?;
        let of_interest = |listener: &Value| {
            let event = listener["type"].as_str().unwrap_or_default();
            events.contains(&event)
        };
        listeners.iter().any(of_interest).then_some(index)
    }
}
