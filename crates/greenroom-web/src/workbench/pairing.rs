//! How a browser becomes the human's: a one-time code, then a token; a resume secret brings it
//! back after a restart.

use crate::gate::Token;
use greenroom_dialog::{ids, private_files};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// A resume secret is good for this long after its last use.
const RESUME_MS: u64 = 24 * 3_600_000;

/// What a browser gets when it is let in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Paired {
    pub(crate) token: String,
    pub(crate) resume: String,
}

/// What a browser brings.
#[derive(Debug, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub(crate) enum Pairing {
    Code { code: String },
    Resume { resume: String },
}

/// Codes that were given out, and browsers that may come back.
#[derive(Debug)]
pub(crate) struct Doorkeeper {
    human: Token,
    /// Hashes of resume secrets and the time of their last use, shared by successive hosts.
    file: PathBuf,
    /// Hashes of codes and the time until which they are good.
    codes: Mutex<BTreeMap<String, u64>>,
}

impl Doorkeeper {
    pub(crate) fn new(human: Token, file: PathBuf) -> Self {
        Self {
            human,
            file,
            codes: Mutex::new(BTreeMap::new()),
        }
    }

    /// A new one-time code that is good for so long.
    pub(crate) fn issue(&self, milliseconds: u64, now: u64) -> Option<String> {
        let code = ids::draw("").ok()?;
        let mut codes = self.codes.lock().unwrap_or_else(PoisonError::into_inner);
        codes.retain(|_, until| *until > now);
        codes.insert(hash(&code), now + milliseconds);
        Some(code)
    }

    /// Lets a browser in, or not.
    pub(crate) fn admit(&self, pairing: &Pairing, now: u64) -> Option<Paired> {
        let mut kept = self.read(now);
        match pairing {
            Pairing::Code { code } => {
                let mut codes = self.codes.lock().unwrap_or_else(PoisonError::into_inner);
                // Whatever comes of it, a code is used once.
                codes.remove(&hash(code)).filter(|until| *until > now)?;
            }
            Pairing::Resume { resume } => {
                kept.remove(&hash(resume))?;
            }
        }
        let resume = Token::draw().ok()?.reveal().to_owned();
        kept.insert(hash(&resume), now);
        let bytes = serde_json::to_vec(&kept).ok()?;
        if let Err(error) = private_files::write(&self.file, &bytes) {
            tracing::warn!(target: "dialog", %error, "a browser will have to be paired again");
        }
        Some(Paired {
            token: self.human.reveal().to_owned(),
            resume,
        })
    }

    fn read(&self, now: u64) -> BTreeMap<String, u64> {
        let bytes = std::fs::read(&self.file).unwrap_or_default();
        let mut kept: BTreeMap<String, u64> = serde_json::from_slice(&bytes).unwrap_or_default();
        kept.retain(|_, used| now.saturating_sub(*used) <= RESUME_MS);
        kept
    }
}

fn hash(secret: &str) -> String {
    ids::hex(&Sha256::digest(secret.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_good_once_and_for_its_time() {
        let folder = tempfile::tempdir().unwrap();
        let token = Token::draw().unwrap();
        let file = folder.path().join("resume.json");
        let door = Doorkeeper::new(token.clone(), file.clone());
        let code = Pairing::Code {
            code: door.issue(60_000, 0).unwrap(),
        };
        let paired = door.admit(&code, 59_999).unwrap();
        assert_eq!(paired.token, token.reveal());
        assert_eq!(door.admit(&code, 59_999), None, "single use");
        let late = Pairing::Code {
            code: door.issue(60_000, 0).unwrap(),
        };
        assert_eq!(door.admit(&late, 60_000), None);
        let kept = std::fs::read_to_string(&file).unwrap();
        assert!(!kept.contains(&paired.resume), "only its hash is kept");

        let after_restart = Doorkeeper::new(Token::draw().unwrap(), file);
        let resume = Pairing::Resume {
            resume: paired.resume,
        };
        let again = after_restart.admit(&resume, 100_000).unwrap();
        assert_ne!(again.token, token.reveal());
        assert_eq!(
            after_restart.admit(&resume, 100_000),
            None,
            "it was replaced"
        );
        let resume = Pairing::Resume {
            resume: again.resume,
        };
        assert_eq!(after_restart.admit(&resume, 100_001 + RESUME_MS), None);
    }
}
