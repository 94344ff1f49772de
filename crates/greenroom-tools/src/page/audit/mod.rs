//! The accessibility of what the course shows: axe-core in every frame, a walk by keyboard, and
//! reflow at 320 px.

mod axe;
mod dialog;
mod keyboard;
mod marks;
mod reflow;

pub(crate) use axe::{Level, Undecided, run as run_axe};
pub(crate) use dialog::DialogTrial;
pub(crate) use keyboard::{Walk, walk};
pub(crate) use marks::picture;
pub(crate) use reflow::{Reflow, reflow};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One rule that the page breaks, with where.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Finding {
    pub(crate) rule: String,
    /// `critical`, `serious`, `moderate` or `minor`
    pub(crate) impact: String,
    /// Success criteria of WCAG
    pub(crate) wcag: Vec<String>,
    pub(crate) help: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) help_url: Option<String>,
    /// Places in all
    pub(crate) count: usize,
    /// The first of them
    pub(crate) nodes: Vec<Node>,
}

/// A place where a rule is broken.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Node {
    /// Number in the picture
    #[serde(default, rename = "ref")]
    pub(crate) number: usize,
    /// From the SCO's document, `>>>` through frames
    pub(crate) selector: String,
    #[serde(default)]
    pub(crate) html: String,
    /// What is wrong there
    #[serde(default)]
    pub(crate) problem: String,
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
