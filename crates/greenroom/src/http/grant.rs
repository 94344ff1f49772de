//! What a caller is given: a house, folders, and how much of everything.

use std::path::PathBuf;

use serde::Deserialize;

/// Calls at once, if nothing else is said.
const REQUESTS: usize = 16;
/// Open sessions.
const SESSIONS: usize = 50;
/// Courses in the browser at once.
const RUNTIMES: usize = 8;
/// Bytes of all uploads.
const UPLOAD_BYTES: u64 = 4 << 30;
/// Bytes of all files that tools wrote to the caller's folder.
const FILE_BYTES: u64 = 1 << 30;

/// What a caller is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Grant {
    /// Whose house it opens. Several tokens may open one, so that they can be exchanged.
    pub(super) name: String,
    pub(super) roots: Vec<PathBuf>,
    pub(super) limits: CallerLimits,
}

/// How much one caller may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CallerLimits {
    pub(super) requests: usize,
    pub(super) sessions: usize,
    pub(super) runtimes: usize,
    pub(super) upload_bytes: u64,
    pub(super) file_bytes: u64,
}

impl Grant {
    /// Whether it gives at least what another gives.
    pub(super) fn covers(&self, other: &Self) -> bool {
        let (own, its) = (&self.limits, &other.limits);
        own.requests >= its.requests
            && own.sessions >= its.sessions
            && own.runtimes >= its.runtimes
            && own.upload_bytes >= its.upload_bytes
            && own.file_bytes >= its.file_bytes
            && other.roots.iter().all(|root| self.roots.contains(root))
    }
}

/// What a file says of a caller; the rest is as usual.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Share {
    #[serde(default)]
    pub(super) roots: Vec<PathBuf>,
    pub(super) requests: Option<usize>,
    pub(super) sessions: Option<usize>,
    pub(super) runtimes: Option<usize>,
    pub(super) upload_bytes: Option<u64>,
    pub(super) file_bytes: Option<u64>,
}

impl Share {
    /// With what another gives beyond it.
    pub(super) fn and(mut self, more: &Self) -> Self {
        for root in &more.roots {
            if !self.roots.contains(root) {
                self.roots.push(root.clone());
            }
        }
        self.requests = larger(self.requests, more.requests, REQUESTS);
        self.sessions = larger(self.sessions, more.sessions, SESSIONS);
        self.runtimes = larger(self.runtimes, more.runtimes, RUNTIMES);
        self.upload_bytes = larger(self.upload_bytes, more.upload_bytes, UPLOAD_BYTES);
        self.file_bytes = larger(self.file_bytes, more.file_bytes, FILE_BYTES);
        self
    }

    pub(super) fn grant(self, name: String) -> Grant {
        Grant {
            name,
            roots: self.roots,
            limits: CallerLimits {
                requests: self.requests.unwrap_or(REQUESTS).clamp(1, 10_000),
                sessions: self.sessions.unwrap_or(SESSIONS),
                runtimes: self.runtimes.unwrap_or(RUNTIMES),
                upload_bytes: self.upload_bytes.unwrap_or(UPLOAD_BYTES),
                file_bytes: self.file_bytes.unwrap_or(FILE_BYTES),
            },
        }
    }
}

fn larger<T: Ord + Copy>(own: Option<T>, more: Option<T>, usual: T) -> Option<T> {
    let Some(more) = more else { return own };
    Some(own.unwrap_or(usual).max(more))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(text: &str) -> Share {
        toml::from_str(text).unwrap()
    }

    #[test]
    fn more_never_takes_away() {
        let both = share("requests = 2\nroots = [\"/a\"]")
            .and(&share(
                "requests = 1\nsessions = 90\nroots = [\"/b\", \"/a\"]",
            ))
            .and(&share("runtimes = 1"));
        let grant = both.grant("x".to_owned());
        assert_eq!(grant.roots, [PathBuf::from("/a"), PathBuf::from("/b")]);
        let limits = grant.limits;
        assert_eq!((limits.requests, limits.sessions), (2, 90));
        assert_eq!(
            (limits.runtimes, limits.upload_bytes),
            (RUNTIMES, UPLOAD_BYTES)
        );
        let usual = Share::default().grant("x".to_owned());
        assert!(!grant.covers(&usual) && !usual.covers(&grant));
        assert!(grant.covers(&grant.clone()));
    }
}
