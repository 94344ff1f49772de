//! Filling form controls: typed where a person types, chosen where a person chooses.

use serde::Deserialize;
use serde_json::json;

use super::act::{ClickKind, Done};
use super::handle::{Needs, Verdict};
use super::locator::Locator;
use super::reason::Reason;
use crate::error::Result;

/// A value for a control.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// Text; for a list, the value or label of an option.
    Text(String),
    /// For check boxes and radio buttons.
    Checked(bool),
    /// Several options of a list.
    Options(Vec<String>),
    /// Paths for a file input.
    Files(Vec<String>),
}

#[derive(Debug, Deserialize)]
struct Kind {
    kind: String,
    checked: Option<bool>,
}

impl Locator {
    /// Fill the control.
    pub async fn fill(&self, value: &Value) -> Result<Done> {
        let ready = self
            .ready(Needs {
                enabled: true,
                hit: false,
                force: false,
            })
            .await?;
        let done = self.done(&ready).await?;
        let element = &ready.element;
        let kind: Kind = element.call("(e) => greenroom.fillKind(e)", &[]).await?;
        let verdict = match (kind.kind.as_str(), value) {
            ("check", Value::Checked(wanted)) => {
                if kind.checked != Some(*wanted) {
                    self.click(ClickKind::Single).await?;
                }
                let now: Kind = element.call("(e) => greenroom.fillKind(e)", &[]).await?;
                if now.checked == Some(*wanted) {
                    Verdict::Fine {}
                } else {
                    let detail = "a click does not change it".into();
                    Verdict::No {
                        reason: Reason::NotFillable,
                        detail,
                    }
                }
            }
            ("text", Value::Text(text)) => {
                let focused: bool = element
                    .call("(e) => greenroom.selectContent(e)", &[])
                    .await?;
                if !focused {
                    return Err(self.not(Reason::NotFillable, "it does not take the focus"));
                }
                let page = element.frame.page();
                if text.is_empty() {
                    page.press("Delete").await?;
                } else {
                    page.insert_text(text).await?;
                }
                element
                    .call("(e) => { e.dispatchEvent(new Event('change', {bubbles: true})); return {} }", &[])
                    .await?
            }
            ("set", Value::Text(text)) => {
                element
                    .call("(e, value) => greenroom.setValue(e, value)", &[json!(text)])
                    .await?
            }
            ("select", Value::Text(option)) => {
                element
                    .call("(e, list) => greenroom.choose(e, list)", &[json!([option])])
                    .await?
            }
            ("select", Value::Options(options)) => {
                element
                    .call("(e, list) => greenroom.choose(e, list)", &[json!(options)])
                    .await?
            }
            ("file", Value::Files(files)) => {
                element.set_files(files).await?;
                Verdict::Fine {}
            }
            _ => {
                let what = &done.element.tag_name;
                let detail = format!("{what} does not take {value:?}");
                Verdict::No {
                    reason: Reason::NotFillable,
                    detail,
                }
            }
        };
        match verdict {
            Verdict::No { reason, detail } => Err(self.not(reason, detail)),
            Verdict::Point { .. } | Verdict::Fine {} => Ok(done),
        }
    }
}
