//! When somebody asks this process to end: a terminal, or whoever started it.

use std::io;

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};
#[cfg(windows)]
use tokio::signal::windows::{CtrlBreak, CtrlC, CtrlClose, ctrl_break, ctrl_c, ctrl_close};

/// Hears requests to end from now on, instead of what the system would do.
#[derive(Debug)]
pub struct Endings {
    #[cfg(unix)]
    terminate: Signal,
    #[cfg(unix)]
    interrupt: Signal,
    #[cfg(windows)]
    c: CtrlC,
    #[cfg(windows)]
    pause: CtrlBreak,
    #[cfg(windows)]
    close: CtrlClose,
}

#[cfg(unix)]
impl Endings {
    /// Needs a runtime of tokio.
    pub fn listen() -> io::Result<Self> {
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    /// Waits for the next one, and tells its name. Nothing is lost when this future is dropped.
    pub async fn next(&mut self) -> &'static str {
        tokio::select! {
            _ = self.terminate.recv() => "SIGTERM",
            _ = self.interrupt.recv() => "SIGINT",
        }
    }
}

#[cfg(windows)]
impl Endings {
    /// Needs a runtime of tokio.
    pub fn listen() -> io::Result<Self> {
        Ok(Self {
            c: ctrl_c()?,
            pause: ctrl_break()?,
            close: ctrl_close()?,
        })
    }

    /// Waits for the next one, and tells its name. Nothing is lost when this future is dropped.
    pub async fn next(&mut self) -> &'static str {
        tokio::select! {
            _ = self.c.recv() => "Ctrl+C",
            _ = self.pause.recv() => "Ctrl+Break",
            _ = self.close.recv() => "closed console",
        }
    }
}
