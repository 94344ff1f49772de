//! Bytes to text: what the byte order mark, the XML declaration and the bytes themselves say.

use crate::problem::{Place, Problem, ProblemKind};
use crate::xml::{LineIndex, Span};

/// How a text file is encoded, as far as one must know to write it again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8 without a byte order mark.
    #[default]
    Utf8,
    /// UTF-8 with a byte order mark.
    Utf8Bom,
    /// UTF-16, low byte first.
    Utf16Le,
    /// UTF-16, high byte first.
    Utf16Be,
    /// An encoding before Unicode, by its name in the WHATWG Encoding Standard.
    Legacy(&'static str),
}

/// Decodes an XML file. Spans of problems, and all later ones, are of the decoded text, which has
/// no byte order mark.
pub fn decode(bytes: &[u8]) -> (String, Encoding, Vec<Problem>) {
    if let Some(rest) = bytes.strip_prefix(b"\xEF\xBB\xBF") {
        let (text, _, problems) = decode_utf8(rest, "its byte order mark says UTF-8");
        return (text, Encoding::Utf8Bom, problems);
    }
    if let Some(rest) = bytes.strip_prefix(b"\xFF\xFE") {
        return decode_utf16(rest, Encoding::Utf16Le);
    }
    if let Some(rest) = bytes.strip_prefix(b"\xFE\xFF") {
        return decode_utf16(rest, Encoding::Utf16Be);
    }
    if bytes.starts_with(b"<\0?\0") {
        return decode_utf16(bytes, Encoding::Utf16Le);
    }
    if bytes.starts_with(b"\0<\0?") {
        return decode_utf16(bytes, Encoding::Utf16Be);
    }
    let Some(label) = declared(bytes) else {
        return decode_utf8(bytes, "no encoding is declared, which means UTF-8");
    };
    match label.to_ascii_lowercase().as_str() {
        "utf-8" | "utf8" | "us-ascii" | "ascii" => {
            decode_utf8(bytes, &format!("the declared encoding is {label}"))
        }
        // With a readable declaration the file cannot be UTF-16.
        "utf-16" | "utf-16le" | "utf-16be" | "utf16" => {
            let (text, encoding, mut problems) =
                decode_utf8(bytes, &format!("the declared encoding is {label}"));
            let message = format!("the declared encoding is {label}, but the bytes are not UTF-16");
            problems.insert(0, problem(ProblemKind::EncodingMismatch, message, &text, 0));
            (text, encoding, problems)
        }
        _ => decode_legacy(bytes, label),
    }
}

fn problem(kind: ProblemKind, message: String, text: &str, at: usize) -> Problem {
    let span = Span {
        start: at as u32,
        end: at as u32,
    };
    let place: Option<Place> = Some(LineIndex::new(text).place(text, span));
    Problem {
        kind,
        message,
        entry: None,
        place,
    }
}

/// Bytes that are not UTF-8 are, in practice, Windows-1252 from an editor that did not know better.
fn decode_utf8(bytes: &[u8], reason: &str) -> (String, Encoding, Vec<Problem>) {
    match std::str::from_utf8(bytes) {
        Ok(text) => (text.to_owned(), Encoding::Utf8, Vec::new()),
        Err(error) => {
            let (text, encoding) = decode_western(bytes);
            let message =
                format!("{reason}, but the bytes are not UTF-8; they are read as Windows-1252");
            let at = error.valid_up_to();
            // Before that place the bytes were UTF-8, where one character may have been several.
            let before = decode_western(&bytes[..at]).0.len();
            let problem = problem(ProblemKind::EncodingMismatch, message, &text, before);
            (text, encoding, vec![problem])
        }
    }
}

pub(crate) fn decode_utf16(bytes: &[u8], encoding: Encoding) -> (String, Encoding, Vec<Problem>) {
    let units = bytes.chunks_exact(2).map(|pair| {
        let pair = [pair[0], pair[1]];
        if encoding == Encoding::Utf16Le {
            u16::from_le_bytes(pair)
        } else {
            u16::from_be_bytes(pair)
        }
    });
    let mut text = String::with_capacity(bytes.len());
    let mut bad = (!bytes.len().is_multiple_of(2)).then_some(usize::MAX);
    for unit in char::decode_utf16(units) {
        if unit.is_err() {
            bad = Some(bad.unwrap_or(usize::MAX).min(text.len()));
        }
        text.push(unit.unwrap_or(char::REPLACEMENT_CHARACTER));
    }
    let problems = bad.map(|at| {
        let message = "the bytes are not valid UTF-16".to_owned();
        problem(
            ProblemKind::EncodingMismatch,
            message,
            &text,
            at.min(text.len()),
        )
    });
    (text, encoding, problems.into_iter().collect())
}

#[cfg(feature = "legacy-encodings")]
pub(crate) fn decode_western(bytes: &[u8]) -> (String, Encoding) {
    let (text, _) = encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes);
    (text.into_owned(), Encoding::Legacy("windows-1252"))
}

/// ISO 8859-1 is the part of Windows-1252 that needs no table.
#[cfg(not(feature = "legacy-encodings"))]
pub(crate) fn decode_western(bytes: &[u8]) -> (String, Encoding) {
    (
        bytes.iter().map(|&byte| char::from(byte)).collect(),
        Encoding::Legacy("windows-1252"),
    )
}

/// By the name of an encoding; none if it is not known.
#[cfg(feature = "legacy-encodings")]
pub(crate) fn decode_label(bytes: &[u8], label: &str) -> Option<String> {
    let encoding = encoding_rs::Encoding::for_label(label.as_bytes())?;
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    Some(text.into_owned())
}

#[cfg(not(feature = "legacy-encodings"))]
pub(crate) fn decode_label(_bytes: &[u8], _label: &str) -> Option<String> {
    None
}

#[cfg(feature = "legacy-encodings")]
fn decode_legacy(bytes: &[u8], label: &str) -> (String, Encoding, Vec<Problem>) {
    let Some(encoding) = encoding_rs::Encoding::for_label(label.as_bytes()) else {
        return decode_unknown(bytes, label);
    };
    let (text, had_errors) = encoding.decode_without_bom_handling(bytes);
    let text = text.into_owned();
    let mut problems = Vec::new();
    if had_errors {
        let at = text.find(char::REPLACEMENT_CHARACTER).unwrap_or(0);
        let message = format!("the declared encoding is {label}, but the bytes do not fit it");
        problems.push(problem(ProblemKind::EncodingMismatch, message, &text, at));
    }
    (text, Encoding::Legacy(encoding.name()), problems)
}

#[cfg(not(feature = "legacy-encodings"))]
fn decode_legacy(bytes: &[u8], label: &str) -> (String, Encoding, Vec<Problem>) {
    decode_unknown(bytes, label)
}

fn decode_unknown(bytes: &[u8], label: &str) -> (String, Encoding, Vec<Problem>) {
    let (text, encoding) = match std::str::from_utf8(bytes) {
        Ok(text) => (text.to_owned(), Encoding::Utf8),
        Err(_) => decode_western(bytes),
    };
    let message = format!("the declared encoding {label} is not known");
    let problem = problem(ProblemKind::EncodingUnknown, message, &text, 0);
    (text, encoding, vec![problem])
}

/// The encoding that the XML declaration names.
fn declared(bytes: &[u8]) -> Option<&str> {
    let declaration = bytes.strip_prefix(b"<?xml")?;
    let end = declaration
        .windows(2)
        .take(1024)
        .position(|pair| pair == b"?>")?;
    let declaration = std::str::from_utf8(&declaration[..end]).ok()?;
    let (_, rest) = declaration.split_once("encoding")?;
    let rest = rest.trim_start().strip_prefix('=')?.trim_start();
    let quote = rest
        .chars()
        .next()
        .filter(|quote| matches!(quote, '"' | '\''))?;
    let label = rest[1..].split(quote).next()?.trim();
    (!label.is_empty()).then_some(label)
}

#[cfg(test)]
mod tests {
    use super::{Encoding, decode};

    fn utf16(text: &str, big_endian: bool) -> Vec<u8> {
        let bytes = |unit: u16| {
            if big_endian {
                unit.to_be_bytes()
            } else {
                unit.to_le_bytes()
            }
        };
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[test]
    fn byte_order_marks_decide() {
        let text = "<?xml version='1.0'?><a>é</a>";
        for (mark, bytes, want) in [
            (
                &b"\xEF\xBB\xBF"[..],
                text.as_bytes().to_vec(),
                Encoding::Utf8Bom,
            ),
            (&b"\xFF\xFE"[..], utf16(text, false), Encoding::Utf16Le),
            (&b"\xFE\xFF"[..], utf16(text, true), Encoding::Utf16Be),
            (&b""[..], utf16(text, false), Encoding::Utf16Le),
            (&b""[..], utf16(text, true), Encoding::Utf16Be),
            (&b""[..], text.as_bytes().to_vec(), Encoding::Utf8),
        ] {
            let (decoded, encoding, problems) = decode(&[mark, &bytes].concat());
            assert_eq!((decoded.as_str(), encoding), (text, want));
            assert_eq!(problems, []);
        }
    }

    #[test]
    fn latin_bytes_declared_as_utf_8_are_read_and_reported() {
        let (text, encoding, problems) =
            decode(b"<?xml version='1.0' encoding='UTF-8'?>\n<a>caf\xE9</a>");
        assert!(text.ends_with("<a>café</a>"));
        assert_eq!(encoding, Encoding::Legacy("windows-1252"));
        assert_eq!(problems[0].kind.as_str(), "encoding-mismatch");
        let place = problems[0].place.unwrap();
        assert_eq!((place.line, place.column), (2, 7));
    }

    #[test]
    fn half_a_surrogate_pair_is_reported() {
        let mut bytes = utf16("<a>", false);
        bytes.extend([0x00, 0xD8, 0x3C, 0x00]);
        let (text, _, problems) = decode(&[b"\xFF\xFE", bytes.as_slice()].concat());
        assert_eq!(text, "<a>\u{fffd}<");
        assert_eq!(problems[0].place.unwrap().column, 4);
    }

    #[cfg(feature = "legacy-encodings")]
    #[test]
    fn declared_encodings_are_honoured() {
        for (label, byte, want) in [
            ("ISO-8859-1", 0xE9, "é"),
            ("windows-1252", 0x80, "€"),
            ("windows-1251", 0xC6, "Ж"),
            ("iso-8859-15", 0xA4, "€"),
        ] {
            let head = format!("<?xml version=\"1.0\" encoding=\"{label}\" ?>");
            let (text, encoding, problems) = decode(&[head.as_bytes(), &[byte]].concat());
            assert_eq!(text, format!("{head}{want}"), "{label}");
            assert!(matches!(encoding, Encoding::Legacy(_)));
            assert_eq!(problems, []);
        }
    }

    #[test]
    fn unknown_encodings_are_reported() {
        let (_, _, problems) = decode(b"<?xml version='1.0' encoding='klingon'?><a/>");
        assert_eq!(problems[0].kind.as_str(), "encoding-unknown");
        let (_, _, problems) = decode(b"<?xml version='1.0' encoding='UTF-16'?><a/>");
        assert_eq!(problems[0].kind.as_str(), "encoding-mismatch");
    }
}
