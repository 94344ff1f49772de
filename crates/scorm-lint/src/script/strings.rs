//! Which string literals are kept for the rules: most strings of a bundle say nothing to them.

/// May it name a file, hold markup or code, an address, or a secret?
pub(crate) fn worth_keeping(text: &str) -> bool {
    if text.len() < 4 || text.len() > 4000 {
        return false;
    }
    names_file(text)
        || text.contains('(') && (text.contains('<') || text.contains("javascript:"))
        || text.contains("://")
        || may_be_secret(text)
}

/// Does it end like the name of a script or page?
pub(crate) fn names_file(text: &str) -> bool {
    let path = text.split(['?', '#']).next().unwrap_or_default();
    let extension = path.rsplit_once('.').map(|(_, extension)| extension);
    extension.is_some_and(|extension| {
        ["js", "mjs", "html", "htm", "xhtml"]
            .iter()
            .any(|known| known.eq_ignore_ascii_case(extension))
    }) && !text.contains([' ', '<', '\n'])
}

/// Long enough for a key, and made of the characters of one.
fn may_be_secret(text: &str) -> bool {
    (16..=4000).contains(&text.len())
        && (text.starts_with("-----BEGIN ") || !text.contains([' ', '\n', '<', '(']))
}
