//! How many files and sockets this process may have open.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Enough for every connection that the servers take at once, with much to spare. The usual soft
/// limit of 1,024 is for programs that use `select`; a single hostile course can reach it.
const WANTED: u64 = 16_384;

/// Raises the soft limit as far as the hard one lets it. Browsers get the usual one again when they
/// are started.
pub(crate) fn raise_limit() {
    let limit = getrlimit(Resource::Nofile);
    let reachable = limit.maximum.map_or(WANTED, |hard| hard.min(WANTED));
    if limit.current.is_none_or(|soft| soft >= reachable) {
        return;
    }
    let raised = Rlimit {
        current: Some(reachable),
        maximum: limit.maximum,
    };
    if let Err(error) = setrlimit(Resource::Nofile, raised) {
        tracing::warn!(%error, "the limit of open files stays as it is");
    }
}
