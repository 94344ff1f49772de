//! When the human's browser is opened: once, where it helps, and never over SSH.

use greenroom_human::print_line;
use greenroom_stdx::IgnorePoison as _;
use std::io;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// A code in an opened address is good for this long.
pub(super) const CODE_MS: u64 = 60_000;
/// A second browser is not opened sooner than this.
const NOT_AGAIN: Duration = Duration::from_mins(1);

/// Whether the browser is opened at all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OpeningPolicy {
    /// The human opens the page.
    #[default]
    Never,
    /// Over SSH the browser is elsewhere: say how to reach it.
    TellHow,
    /// Open it.
    Open,
}

impl OpeningPolicy {
    /// What fits this environment.
    pub fn here(no_open: bool) -> Self {
        if no_open {
            Self::Never
        } else if std::env::var_os("SSH_CONNECTION").is_some() {
            Self::TellHow
        } else {
            Self::Open
        }
    }
}

/// Opens the browser, not too often.
#[derive(Debug)]
pub struct Opener {
    policy: OpeningPolicy,
    last: Mutex<Option<Instant>>,
}

impl Opener {
    pub(super) fn new(policy: OpeningPolicy) -> Self {
        Self {
            policy,
            last: Mutex::new(None),
        }
    }

    /// Opens the page if it was not opened just now.
    pub(super) fn call(&self, url: impl FnOnce() -> io::Result<String>, port: u16) {
        {
            let mut last = self.last.lock().ignore_poison();
            if last.is_some_and(|last| last.elapsed() < NOT_AGAIN) {
                return;
            }
            *last = Some(Instant::now());
        }
        self.open(url, port);
    }

    pub(super) fn open(&self, url: impl FnOnce() -> io::Result<String>, port: u16) {
        match self.policy {
            OpeningPolicy::Never => {}
            OpeningPolicy::TellHow => print_line(&format!(
                "A question waits. On your own machine: ssh -L {port}:127.0.0.1:{port} …, \
                 then here: run `greenroom url` and open what it prints."
            )),
            OpeningPolicy::Open => {
                let url = url();
                // It may wait for the browser.
                tokio::task::spawn_blocking(move || {
                    if let Err(error) = url.and_then(|url| open_browser(&url)) {
                        tracing::warn!(target: "dialog", %error, "no browser was opened");
                        print_line(
                            "A question waits. Run `greenroom url` and open what it prints.",
                        );
                    }
                });
            }
        }
    }
}

/// Opens an address in the human's browser. Other users of the machine can see the address.
pub fn open_browser(url: &str) -> io::Result<()> {
    opener::open_browser(url).map_err(io::Error::other)
}
