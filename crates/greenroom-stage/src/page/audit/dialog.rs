//! Whether a dialog that holds the focus can be left by keyboard (WCAG 2.1.2).
//!
//! A dialog keeps the focus on purpose, so Tab alone does not tell. Escape is pressed, then the
//! buttons that say that they end it. A dialog that can be left is closed afterwards.

use std::time::Duration;

use greenroom_browser::{BrowserError, Frame};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Finding, Node};
use crate::StageError;
use crate::course::runtime::Runtime;
use crate::page::content;

const DIALOG: &str = include_str!("../injected/dialog.js");
const IS_OPEN: &str = "() => {
    const dialog = globalThis.greenroomDialog;
    return dialog?.isConnected === true && dialog.open !== false && !dialog.closest('[aria-hidden=true]')
        && greenroom.visible(dialog) && greenroom.inViewport(dialog) && getComputedStyle(dialog).opacity !== '0';
}";
const LIMIT: Duration = Duration::from_secs(10);
/// How often, and with which pause, a dialog is looked at that closes with a transition.
const LOOKS: usize = 8;
const PAUSE: Duration = Duration::from_millis(100);

/// The dialog that was open, and what ended it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DialogTrial {
    selector: String,
    /// `Escape` or the button that closed it; null if nothing that was tried did
    left_by: Option<String>,
    /// Buttons that were not tried, since they do not say that they close it
    untried: usize,
    #[serde(skip)]
    html: String,
}

/// What the document says of it.
#[derive(Deserialize)]
struct Dialog {
    selector: String,
    html: String,
    exits: Vec<String>,
    others: usize,
}

impl DialogTrial {
    /// Tries to leave the dialog around `control`; none if there is no such dialog any more.
    pub async fn run(runtime: &Runtime, control: &str) -> Result<Option<Self>, StageError> {
        let root = content::frame(runtime, None)?;
        let locator = root.locator(control);
        let Some((element, _)) = locator.find().await? else {
            return Ok(None);
        };
        let Some(dialog) = element.call::<Option<Dialog>>(DIALOG, &[]).await? else {
            return Ok(None);
        };
        let frame = element.frame();
        let path = frame.path_from(&root).await?;
        let mut left_by = None;
        // Escape also counts where the focus cannot be put back.
        locator.focus().await.ok();
        if ends(frame, "Escape").await? {
            left_by = Some("Escape".to_owned());
        }
        for exit in dialog.exits {
            if left_by.is_some() {
                break;
            }
            let reached = frame.locator(&exit).focus().await.is_ok();
            if reached && ends(frame, "Enter").await? {
                left_by = Some(exit);
            }
        }
        Ok(Some(Self {
            selector: [path.as_slice(), &[dialog.selector]].concat().join(" >>> "),
            left_by,
            untried: dialog.others,
            html: dialog.html,
        }))
    }

    /// Nothing that was tried led out, and only a person can say what the other buttons do.
    pub fn is_undecided(&self) -> bool {
        self.left_by.is_none() && self.untried > 0
    }

    /// A trap, if there is no way out.
    pub fn finding(&self) -> Option<Finding> {
        let trap = Node {
            selector: self.selector.clone(),
            html: self.html.clone(),
            problem: "neither Escape nor a button closes it".to_owned(),
            ..Node::default()
        };
        let caught = self.left_by.is_none() && self.untried == 0;
        Finding::trap(caught.then_some(trap).into_iter().collect())
    }
}

/// Presses a key and tells whether the dialog is gone.
async fn ends(frame: &Frame, key: &str) -> Result<bool, StageError> {
    frame.page().press(key).await?;
    for _ in 0..LOOKS {
        match frame.call_with_toolkit::<bool>(IS_OPEN, &[], LIMIT).await {
            Ok(true) => tokio::time::sleep(PAUSE).await,
            Ok(false) => return Ok(true),
            // With its document the dialog is gone.
            Err(BrowserError::Closed { .. }) if frame.page().is_open() => return Ok(true),
            Err(error) => return Err(error.into()),
        }
    }
    Ok(false)
}
