//! Secrets of 256 bits that stand for a role.

use sha2::{Digest as _, Sha256};
use std::io;
use std::path::Path;

/// No randomness could be had.
#[derive(Debug, thiserror::Error)]
#[error("the system gave no random bytes: {0}")]
pub struct TokenError(String);

/// A secret. It is compared in constant time and never shown by `Debug`.
#[derive(Clone)]
pub struct Token(String);

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(…)")
    }
}

impl Token {
    /// Draws a new one: 64 hexadecimal digits.
    pub fn draw() -> Result<Self, TokenError> {
        let mut bytes = [0_u8; 32];
        getrandom::fill(&mut bytes).map_err(|error| TokenError(error.to_string()))?;
        Ok(Self(greenroom_dialog::ids::hex(&bytes)))
    }

    /// Takes one that was read from its file.
    pub fn from_text(text: &str) -> Self {
        Self(text.trim().to_owned())
    }

    /// The text, for the file and for whoever was let in.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Its hash, which may be kept where the token must not be.
    pub fn digest(&self) -> String {
        digest(&self.0)
    }

    /// Compares without telling by its time how much was right.
    pub fn matches(&self, given: &str) -> bool {
        let (own, given) = (self.0.as_bytes(), given.as_bytes());
        own.len() == given.len()
            && own
                .iter()
                .zip(given)
                .fold(0_u8, |differ, (a, b)| differ | (a ^ b))
                == 0
    }

    /// Writes the token to a file that only the user may read, replacing what was there.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        greenroom_stdx::private_files::replace_durably(path, self.0.as_bytes())
    }
}

/// The hash of a secret. One of 128 random bits or more cannot be found from it, and looking it up
/// among others tells nothing by its time.
pub fn digest(secret: &str) -> String {
    greenroom_dialog::ids::hex(&Sha256::digest(secret.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn only_the_whole_token_matches() {
        let token = Token::draw().unwrap();
        assert_eq!(token.reveal().len(), 64);
        assert!(token.matches(token.reveal()));
        assert!(!token.matches(&token.reveal()[..63]) && !token.matches(""));
        assert!(!token.matches(Token::draw().unwrap().reveal()));
        assert_eq!(format!("{token:?}"), "Token(…)");
    }

    #[cfg(unix)]
    #[test]
    fn its_file_is_for_the_user_only() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("agent.token");
        let token = Token::draw().unwrap();
        token.write(&path).unwrap();
        assert_eq!(
            fs::metadata(&path).unwrap().permissions().mode() & 0o777,
            0o600
        );
        assert!(Token::from_text(&fs::read_to_string(&path).unwrap()).matches(token.reveal()));
    }
}
