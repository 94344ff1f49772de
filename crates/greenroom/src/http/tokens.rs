//! Who may call: the file of tokens.
//!
//! It holds hashes only. What is sent is hashed and compared with every entry, so the time tells
//! neither which entry it was like nor how much of it.

use std::path::{Path, PathBuf};

use greenroom_human::{Token, digest};
use serde::Deserialize;

use super::grant::{Grant, Share};
use crate::start::StartError;

/// The name of the one who calls without a file of tokens.
const LOCAL: &str = "local";

/// The form of a name: it is that of a folder too.
const NAME_FORM: &str = "1 to 64 of a-z, 0-9, - and _, beginning with a letter or digit";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    token: Vec<Entry>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    sha256: String,
    #[serde(default)]
    roots: Vec<PathBuf>,
    requests: Option<usize>,
    sessions: Option<usize>,
    runtimes: Option<usize>,
    upload_bytes: Option<u64>,
    file_bytes: Option<u64>,
}

/// All tokens.
#[derive(Debug)]
pub(super) struct Tokens(Vec<(String, Grant)>);

impl Tokens {
    /// Reads a file of tokens.
    pub(super) fn read(path: &Path) -> Result<Self, StartError> {
        let text = std::fs::read_to_string(path).map_err(|error| StartError::Unreadable {
            path: path.to_owned(),
            error,
        })?;
        let wrong = |why: String| StartError::Unusable(format!("{}: {why}", path.display()));
        let file: File = toml::from_str(&text).map_err(|error| wrong(error.to_string()))?;
        Self::of(file).map_err(wrong)
    }

    fn of(file: File) -> Result<Self, String> {
        if file.token.is_empty() {
            return Err("it has no [[token]]; `greenroom token NAME` makes one".to_owned());
        }
        let mut tokens: Vec<(String, Grant)> = Vec::new();
        for entry in file.token {
            let name = &entry.name;
            if !is_name(name) {
                return Err(format!("the name `{name}` is not {NAME_FORM}"));
            }
            let hash = entry.sha256.to_ascii_lowercase();
            let is_hash = hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
            if !is_hash {
                return Err(format!(
                    "sha256 of `{name}` is not 64 hexadecimal digits; it is the hash, not the token"
                ));
            }
            if tokens.iter().any(|(other, _)| *other == hash) {
                return Err(format!("the token of `{name}` stands there twice"));
            }
            // Whoever exchanges a token finds what is theirs as it was.
            let first = tokens.iter().find(|(_, grant)| grant.name == *name);
            let grant = first.map_or_else(|| entry.grant(), |(_, grant)| grant.clone());
            tokens.push((hash, grant));
        }
        Ok(Self(tokens))
    }

    /// The one token of a server on this machine: its file, made if there is none.
    pub(super) fn local(data_directory: &Path) -> Result<(Self, PathBuf), StartError> {
        let folder = data_directory.join("http");
        let path = folder.join("token");
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        let token = if kept.trim().len() == 64 {
            Token::from_text(&kept)
        } else {
            greenroom_stdx::private_files::create_dir(&folder)?;
            let token = Token::draw().map_err(|error| StartError::Unusable(error.to_string()))?;
            token.write(&path)?;
            token
        };
        let entry = Entry::named(LOCAL, token.digest());
        Ok((Self(vec![(token.digest(), entry.grant())]), path))
    }

    /// What a token gives, if it is one.
    pub(super) fn find(&self, given: &str) -> Option<&Grant> {
        let given = digest(given);
        let mut found = None;
        for (hash, grant) in &self.0 {
            if is_same(hash.as_bytes(), given.as_bytes()) {
                found = Some(grant);
            }
        }
        found
    }

    /// All that are given.
    pub(super) fn grants(&self) -> impl Iterator<Item = &Grant> {
        self.0.iter().map(|(_, grant)| grant)
    }
}

impl Entry {
    fn named(name: &str, sha256: String) -> Self {
        Self {
            name: name.to_owned(),
            sha256,
            roots: Vec::new(),
            requests: None,
            sessions: None,
            runtimes: None,
            upload_bytes: None,
            file_bytes: None,
        }
    }

    fn grant(&self) -> Grant {
        let share = Share {
            roots: self.roots.clone(),
            requests: self.requests,
            sessions: self.sessions,
            runtimes: self.runtimes,
            upload_bytes: self.upload_bytes,
            file_bytes: self.file_bytes,
        };
        share.grant(self.name.clone())
    }
}

/// A new token, and its entry for the file.
pub(crate) fn entry(name: &str) -> Result<(String, String), StartError> {
    if !is_name(name) {
        let text = format!("the name `{name}` is not {NAME_FORM}");
        return Err(StartError::Unusable(text));
    }
    let token = Token::draw().map_err(|error| StartError::Unusable(error.to_string()))?;
    let entry = format!(
        "[[token]]\nname = \"{name}\"\nsha256 = \"{}\"\n",
        token.digest()
    );
    Ok((token.reveal().to_owned(), entry))
}

/// Whether a name can be that of a house.
pub(super) fn is_name(name: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    (1..=64).contains(&name.len())
        && name
            .bytes()
            .all(|byte| is_part(byte) || b"-_".contains(&byte))
        && name.bytes().next().is_some_and(is_part)
}

fn is_same(own: &[u8], given: &[u8]) -> bool {
    own.len() == given.len()
        && own
            .iter()
            .zip(given)
            .fold(0_u8, |differ, (a, b)| differ | (a ^ b))
            == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Tokens, String> {
        let file = toml::from_str(text).map_err(|error: toml::de::Error| error.to_string())?;
        Tokens::of(file)
    }

    #[test]
    fn a_token_that_was_made_is_found_and_no_other() {
        let (token, anna) = entry("anna").unwrap();
        let (newer, again) = entry("anna").unwrap();
        let (_, bob) = entry("bob").unwrap();
        let text = format!("{anna}requests = 3\nroots = [\"/srv\"]\n{again}{bob}");
        let tokens = read(&text).unwrap();
        let grant = tokens.find(&token).unwrap();
        assert_eq!((grant.name.as_str(), grant.limits.requests), ("anna", 3));
        assert_eq!(tokens.find(&newer), Some(grant), "both open the same house");
        for wrong in [
            "",
            "x",
            &token[..63],
            &digest(&token),
            &token.to_uppercase(),
        ] {
            assert_eq!(tokens.find(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_wrong_file_is_told() {
        let hash = "a".repeat(64);
        for (text, want) in [
            ("", "no [[token]]"),
            ("[[token]]\nname = \"a\"\n", "sha256"),
            (
                "[[token]]\nname = \"../a\"\nsha256 = \"\"\n",
                "is not 1 to 64",
            ),
            (
                "[[token]]\nname = \"a\"\nsha256 = \"secret\"\n",
                "not the token",
            ),
            (
                "[[token]]\nname = \"a\"\nsha256 = \"x\"\nroot = 1\n",
                "root",
            ),
            (
                &format!(
                    "[[token]]\nname = \"a\"\nsha256 = \"{hash}\"\n[[token]]\nname = \"b\"\nsha256 = \"{hash}\"\n"
                ),
                "twice",
            ),
        ] {
            let error = read(text).err().unwrap_or_default();
            assert!(error.contains(want), "{text}: {error}");
        }
    }
}
