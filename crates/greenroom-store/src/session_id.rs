//! Session ids: 16 characters of `[a-z0-9]`, drawn at random.

use std::fmt;
use std::io;

use serde::{Deserialize, Serialize};

const LENGTH: usize = 16;
const ALPHABET: &[u8; 36] = b"abcdefghijklmnopqrstuvwxyz0123456789";

/// The id of an MCP session. It is also the name of the session's folder, so the text
/// holds nothing but `[a-z0-9]`: an id can never lead out of the sessions folder.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SessionId(String);

impl SessionId {
    /// Draws a new id. Uniqueness comes from the store, which creates the folder exclusively.
    pub(crate) fn draw() -> io::Result<Self> {
        let mut id = String::with_capacity(LENGTH);
        while id.len() < LENGTH {
            let mut bytes = [0_u8; LENGTH];
            getrandom::fill(&mut bytes).map_err(io::Error::other)?;
            // 252 is the largest multiple of 36 in a byte: higher values would favor some letters.
            for byte in bytes
                .into_iter()
                .filter(|byte| *byte < 252)
                .take(LENGTH - id.len())
            {
                id.push(char::from(ALPHABET[usize::from(byte) % ALPHABET.len()]));
            }
        }
        Ok(Self(id))
    }

    /// The id, if `text` has the form of one.
    pub fn parse(text: &str) -> Option<Self> {
        let well_formed = text.len() == LENGTH
            && text
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
        well_formed.then(|| Self(text.to_owned()))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A text that is not a session id.
#[derive(Debug, thiserror::Error)]
#[error("`{0}` is not a session id")]
pub struct NotASessionId(String);

impl TryFrom<String> for SessionId {
    type Error = NotASessionId;

    fn try_from(text: String) -> Result<Self, NotASessionId> {
        Self::parse(&text).ok_or(NotASessionId(text))
    }
}

impl From<SessionId> for String {
    fn from(id: SessionId) -> Self {
        id.0
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn drawn_ids_are_well_formed_and_differ() {
        let ids: BTreeSet<_> = (0..2000).map(|_| SessionId::draw().unwrap()).collect();
        assert_eq!(ids.len(), 2000);
        assert!(ids.iter().all(|id| SessionId::parse(id.as_str()).is_some()));
    }

    #[test]
    fn text_that_is_no_id_is_refused() {
        for text in [
            "",
            "../../etc/passwd",
            "ABCDEFGHIJKLMNOP",
            "abcdefghijklmno",
            "abcdefghijklmnopq",
        ] {
            assert_eq!(SessionId::parse(text), None, "{text}");
        }
    }
}
