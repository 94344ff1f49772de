//! Bytes of a log as text: UTF-8, UTF-16 with or without a mark, else Windows-1252.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// How much of a file is looked at to tell UTF-16 without a mark.
const LOOKED_AT: usize = 4096;

/// The text of a log.
pub(crate) struct Decoded<'a> {
    pub(crate) text: Cow<'a, str>,
    /// The encoding it was read in.
    pub(crate) name: &'static str,
    /// Some bytes had no meaning in it.
    pub(crate) replaced: bool,
}

pub(crate) fn decode(bytes: &[u8]) -> Decoded<'_> {
    let marked = Encoding::for_bom(bytes).map(|(encoding, _)| encoding);
    let encoding = marked
        .or_else(|| unmarked_utf_16(bytes))
        .unwrap_or_else(|| byte_encoding(bytes));
    let (text, encoding, replaced) = encoding.decode(bytes);
    Decoded {
        text,
        name: encoding.name(),
        replaced,
    }
}

/// Logs are mostly ASCII, so in UTF-16 nearly every second byte is zero.
fn unmarked_utf_16(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = &bytes[..bytes.len().min(LOOKED_AT)];
    let zeros = |offset: usize| {
        let every_second = head.iter().skip(offset).step_by(2);
        every_second.filter(|byte| **byte == 0).count()
    };
    let (even, odd) = (zeros(0), zeros(1));
    let many = head.len() / 4;
    if many == 0 {
        None
    } else if odd > many && even * 8 < odd {
        Some(UTF_16LE)
    } else if even > many && odd * 8 < even {
        Some(UTF_16BE)
    } else {
        None
    }
}

/// UTF-8, unless more of it is wrong than right.
fn byte_encoding(bytes: &[u8]) -> &'static Encoding {
    let (mut wrong, mut right) = (0_usize, 0_usize);
    for chunk in bytes.utf8_chunks() {
        right += chunk
            .valid()
            .chars()
            .filter(|char| !char.is_ascii())
            .count();
        wrong += usize::from(!chunk.invalid().is_empty());
    }
    if wrong > right { WINDOWS_1252 } else { UTF_8 }
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn every_common_encoding_gives_the_same_text() {
        let text = "LMSSetValue(\"cmi.comments\", \"Ča\u{fe} – zkouška\")\n";
        let units: Vec<u16> = text.encode_utf16().collect();
        let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        let marked = [b"\xff\xfe".as_slice(), &little].concat();
        for bytes in [text.as_bytes(), &little, &big, &marked] {
            assert_eq!(decode(bytes).text, text);
        }
        assert_eq!(decode(b"caf\xe9").text, "café");
    }

    #[test]
    fn stray_bytes_in_utf_8_are_replaced_and_told() {
        let decoded = decode("čč\u{ff}".as_bytes().split_last().unwrap().1);
        assert!(decoded.replaced);
        assert!(decoded.text.starts_with("čč"));
        assert_eq!(decode(b"").text, "");
        assert_eq!(decode(b"\0").text, "\0");
    }
}
