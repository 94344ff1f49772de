//! The accessibility of what the course shows: axe-core in every frame, a walk by keyboard, and
//! reflow at 320 px.

mod axe;
mod dialog;
mod keyboard;
mod marks;
mod reflow;

pub use axe::{Level, Undecided, run as run_axe};
pub use dialog::DialogTrial;
pub use keyboard::{Walk, walk};
pub use marks::picture;
pub use reflow::{Reflow, reflow};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One rule that the page breaks, with where.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Finding {
    pub rule: String,
    /// `critical`, `serious`, `moderate` or `minor`
    pub impact: String,
    /// Success criteria of WCAG
    pub wcag: Vec<String>,
    pub help: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help_url: Option<String>,
    /// Places in all
    pub count: usize,
    /// The first of them
    pub nodes: Vec<Node>,
}

/// A place where a rule is broken.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Node {
    /// Number in the picture
    #[serde(default, rename = "ref")]
    pub number: usize,
    /// From the SCO's document, `>>>` through frames
    pub selector: String,
    #[serde(default)]
    pub html: String,
    /// What is wrong there
    #[serde(default)]
    pub problem: String,
}

impl Finding {
    /// A finding of our own.
    fn own(rule: &str, impact: &str, (wcag, help): (&str, &str), nodes: Vec<Node>) -> Option<Self> {
        (!nodes.is_empty()).then(|| Self {
            rule: rule.to_owned(),
            impact: impact.to_owned(),
            wcag: vec![wcag.to_owned()],
            help: help.to_owned(),
            help_url: None,
            count: nodes.len(),
            nodes,
        })
    }

    /// Places that the keyboard does not lead out of.
    fn trap(places: Vec<Node>) -> Option<Self> {
        let why = ("2.1.2", "The focus must be able to leave by keyboard");
        Self::own("keyboard-trap", "critical", why, places)
    }
}
