//! When somebody asks a server to read its settings again: SIGHUP.

use std::io;

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};

/// Hears such requests from now on, instead of what the system would do.
#[derive(Debug)]
pub struct HangUps {
    #[cfg(unix)]
    hang_up: Signal,
}

#[cfg(unix)]
impl HangUps {
    /// Needs a runtime of tokio.
    pub fn listen() -> io::Result<Self> {
        Ok(Self {
            hang_up: signal(SignalKind::hangup())?,
        })
    }

    /// Waits for the next one. Nothing is lost when this future is dropped.
    pub async fn next(&mut self) {
        self.hang_up.recv().await;
    }
}

/// Windows knows no such request: settings are read at the next start.
#[cfg(windows)]
impl HangUps {
    /// Hears nothing.
    pub fn listen() -> io::Result<Self> {
        Ok(Self {})
    }

    /// Never comes.
    pub async fn next(&mut self) {
        std::future::pending().await
    }
}
