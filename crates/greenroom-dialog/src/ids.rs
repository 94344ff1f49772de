//! Ids that nobody can guess.

use std::fmt::Write as _;

/// The system gave no random bytes.
#[derive(Debug, thiserror::Error)]
#[error("the system gave no random bytes: {0}")]
pub struct NoRandomness(String);

/// `prefix` and 128 random bits in hexadecimal: `d_…`, `conn_…`, `req_…`.
pub fn draw(prefix: &str) -> Result<String, NoRandomness> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).map_err(|error| NoRandomness(error.to_string()))?;
    Ok(format!("{prefix}{}", hex(&bytes)))
}

/// Bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    let mut digits = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        // Writing to a string cannot fail.
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}

/// Whether a text could be an id of ours; such a text may name a file.
pub fn is_well_formed(id: &str) -> bool {
    !id.is_empty()
        && id.len() <= 64
        && id
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
