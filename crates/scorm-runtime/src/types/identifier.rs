//! Identifiers: long_identifier_type and short_identifier_type of SCORM 2004, which are URI
//! references (RFC 3986 with other letters than ASCII's), and CMIIdentifier of SCORM 1.2.

/// Whether a text is a URI reference.
pub(crate) fn is_identifier(text: &str) -> bool {
    has_uri_characters(text) && has_uri_form(text)
}

/// CMIIdentifier: 1 to 255 printable characters, no white space.
pub(crate) fn is_cmi_identifier(text: &str) -> bool {
    !text.is_empty()
        && text.chars().count() <= 255
        && text.chars().all(|c| !c.is_whitespace() && !c.is_control())
}

fn has_uri_characters(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut fragments = 0;
    text.char_indices().all(|(at, c)| match c {
        '%' => {
            bytes.get(at + 1).is_some_and(u8::is_ascii_hexdigit)
                && bytes.get(at + 2).is_some_and(u8::is_ascii_hexdigit)
        }
        '#' => {
            fragments += 1;
            fragments == 1
        }
        '{' | '}' | '[' | ']' | '\\' | '<' | '>' | '|' | '^' | '"' | '`' => false,
        _ => !c.is_whitespace() && !c.is_control(),
    })
}

fn has_uri_form(text: &str) -> bool {
    let without_fragment = text.split('#').next().unwrap_or_default();
    if without_fragment.is_empty() {
        return !text.is_empty();
    }
    // A colon before the first slash, question mark or hash ends a scheme.
    let scheme_end = without_fragment.find([':', '/', '?']);
    let rest = match scheme_end {
        Some(end) if without_fragment[end..].starts_with(':') => {
            if !is_scheme(&without_fragment[..end]) {
                return false;
            }
            &without_fragment[end + 1..]
        }
        _ => without_fragment,
    };
    !rest.is_empty() && rest != "//"
}

fn is_scheme(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic())
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uri_references() {
        for text in [
            "a",
            "1a",
            "A1_b-c.d",
            "a:b",
            "urn:x",
            "urn:a:b",
            "http://x.y/z?q#f",
            "a%20b",
            "#f",
            "é",
            "日本",
            "a,b",
            "a/b:c",
            "file:///x",
        ] {
            assert!(is_identifier(text), "{text}");
        }
        for text in [
            "",
            " ",
            " a",
            "a b",
            "urn:adl:lms Test/OBJ01",
            "urn:",
            ":a",
            "1:2",
            "a%zz",
            "a%2",
            "{a}",
            "[a]",
            "a[,]b",
            "a\\b",
            "a<b",
            "a|b",
            "a^b",
            "\"q\"",
            "//",
            "a#b#c",
            "a\tb",
            "a\u{a0}b",
            "http://",
        ] {
            assert!(!is_identifier(text), "{text}");
        }
    }

    #[test]
    fn cmi_identifiers() {
        for text in ["a", "a_b-1.2", "urn:a:b"] {
            assert!(is_cmi_identifier(text), "{text}");
        }
        for text in ["", "a b", "a\nb"] {
            assert!(!is_cmi_identifier(text), "{text}");
        }
        assert!(is_cmi_identifier(&"x".repeat(255)));
        assert!(!is_cmi_identifier(&"x".repeat(256)));
    }
}
