//! How an element would look with the focus, without giving it the focus.

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::handle::Element;
use super::toolkit::STEP;
use crate::error::Result;

impl Element {
    /// As [`Self::call`], while the styles for the focus apply to the element and those for a
    /// focus within to its parent. No event reaches the page.
    pub async fn call_as_focused<T: DeserializeOwned>(
        &self,
        function: &str,
        arguments: &[Value],
    ) -> Result<T> {
        for domain in ["DOM.enable", "CSS.enable"] {
            self.frame.call(domain, &json!({}), STEP).await?;
        }
        let answer = self.under_force(function, arguments).await;
        for domain in ["CSS.disable", "DOM.disable"] {
            self.frame.call(domain, &json!({}), STEP).await?;
        }
        answer
    }

    async fn under_force<T: DeserializeOwned>(
        &self,
        function: &str,
        arguments: &[Value],
    ) -> Result<T> {
        let depth = json!({"depth": 0});
        self.frame.call("DOM.getDocument", &depth, STEP).await?;
        let parent = self.derived("(e) => e.parentElement", &[]).await?;
        self.force(&["focus", "focus-visible", "focus-within"])
            .await?;
        if let Some(parent) = &parent {
            parent.force(&["focus-within"]).await?;
        }
        let answer = self.call(function, arguments).await;
        if let Some(parent) = &parent {
            parent.force(&[]).await?;
        }
        self.force(&[]).await?;
        answer
    }

    async fn force(&self, states: &[&str]) -> Result<()> {
        let node = self.node_number().await?;
        let params = json!({"nodeId": node, "forcedPseudoClasses": states});
        self.frame
            .call("CSS.forcePseudoState", &params, STEP)
            .await
            .map(drop)
    }

    /// CDP's number of the node, for commands that take no handle.
    async fn node_number(&self) -> Result<Value> {
        let params = json!({"objectId": self.object});
        let mut answer = self.frame.call("DOM.requestNode", &params, STEP).await?;
        Ok(answer["nodeId"].take())
    }
}
