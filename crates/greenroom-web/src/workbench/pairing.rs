//! How a browser becomes the human's: a one-time code, then a token; a resume secret brings it
//! back after a restart.
//!
//! No secret of the human is on the disk. Each page has a token of its own, which this process
//! knows by its hash. Of the resume secrets hashes are kept in a file for the next host; it is
//! read once, when the host begins, so that what is written there later lets nobody in.

use super::redirect_file::RedirectFile;
use crate::gate::{Token, digest};
use greenroom_dialog::{Proof, ids};
use greenroom_stdx::{IgnorePoison as _, private_files};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};

/// A resume secret is good for this long after its last use.
const RESUME_MS: u64 = 24 * 3_600_000;
/// Pages that are known; beyond, the one that was let in first must be paired again.
const PAGES: usize = 64;

/// What a browser gets when it is let in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Paired {
    /// Of this page alone.
    pub(crate) token: String,
    /// Replaces the secret that was used, if one was.
    pub(crate) resume: String,
}

/// What a browser brings.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged, deny_unknown_fields)]
pub(crate) enum Pairing {
    Code { code: String },
    Resume { resume: String },
}

/// Codes that were given out, pages that were let in, and browsers that may come back.
#[derive(Debug)]
pub(crate) struct Doorkeeper {
    file: PathBuf,
    known: Mutex<Known>,
}

/// All by the hash of their secret.
#[derive(Debug, Default)]
struct Known {
    codes: BTreeMap<String, Code>,
    pages: BTreeMap<String, Admitted>,
    resumes: BTreeMap<String, Admitted>,
}

/// A code that was given out.
#[derive(Debug)]
struct Code {
    until: u64,
    proof: Proof,
    /// Where a browser finds it; gone with the code.
    _file: Option<RedirectFile>,
}

/// When a page was let in, and on whose word.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Admitted {
    at: u64,
    proof: Proof,
}

impl Doorkeeper {
    /// Knows the pages that the host before let in.
    pub(crate) fn new(file: PathBuf, now: u64) -> Self {
        let bytes = std::fs::read(&file).unwrap_or_default();
        let mut resumes: BTreeMap<String, Admitted> =
            serde_json::from_slice(&bytes).unwrap_or_default();
        resumes.retain(|_, admitted| now.saturating_sub(admitted.at) <= RESUME_MS);
        let known = Known {
            resumes,
            ..Known::default()
        };
        Self {
            file,
            known: Mutex::new(known),
        }
    }

    /// Whether a page may come back that the host before let in.
    pub(crate) fn expects_pages(&self) -> bool {
        !self.lock().resumes.is_empty()
    }

    /// A new one-time code that is good for so long.
    pub(crate) fn issue(&self, milliseconds: u64, proof: Proof, now: u64) -> Option<String> {
        let code = ids::draw("").ok()?;
        self.keep(&code, milliseconds, proof, None, now);
        Some(code)
    }

    /// As [`Doorkeeper::issue`], in a file that leads a browser to the page; the file's address.
    pub(crate) fn issue_file(
        &self,
        milliseconds: u64,
        proof: Proof,
        address: impl FnOnce(&str) -> String,
        now: u64,
    ) -> io::Result<String> {
        let code = ids::draw("").map_err(io::Error::other)?;
        let folder = self.file.parent().unwrap_or(Path::new("."));
        let file = RedirectFile::write(folder, &address(&code))?;
        let url = file.url();
        self.keep(&code, milliseconds, proof, Some(file), now);
        Ok(url)
    }

    /// Forgets codes whose time is over, and removes their files.
    pub(crate) fn forget_stale(&self, now: u64) {
        self.lock().codes.retain(|_, code| code.until > now);
    }

    /// How the page with this token was let in, if it was.
    pub(crate) fn page(&self, token: &str) -> Option<Proof> {
        let known = self.lock();
        known.pages.get(&digest(token)).map(|page| page.proof)
    }

    /// Lets a browser in, or not.
    pub(crate) fn admit(&self, pairing: &Pairing, now: u64) -> Option<Paired> {
        let mut known = self.lock();
        let proof = match pairing {
            // Whatever comes of it, a code is used once.
            Pairing::Code { code } => {
                let code = known.codes.remove(&digest(code));
                code.filter(|code| code.until > now)?.proof
            }
            Pairing::Resume { resume } => {
                let resume = known.resumes.remove(&digest(resume));
                let is_fresh = |page: &Admitted| now.saturating_sub(page.at) <= RESUME_MS;
                resume.filter(is_fresh)?.proof
            }
        };
        let (token, resume) = (Token::draw().ok()?, Token::draw().ok()?);
        let admitted = Admitted { at: now, proof };
        insert(&mut known.pages, token.digest(), admitted);
        insert(&mut known.resumes, resume.digest(), admitted);
        let bytes = serde_json::to_vec(&known.resumes).ok()?;
        if let Err(error) = private_files::replace_durably(&self.file, &bytes) {
            tracing::warn!(target: "dialog", %error, "a browser will have to be paired again");
        }
        Some(Paired {
            token: token.reveal().to_owned(),
            resume: resume.reveal().to_owned(),
        })
    }

    fn keep(
        &self,
        code: &str,
        milliseconds: u64,
        proof: Proof,
        file: Option<RedirectFile>,
        now: u64,
    ) {
        self.forget_stale(now);
        let code_kept = Code {
            until: now + milliseconds,
            proof,
            _file: file,
        };
        self.lock().codes.insert(digest(code), code_kept);
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock().ignore_poison()
    }
}

/// Keeps a page, and not more than so many.
fn insert(pages: &mut BTreeMap<String, Admitted>, hash: String, admitted: Admitted) {
    if pages.len() >= PAGES {
        let first = pages.iter().min_by_key(|(_, page)| page.at);
        if let Some(first) = first.map(|(hash, _)| hash.clone()) {
            pages.remove(&first);
        }
    }
    pages.insert(hash, admitted);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(door: &Doorkeeper, proof: Proof) -> Pairing {
        Pairing::Code {
            code: door.issue(60_000, proof, 0).unwrap(),
        }
    }

    #[test]
    fn a_code_is_good_once_and_for_its_time() {
        let folder = tempfile::tempdir().unwrap();
        let door = Doorkeeper::new(folder.path().join("resume.json"), 0);
        let first = code(&door, Proof::FirstPage);
        let paired = door.admit(&first, 59_999).unwrap();
        assert_eq!(door.page(&paired.token), Some(Proof::FirstPage));
        assert_eq!(door.page(&paired.resume), None);
        assert_eq!(door.admit(&first, 59_999), None, "single use");
        let late = code(&door, Proof::OpenedPage);
        assert_eq!(door.admit(&late, 60_000), None);
    }

    #[test]
    fn a_page_comes_back_after_a_restart_with_what_it_had() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("resume.json");
        let door = Doorkeeper::new(file.clone(), 0);
        let first = code(&door, Proof::AcceptedPage);
        let paired = door.admit(&first, 1).unwrap();
        let kept = std::fs::read_to_string(&file).unwrap();
        for secret in [&paired.token, &paired.resume] {
            assert!(!kept.contains(secret), "only hashes are kept");
        }

        let next = Doorkeeper::new(file.clone(), 100_000);
        assert!(next.expects_pages());
        assert_eq!(next.page(&paired.token), None, "a new host has new tokens");
        let resume = |resume: String| Pairing::Resume { resume };
        let again = next.admit(&resume(paired.resume.clone()), 100_000).unwrap();
        assert_eq!(next.page(&again.token), Some(Proof::AcceptedPage));
        assert_eq!(
            next.admit(&resume(paired.resume), 100_000),
            None,
            "it was replaced"
        );
        let after = 100_001 + RESUME_MS;
        assert_eq!(next.admit(&resume(again.resume.clone()), after), None);
        assert!(!Doorkeeper::new(file, after).expects_pages());
    }

    #[test]
    fn what_is_written_into_the_file_lets_nobody_in() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("resume.json");
        let door = Doorkeeper::new(file.clone(), 0);
        let forged = "0".repeat(64);
        let entry = serde_json::json!({digest(&forged): {"at": 0, "proof": "opened_page"}});
        std::fs::write(&file, entry.to_string()).unwrap();
        assert_eq!(door.admit(&Pairing::Resume { resume: forged }, 1), None);
    }

    #[test]
    fn the_file_of_a_code_goes_with_it() {
        let folder = tempfile::tempdir().unwrap();
        let door = Doorkeeper::new(folder.path().join("resume.json"), 0);
        let files = || std::fs::read_dir(folder.path()).unwrap().count();
        let mut code = String::new();
        let address = |drawn: &str| {
            drawn.clone_into(&mut code);
            format!("http://127.0.0.1:1/#k={drawn}")
        };
        let url = door
            .issue_file(60_000, Proof::OpenedPage, address, 0)
            .unwrap();
        assert!(url.starts_with("file:///") && !url.contains(&code));
        assert_eq!(files(), 1);
        door.admit(&Pairing::Code { code }, 1).unwrap();
        assert_eq!(files(), 1, "only the hashes are left");
        let address = |drawn: &str| drawn.to_owned();
        door.issue_file(60_000, Proof::OpenedPage, address, 0)
            .unwrap();
        assert_eq!(files(), 2);
        door.forget_stale(60_000);
        assert_eq!(files(), 1);
    }

    #[test]
    fn pages_are_limited_in_number() {
        let folder = tempfile::tempdir().unwrap();
        let door = Doorkeeper::new(folder.path().join("resume.json"), 0);
        for at in 0..2 * PAGES as u64 {
            let code = code(&door, Proof::AcceptedPage);
            door.admit(&code, at).unwrap();
        }
        let known = door.lock();
        assert_eq!((known.pages.len(), known.resumes.len()), (PAGES, PAGES));
    }
}
