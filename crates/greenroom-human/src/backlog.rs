//! How much may wait to be sent over one connection, and how long; both sides keep to it.

use std::time::Duration;

/// Messages that may wait.
pub const MESSAGES: usize = 256;
/// Bytes that may wait.
pub const BYTES: usize = 16 << 20;
/// Who takes no message for this long is gone.
pub const TAKES_WITHIN: Duration = Duration::from_secs(40);
