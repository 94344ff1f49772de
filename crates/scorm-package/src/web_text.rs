//! Pages, scripts and style sheets: bytes to text as a browser reads them.
//!
//! Old courses are often written in the encoding of their country, and some of those have the bytes
//! of quotes and backslashes inside of other characters: read as UTF-8 they look broken.

use std::borrow::Cow;

use crate::Encoding;
use crate::encoding::{decode_label, decode_utf16, decode_western};

/// Browsers look for a declaration so far into a file.
const HEAD: usize = 1024;

/// The text of a page, script or style sheet, without byte order mark. A file that says nothing
/// and is not UTF-8 has the encoding `usual`, that of the pages around it.
pub fn decode_web<'b>(bytes: &'b [u8], usual: Option<&str>) -> Cow<'b, str> {
    if let Some(rest) = bytes.strip_prefix(b"\xEF\xBB\xBF") {
        return String::from_utf8_lossy(rest);
    }
    for (mark, encoding) in [
        (b"\xFF\xFE", Encoding::Utf16Le),
        (b"\xFE\xFF", Encoding::Utf16Be),
    ] {
        if let Some(rest) = bytes.strip_prefix(mark) {
            return Cow::Owned(decode_utf16(rest, encoding).0);
        }
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let named = declared_charset(bytes);
    let label = named.as_deref().or(usual);
    match label.map(str::to_ascii_lowercase).as_deref() {
        // What can be read as a declaration cannot be UTF-16.
        Some("utf-8" | "utf8" | "utf-16" | "utf-16le" | "utf-16be") => {
            String::from_utf8_lossy(bytes)
        }
        Some(label) => {
            let known = decode_label(bytes, label);
            Cow::Owned(known.unwrap_or_else(|| decode_western(bytes).0))
        }
        None => Cow::Owned(decode_western(bytes).0),
    }
}

/// The encoding that a page (`charset=…` in a `meta` element) or a style sheet (`@charset`) names.
pub fn declared_charset(bytes: &[u8]) -> Option<String> {
    const WORD: &[u8] = b"charset";
    let head = &bytes[..bytes.len().min(HEAD)];
    let at = head
        .windows(WORD.len())
        .position(|word| word.eq_ignore_ascii_case(WORD))?;
    let is_between = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'=' | b'"' | b'\'');
    let is_label = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_:.+".contains(byte);
    let behind = head[at + WORD.len()..].iter().skip_while(|b| is_between(b));
    let label: String = behind
        .take_while(|byte| is_label(byte))
        .map(|byte| char::from(*byte))
        .collect();
    (!label.is_empty()).then_some(label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn byte_order_marks_decide() {
        assert_eq!(decode_web(b"\xFF\xFEa\0\xE9\0", None), "a\u{e9}");
        assert_eq!(decode_web(b"\xFE\xFF\0a\0\xE9", None), "a\u{e9}");
        assert_eq!(decode_web(b"\xEF\xBB\xBFa", Some("shift_jis")), "a");
    }

    #[test]
    fn utf_8_needs_no_declaration() {
        let text = "<meta charset=\"gbk\">\u{8868}";
        assert_eq!(decode_web(text.as_bytes(), Some("gbk")), text);
    }

    #[test]
    fn a_declaration_or_the_usual_encoding_decides() {
        // The second byte of this character is that of a backslash.
        let declared =
            b"<META http-equiv=Content-Type content='text/html; charset=Shift_JIS'>\x95\x5C";
        assert!(decode_web(declared, None).ends_with('\u{8868}'));
        assert_eq!(decode_web(b"\x95\x5C", Some("shift_jis")), "\u{8868}");
        assert_eq!(
            decode_web(b"@charset \"gb2312\"; \xB1\xED", None)
                .chars()
                .last(),
            Some('\u{8868}')
        );
        assert_eq!(
            decode_web(b"\x93caf\xE9\x94", None),
            "\u{201c}caf\u{e9}\u{201d}"
        );
        assert_eq!(decode_web(b"\xE9", Some("nonsense")), "\u{e9}");
    }

    #[test]
    fn declarations_that_are_none() {
        for text in [
            "",
            "charset",
            "charset=",
            "charset='",
            "chars",
            "<meta charset=\u{e9}>",
        ] {
            assert_eq!(declared_charset(text.as_bytes()), None, "{text}");
        }
    }
}
