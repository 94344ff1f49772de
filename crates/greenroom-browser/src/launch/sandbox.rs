//! Whether Chromium can use its sandbox here.

/// Chromium's own sandbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sandbox {
    On,
    /// The system cannot; the caller is told.
    Off,
}

pub(crate) fn available() -> Sandbox {
    if greenroom_os::sandbox::is_available() {
        Sandbox::On
    } else {
        Sandbox::Off
    }
}
