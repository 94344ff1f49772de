//! What a person does to the course in a browser of their own, as their page tells it.
//!
//! Content shares that page, so it can leave acts out or make them up. They become text in a file,
//! and nothing else.

use serde::{Deserialize, Serialize};

/// One thing that a person did, or that came of it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum PersonAct {
    /// Something is being entered: what the course does from now on may come of it.
    Begins,
    Clicks {
        on: ActTarget,
        how: ClickTold,
    },
    /// A field has another value.
    Enters {
        on: ActTarget,
        value: Entered,
    },
    Presses {
        /// What has the focus; absent for the page itself.
        on: Option<ActTarget>,
        /// Like `Enter` or `Shift+Tab`.
        key: String,
    },
    Drags {
        on: ActTarget,
        /// Where it was dropped.
        onto: Option<ActTarget>,
        /// Or how far it was moved.
        by: Option<Way>,
    },
    /// A film or sound has come to its end.
    PlaysOut,
    /// The course is shown in this size from now on.
    Sizes {
        width: f64,
        height: f64,
    },
    /// The headings that the page shows, once it is at rest.
    Sees {
        headings: Vec<String>,
    },
    /// A file was not loaded, or a script has failed.
    Fails {
        url: Option<String>,
        message: Option<String>,
        /// Path of the script below the package.
        source: Option<String>,
        /// Line in it, from 1.
        line: Option<u32>,
    },
    /// A script of the course said something to the console.
    Says {
        level: SaidLevel,
        text: String,
        /// Path of the script below the package.
        source: Option<String>,
        /// Line in it, from 1.
        line: Option<u32>,
    },
    /// The console said more than is told: so much so far.
    LeavesOut {
        messages: u64,
    },
    /// Something was done that no rehearsal can do again.
    Unwritten {
        why: UnwrittenWhy,
    },
}

/// How serious a message of the console is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SaidLevel {
    Error,
    Warning,
    Info,
    Debug,
}

/// An element, as rehearsals find it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ActTarget {
    pub role: String,
    /// Empty if it has none that it can be found by.
    pub name: String,
    /// Which of several with the same role and name, from 0.
    pub nth: usize,
    /// Matches it alone; `>>>` leads into frames.
    pub selector: String,
}

/// How far something was moved, in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Way {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

/// Which click.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ClickTold {
    /// With the main button.
    Single,
    /// The second one of a double click; the first was told before.
    Second,
    /// With the other button.
    Right,
}

/// What stands in a field.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Entered {
    Text {
        text: String,
    },
    Options {
        options: Vec<String>,
    },
    /// A password or the like: what it is stays in the page.
    Secret,
}

/// Why an act cannot be written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum UnwrittenWhy {
    /// Where on a canvas it happened is not known by any element.
    PlaceInPicture,
    /// A browser does not tell pages where chosen files lie.
    Files,
}
