//! How many files and sockets this process may have open.

use greenroom_os::limits;

/// Enough for every connection that the servers take at once, with much to spare. The usual soft
/// limit of 1,024 is for programs that use `select`; a single hostile course can reach it.
const WANTED: u64 = 16_384;

/// Raises the soft limit as far as the hard one lets it. Browsers get the usual one again when they
/// are started.
pub(crate) fn raise_limit() {
    if let Err(error) = limits::raise_open_files(WANTED) {
        tracing::warn!(%error, "the limit of open files stays as it is");
    }
}
