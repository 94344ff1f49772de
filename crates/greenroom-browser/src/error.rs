//! Everything that can go wrong between a caller and its page.

use std::path::PathBuf;
use std::time::Duration;

use crate::element::Reason;
use crate::locate::Looked;
use crate::page::Exception;

/// Result of every fallible call of this crate.
pub type Result<T, E = BrowserError> = std::result::Result<T, E>;

/// A failure of the browser, of a page, or of what was asked of it.
#[derive(Debug, Clone, thiserror::Error)]
pub enum BrowserError {
    /// No usable browser on this machine.
    #[error(
        "no browser was found; looked for {}; install one: {install}",
        list(looked)
    )]
    NotFound {
        /// What was looked for, in order.
        looked: Vec<Looked>,
        /// The command that installs one on this platform.
        install: String,
    },
    /// A browser was found and did not come up.
    #[error("browser {path} did not start: {reason}", path = path.display())]
    LaunchFailed {
        /// The program that was started, or the address that was connected to.
        path: PathBuf,
        /// What it said or did.
        reason: String,
    },
    /// No browser elsewhere could be had, or it does not reach us.
    #[error("no browser at {address}: {reason}; {next}")]
    Elsewhere {
        /// The address as it was named; several with commas between them.
        address: String,
        /// What it said or did.
        reason: String,
        /// What to do about it.
        next: String,
    },
    /// All browsers elsewhere are in use, and none became free in time.
    #[error("all browsers at {addresses} are in use, and none became free within {} s", after.as_secs())]
    AllTaken {
        /// The addresses as they were named.
        addresses: String,
        /// How long was waited.
        after: Duration,
    },
    /// The renderer of a page, or the browser, ended while it was needed.
    #[error("the {what} crashed: {detail}")]
    Crashed {
        /// Which process ended.
        what: Crash,
        /// What is known about it.
        detail: String,
    },
    /// The page, frame or context was closed by us or by its content.
    #[error("{what} is closed")]
    Closed {
        /// What is gone.
        what: String,
    },
    /// Something did not happen in time.
    #[error("{what} took longer than {} ms", after.as_millis())]
    Timeout {
        /// What was waited for.
        what: String,
        /// How long.
        after: Duration,
    },
    /// The browser refused a command.
    #[error("{method} was refused: {message}")]
    Protocol {
        /// CDP method.
        method: String,
        /// CDP error code.
        code: i64,
        /// The browser's words.
        message: String,
    },
    /// A document did not load.
    #[error("{url} did not load: {error}")]
    NavigationFailed {
        /// Address asked for.
        url: String,
        /// Network error such as `net::ERR_CONNECTION_REFUSED`.
        error: String,
    },
    /// Script run for the caller threw.
    #[error("{0}")]
    Thrown(Box<Exception>),
    /// A frame whose document has not been loaded.
    #[error("frame {frame} runs no scripts: its document has not been loaded")]
    NoScripts {
        /// Its id.
        frame: String,
    },
    /// No frame of the page has this id, name or address.
    #[error("no frame matches {wanted:?}")]
    FrameNotFound {
        /// What was asked for.
        wanted: String,
    },
    /// An element could not be found or acted on.
    #[error("{selector}: {reason}: {detail}")]
    NotActionable {
        /// The selector as given.
        selector: String,
        /// Why.
        reason: Reason,
        /// What was seen instead.
        detail: String,
    },
    /// A picture could not be taken or made to fit.
    #[error("no picture: {reason}")]
    Capture {
        /// Why.
        reason: String,
    },
    /// A request of the caller that makes no sense.
    #[error("{message}")]
    Invalid {
        /// What is wrong with it.
        message: String,
    },
}

/// The process that ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Crash {
    /// The whole browser; every page is gone.
    Browser,
    /// The renderer of one page; other pages live on.
    Renderer,
}

impl std::fmt::Display for Crash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Browser => "browser",
            Self::Renderer => "renderer",
        })
    }
}

impl BrowserError {
    pub(crate) fn closed(what: impl Into<String>) -> Self {
        Self::Closed { what: what.into() }
    }

    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Self::Invalid {
            message: message.into(),
        }
    }
}

fn list(looked: &[Looked]) -> String {
    looked
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(", ")
}
