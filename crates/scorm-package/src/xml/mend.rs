//! What can be mended in XML that is not well-formed, without moving a single place.

use super::Span;

/// The bytes of a document type declaration, and whether it declares entities.
pub(super) struct Doctype {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) declares_entities: bool,
}

/// Finds the declaration. `None` if there is none or it does not end.
pub(super) fn find_doctype(text: &str) -> Option<Doctype> {
    let start = first_markup(text)?;
    if !text[start..].starts_with("<!DOCTYPE") {
        return None;
    }
    let bytes = text.as_bytes();
    let mut quote = None;
    let mut brackets = 0_u32;
    let mut at = start;
    while let Some(&byte) = bytes.get(at) {
        match (quote, byte) {
            (Some(open), _) if byte == open => quote = None,
            (None, b'<') if bytes[at..].starts_with(b"<!--") => at += text[at..].find("-->")?,
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'[') => brackets += 1,
            (None, b']') => brackets = brackets.saturating_sub(1),
            (None, b'>') if brackets == 0 => {
                let end = at + 1;
                let declares_entities = text[start..end].contains("<!ENTITY");
                return Some(Doctype {
                    start,
                    end,
                    declares_entities,
                });
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// The text with the declaration blanked out; all offsets stay.
pub(super) fn blank_doctype(text: &str, doctype: &Doctype) -> String {
    let mut blanked = String::with_capacity(text.len());
    blanked.push_str(&text[..doctype.start]);
    // One blank per byte; line ends do not matter, places are taken from the true text.
    blanked.extend(std::iter::repeat_n(' ', doctype.end - doctype.start));
    blanked.push_str(&text[doctype.end..]);
    blanked
}

/// How many undeclared prefixes are mended.
pub(super) const MOST_PREFIXES: usize = 8;

/// Text put into the start tag of the document element; spans are told without it.
#[derive(Clone, Copy, Default)]
pub(super) struct Insertion {
    at: u32,
    length: u32,
    pub(super) prefixes: usize,
}

impl Insertion {
    pub(super) fn original(self, offset: u32) -> u32 {
        if offset >= self.at + self.length {
            offset - self.length
        } else {
            offset.min(self.at)
        }
    }

    pub(super) fn spans(self, span: Span) -> Span {
        Span {
            start: self.original(span.start),
            end: self.original(span.end),
        }
    }

    pub(super) fn span(self, range: std::ops::Range<usize>) -> Span {
        Span {
            start: self.original(range.start as u32),
            end: self.original(range.end as u32),
        }
    }

    /// Declares a prefix on the document element. The namespace ends with the prefix, so that it
    /// is taken for what it is commonly used for.
    pub(super) fn declare(&mut self, text: &str, prefix: &str) -> Option<String> {
        if self.prefixes == 0 {
            let tag = first_markup(text)?;
            let name = text[tag..]
                .find(|c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>'))
                .map(|length| tag + length)?;
            self.at = name as u32;
        }
        let (before, after) = text.split_at_checked((self.at + self.length) as usize)?;
        let declaration = format!(" xmlns:{prefix}=\"undeclared:/{prefix}\"");
        self.length += declaration.len() as u32;
        self.prefixes += 1;
        Some(format!("{before}{declaration}{after}"))
    }
}

/// Offset of the first `<` that opens neither a comment nor a processing instruction: that of the
/// document type declaration or of the document element.
fn first_markup(text: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        at += text.get(at..)?.find('<')?;
        let rest = &text[at..];
        if rest.starts_with("<!--") {
            at += rest.find("-->")?;
        } else if rest.starts_with("<?") {
            at += rest.find("?>")?;
        } else {
            return Some(at);
        }
    }
}
