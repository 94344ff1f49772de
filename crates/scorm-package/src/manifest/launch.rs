//! URLs of the manifest: `xml:base`, href and item parameters (CAM, Content Packaging).

use crate::xml::{Node, Vocabulary};

/// The base for what is inside `node`: the outer one, changed by the node's own `xml:base`.
pub(super) fn base(outer: &str, node: Node<'_>) -> String {
    match node.attribute_of(Vocabulary::Xml, "base") {
        Some(attribute) => resolve(outer, attribute.value().trim()),
        None => outer.to_owned(),
    }
}

/// Resolves a reference against a base by RFC 3986, both relative to the package root.
///
/// A `..` that leads out of the package is kept at the front, so that the path rules refuse it.
pub fn resolve(base: &str, reference: &str) -> String {
    if reference.is_empty() {
        return base.to_owned();
    }
    if is_absolute(reference) {
        return reference.to_owned();
    }
    // The root of a server is nobody's; in a package only its own root can be meant.
    if let Some(rooted) = reference.strip_prefix('/') {
        return resolve("", rooted);
    }
    let (base_path, _) = split_path(base);
    let (path, rest) = split_path(reference);
    if path.is_empty() {
        return format!("{base_path}{rest}");
    }
    let folder = base_path.rfind('/').map_or("", |at| &base_path[..=at]);
    if is_absolute(base) {
        return format!("{folder}{reference}");
    }
    if !has_dot_segment(path) && !has_dot_segment(folder) {
        return [folder, reference].concat();
    }
    format!("{}{rest}", without_dots(&format!("{folder}{path}")))
}

/// Appends item parameters to a URL by the algorithm of CAM 1.3, step by step.
///
/// ```
/// use scorm_package::manifest::join_parameters;
/// assert_eq!(join_parameters("a.htm", "?x=1"), "a.htm?x=1");
/// assert_eq!(join_parameters("a.htm?y=2", "x=1"), "a.htm?y=2&x=1");
/// ```
pub fn join_parameters(url: &str, parameters: &str) -> String {
    let parameters = parameters.trim().trim_start_matches(['?', '&']);
    if parameters.is_empty() {
        return url.to_owned();
    }
    if parameters.starts_with('#') && url.contains(['#', '?']) {
        return url.to_owned();
    }
    let separator = if url.contains('?') { '&' } else { '?' };
    format!("{url}{separator}{parameters}")
}

/// Has the reference a scheme (`http:`) or a host (`//host`)?
pub(crate) fn is_absolute(reference: &str) -> bool {
    if reference.starts_with("//") {
        return true;
    }
    let Some((scheme, _)) = reference.split_once(':') else {
        return false;
    };
    scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
}

/// Path, and the query and fragment behind it.
pub(crate) fn split_path(reference: &str) -> (&str, &str) {
    reference.split_at(reference.find(['?', '#']).unwrap_or(reference.len()))
}

/// Does a segment begin with a dot, as `.` and `..` do?
fn has_dot_segment(path: &str) -> bool {
    path.starts_with('.') || path.as_bytes().windows(2).any(|pair| pair == b"/.")
}

fn without_dots(path: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut segments = path.split('/').peekable();
    while let Some(segment) = segments.next() {
        let last = segments.peek().is_none();
        match segment {
            "." => {}
            ".." if kept.last().is_some_and(|before| *before != "..") => {
                kept.pop();
            }
            _ => {
                kept.push(segment);
                continue;
            }
        }
        // `a/.` and `a/b/..` name folders and keep their slash.
        if last && !kept.is_empty() {
            kept.push("");
        }
    }
    kept.join("/")
}

#[cfg(test)]
mod tests {
    use super::{join_parameters, resolve};

    #[test]
    fn parameters_join_by_the_standard() {
        for (url, parameters, want) in [
            ("a.htm", "", "a.htm"),
            ("a.htm", "?x=1", "a.htm?x=1"),
            ("a.htm", "&x=1", "a.htm?x=1"),
            ("a.htm", "??&x=1", "a.htm?x=1"),
            ("a.htm", "x=1", "a.htm?x=1"),
            ("a.htm", "bare", "a.htm?bare"),
            ("a.htm?c=5", "?x=1", "a.htm?c=5&x=1"),
            ("a.htm", "#top", "a.htm?#top"),
            ("a.htm#end", "#top", "a.htm#end"),
            ("a.htm?c=5", "#top", "a.htm?c=5"),
        ] {
            assert_eq!(
                join_parameters(url, parameters),
                want,
                "{url} with {parameters}"
            );
        }
    }

    #[test]
    fn references_resolve_against_their_base() {
        for (base, reference, want) in [
            ("", "a.htm", "a.htm"),
            ("common/", "a.htm?x#y", "common/a.htm?x#y"),
            ("./", "a.htm", "a.htm"),
            ("a/b/", "../c.htm", "a/c.htm"),
            ("a/", "../../c.htm", "../c.htm"),
            ("a/", "http://example.org/x", "http://example.org/x"),
            ("a/", "/x.htm", "x.htm"),
            ("a/", "/b/../../x.htm", "../x.htm"),
            (
                "http://example.org/c/",
                "x.htm",
                "http://example.org/c/x.htm",
            ),
            ("a/file", "x.htm", "a/x.htm"),
            ("a/", "", "a/"),
            ("a/", "b/..", "a/"),
            ("a/b.htm", "?q", "a/b.htm?q"),
        ] {
            assert_eq!(resolve(base, reference), want, "{base} + {reference}");
        }
    }
}
