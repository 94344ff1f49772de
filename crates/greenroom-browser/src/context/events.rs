//! What happens in a context, as a stream for those who wait for it.

use serde::Serialize;
use tokio::sync::broadcast;

use super::dialog::Dialog;
use super::frames::FrameId;
use super::targets::TargetKind;
use crate::capture::bounded::Weight;
use crate::capture::{ConsoleMessage, NetworkRequest};
use crate::proxy::Refusal;

/// Something that happened.
#[derive(Debug, Clone)]
pub enum ContextEvent {
    /// A message of a console, an uncaught exception or a browser report.
    Console(ConsoleMessage),
    /// A request came to its end, well or not.
    Request(NetworkRequest),
    /// The network policy refused a request.
    Refused(Refusal),
    /// A dialog was opened and answered.
    Dialog(Dialog),
    /// A download was asked for and refused.
    Download(Download),
    /// A file chooser was asked for; it stays closed.
    FileChooser {
        /// Frame that asked.
        frame: FrameId,
    },
    /// A frame shows another document, or another address of the same one.
    Navigated {
        /// The frame.
        frame: FrameId,
        /// Its address now.
        url: String,
        /// True if the document stayed (fragment, history API).
        same_document: bool,
    },
    /// A page, popup, frame process or worker appeared and is ready.
    Opened {
        /// What it is.
        kind: TargetKind,
        /// For pages and frames: the id of the main frame.
        id: String,
        /// Its address at that time.
        url: String,
    },
    /// A page, frame process or worker is gone.
    Gone {
        /// What it was.
        kind: TargetKind,
        /// As in `Opened`.
        id: String,
    },
    /// The renderer of a page ended.
    Crashed {
        /// As in `Opened`.
        id: String,
    },
    /// The browser ended; nothing follows.
    BrowserGone,
    /// The receiver was too slow: this many events were not kept for it.
    Lagged(u64),
}

/// A download that was refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Download {
    /// Address of the file.
    pub url: String,
    /// Name that the page proposed.
    pub file_name: String,
    /// Frame that asked.
    pub frame: FrameId,
    /// When, in milliseconds since the Unix epoch.
    pub timestamp: u64,
}

impl Weight for Download {
    fn weight(&self) -> usize {
        size_of::<Self>() + self.url.len() + self.file_name.len()
    }
}

/// Events in order. What was lost to slowness is told as [`ContextEvent::Lagged`].
#[derive(Debug)]
pub struct EventStream(pub(super) broadcast::Receiver<ContextEvent>);

impl EventStream {
    /// The next event; none when the context is gone.
    pub async fn next(&mut self) -> Option<ContextEvent> {
        match self.0.recv().await {
            Ok(event) => Some(event),
            Err(broadcast::error::RecvError::Lagged(lost)) => Some(ContextEvent::Lagged(lost)),
            Err(broadcast::error::RecvError::Closed) => None,
        }
    }

    /// The next event that is already there.
    pub fn try_next(&mut self) -> Option<ContextEvent> {
        match self.0.try_recv() {
            Ok(event) => Some(event),
            Err(broadcast::error::TryRecvError::Lagged(lost)) => Some(ContextEvent::Lagged(lost)),
            Err(_) => None,
        }
    }
}
