//! Counts elements, depth and attributes before the parser runs, whose work grows with the square
//! of the last two.

use memchr::{memchr, memchr3};

use super::{Span, XmlLimits};

/// What is beyond its limit.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Excess {
    Depth(Span),
    Attributes(Span),
}

/// How much there is of what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) elements: usize,
    /// Namespace declarations included.
    pub(super) attributes: usize,
}

/// Walks over the tags. Exact for well-formed text; where it is not, the walk ends and the parser
/// tells the fault.
pub(super) fn measure(text: &str, limits: &XmlLimits) -> Result<Size, Excess> {
    let mut size = Size::default();
    match walk(text, limits, &mut size) {
        Some(excess) => Err(excess),
        None => Ok(size),
    }
}

fn walk(text: &str, limits: &XmlLimits, size: &mut Size) -> Option<Excess> {
    let bytes = text.as_bytes();
    let mut at = 0;
    let mut depth = 0_u32;
    loop {
        at += memchr(b'<', bytes.get(at..)?)?;
        let rest = &bytes[at..];
        let length = match rest.get(1)? {
            b'?' => end_of(rest, b"?>")?,
            b'!' if rest.starts_with(b"<!--") => end_of(rest, b"-->")?,
            b'!' if rest.starts_with(b"<![CDATA[") => end_of(rest, b"]]>")?,
            b'!' => return None,
            b'/' => {
                depth = depth.saturating_sub(1);
                2
            }
            _ => {
                let (length, attributes) = start_tag(rest)?;
                let span = Span {
                    start: at as u32,
                    end: (at + length) as u32,
                };
                size.elements += 1;
                size.attributes += attributes as usize;
                if attributes > limits.attributes {
                    return Some(Excess::Attributes(span));
                }
                depth += 1;
                if depth > limits.depth {
                    return Some(Excess::Depth(span));
                }
                if rest[length - 2] == b'/' {
                    depth -= 1;
                }
                length
            }
        };
        at += length;
    }
}

fn end_of(bytes: &[u8], mark: &[u8]) -> Option<usize> {
    // A searcher for long needles would cost the page kilobytes; these marks have three bytes.
    let first = *mark.first()?;
    let mut at = 0;
    loop {
        at += memchr(first, bytes.get(at..)?)?;
        if bytes[at..].starts_with(mark) {
            return Some(at + mark.len());
        }
        at += 1;
    }
}

/// Length of a start tag, and how many quoted values it has.
fn start_tag(bytes: &[u8]) -> Option<(usize, u32)> {
    let mut at = 1;
    let mut values = 0;
    loop {
        at += memchr3(b'"', b'\'', b'>', &bytes[at..])?;
        if bytes[at] == b'>' {
            return Some((at + 1, values));
        }
        let quote = bytes[at];
        at += 1;
        at += memchr(quote, &bytes[at..])? + 1;
        values += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::{Excess, measure};
    use crate::xml::XmlLimits;

    #[test]
    fn tags_are_counted_as_the_parser_does() {
        let limits = XmlLimits {
            depth: 2,
            attributes: 2,
            ..XmlLimits::default()
        };
        for (text, want) in [
            (
                "<a><b/><b></b><b><!-- <c> --></b><b><![CDATA[<c>]]></b><?p <c> ?></a>",
                None,
            ),
            ("<a x='>' y=\"/>\"><b z='<'/></a>", None),
            ("<a><b><c/></b></a>", Some(6)),
            ("<a><b x='1' y='2' z='3'/></a>", Some(3)),
            ("<a><b", None),
            ("<!DOCTYPE a [<b><b><b>]>", None),
            ("<", None),
            ("<>", None),
        ] {
            let excess = measure(text, &limits).err();
            let start = excess.map(|excess| match excess {
                Excess::Depth(span) | Excess::Attributes(span) => span.start,
            });
            assert_eq!(start, want, "{text}");
        }
    }

    #[test]
    fn elements_and_attributes_are_counted() {
        let text = "<a x='1'><!-- <c/> --><b y='2' z='3'/><b><![CDATA[<c/>]]></b></a>";
        let size = measure(text, &XmlLimits::default()).unwrap();
        assert_eq!((size.elements, size.attributes), (3, 3));
    }
}
