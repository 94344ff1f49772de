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

/// The words that code or markup in a string calls.
pub(crate) fn words_before_parenthesis(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices('(').filter_map(|(at, _)| {
        let before = &text[..at];
        let word = before
            .rsplit(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '$'))
            .next()?;
        (!word.is_empty()).then_some(word)
    })
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
