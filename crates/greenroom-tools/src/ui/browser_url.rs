//! The address that a browser is sent to.

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

/// What stands in an address only encoded.
const ENCODED: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'<').add(b'>').add(b'`');

/// What a path must not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum NotAPath {
    #[error("control characters")]
    ControlCharacters,
    #[error("a backslash")]
    Backslash,
    #[error("a host")]
    Host,
    #[error("a scheme")]
    Scheme,
    #[error("`..`")]
    Parent,
}

/// The URL of a path in a session, or what is wrong with the path.
pub(super) fn url(
    base: &str,
    session: &str,
    path: &str,
    conserve: bool,
) -> Result<String, NotAPath> {
    let (rest, fragment) = match path.split_once('#') {
        Some((rest, fragment)) => (rest, Some(fragment)),
        None => (path, None),
    };
    let (path, query) = match rest.split_once('?') {
        Some((path, query)) => (path, query),
        None => (rest, ""),
    };
    check(path, rest)?;
    let given = query
        .split('&')
        .filter(|part| !part.is_empty() && part.split('=').next() != Some("conserve"));
    let parts: Vec<&str> = given.chain(conserve.then_some("conserve=true")).collect();
    let mut url = format!("{base}/{session}/{}", path.trim_start_matches('/'));
    if !parts.is_empty() {
        url = format!("{url}?{}", parts.join("&"));
    }
    if let Some(fragment) = fragment {
        url = format!("{url}#{fragment}");
    }
    Ok(utf8_percent_encode(&url, ENCODED).to_string())
}

fn check(path: &str, with_query: &str) -> Result<(), NotAPath> {
    if with_query.chars().any(char::is_control) {
        return Err(NotAPath::ControlCharacters);
    }
    let decoded = percent_decode_str(path).decode_utf8_lossy();
    if path.contains('\\') || decoded.contains('\\') {
        return Err(NotAPath::Backslash);
    }
    if path.starts_with("//") {
        return Err(NotAPath::Host);
    }
    let first = path.split('/').next().unwrap_or_default();
    if first.contains(':') {
        return Err(NotAPath::Scheme);
    }
    if decoded.split('/').any(|part| part == "..") {
        return Err(NotAPath::Parent);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conserve_stands_after_the_query_and_before_the_fragment() {
        for (path, conserve, want) in [
            ("/", true, "http://h:1/1/?conserve=true"),
            ("/a?x=1#f", true, "http://h:1/1/a?x=1&conserve=true#f"),
            ("/a?x=1#f", false, "http://h:1/1/a?x=1#f"),
            ("/a?conserve=no&x", true, "http://h:1/1/a?x&conserve=true"),
            ("/a?conserve=true", false, "http://h:1/1/a"),
            ("a b", false, "http://h:1/1/a%20b"),
            ("", false, "http://h:1/1/"),
        ] {
            assert_eq!(
                url("http://h:1", "1", path, conserve).as_deref(),
                Ok(want),
                "{path}"
            );
        }
    }

    #[test]
    fn other_places_are_refused() {
        for path in [
            "http://evil",
            "//evil/x",
            "javascript:alert(1)",
            "/a/../b",
            "/%2e%2e/b",
            "/a\\b",
            "/a\nb",
            "..",
        ] {
            assert!(url("http://h:1", "1", path, true).is_err(), "{path}");
        }
    }
}
