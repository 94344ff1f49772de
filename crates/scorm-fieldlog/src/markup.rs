//! Logs that were saved or copied as HTML or XML, as lines of text.
//!
//! This is no parser of documents: logs quote values raw, so that a `<` may stand anywhere. What
//! does not look like a tag stays text, and everything is read in one pass.

use std::borrow::Cow;

/// A line of text and where it began.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Line<'a> {
    /// In the file, from 1.
    pub(crate) number: usize,
    pub(crate) text: Cow<'a, str>,
}

/// Elements that do not end a line.
const INLINE: [&str; 17] = [
    "a", "b", "code", "em", "font", "i", "label", "mark", "s", "samp", "small", "span", "strong",
    "sub", "sup", "tt", "u",
];
/// Elements of HTML that hold no log.
const WITHOUT_LOG: [&str; 6] = ["button", "head", "script", "select", "style", "textarea"];
/// Names that tell HTML from other markup.
const OF_HTML: [&str; 11] = [
    "!doctype", "body", "div", "html", "li", "ol", "p", "pre", "span", "table", "ul",
];
/// A longer tag is text.
const LONGEST_TAG: usize = 256 * 1024;
/// How much of a text is looked at to tell HTML.
const LOOKED_AT: usize = 16 * 1024;

/// Whether a whole log is a document.
pub(crate) fn is_document(text: &str) -> bool {
    let text = text.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
    text.strip_prefix('<')
        .is_some_and(|rest| begins_tag(rest.as_bytes()))
}

/// Whether a line has tags in it.
pub(crate) fn has_tags(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut opens = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'<');
    opens.any(|(at, _)| begins_tag(&bytes[at + 1..])) && bytes.contains(&b'>')
}

fn begins_tag(rest: &[u8]) -> bool {
    match rest {
        [b'/', next, ..] => next.is_ascii_alphabetic(),
        [first, ..] => first.is_ascii_alphabetic() || matches!(first, b'!' | b'?'),
        [] => false,
    }
}

/// The text of a document, line by line. Attributes that `is_wanted` are lines of their own where
/// the document is not HTML.
pub(crate) fn lines(
    text: &str,
    first: usize,
    is_wanted: impl Fn(&str) -> bool,
) -> Vec<Line<'static>> {
    let mut document = Document {
        text,
        at: 0,
        number: first,
        html: is_html(text),
        line: String::new(),
        began: first,
        lines: Vec::new(),
    };
    document.read(&is_wanted);
    document.lines
}

fn is_html(text: &str) -> bool {
    let mut end = text.len().min(LOOKED_AT);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let head = text[..end].to_ascii_lowercase();
    head.split('<').skip(1).any(|rest| {
        let name = name_of(rest);
        OF_HTML.contains(&name)
    })
}

fn name_of(rest: &str) -> &str {
    let end = rest
        .char_indices()
        .find(|(at, char)| !(char.is_ascii_alphanumeric() || (*at == 0 && *char == '!')))
        .map_or(rest.len(), |(at, _)| at);
    &rest[..end]
}

struct Document<'a> {
    text: &'a str,
    at: usize,
    number: usize,
    html: bool,
    line: String,
    began: usize,
    lines: Vec<Line<'static>>,
}

impl Document<'_> {
    fn read(&mut self, is_wanted: &impl Fn(&str) -> bool) {
        while self.at < self.text.len() {
            let rest = &self.text[self.at..];
            let stop = rest.find(['<', '\n', '\r']).unwrap_or(rest.len());
            self.line.push_str(&rest[..stop]);
            self.at += stop;
            match rest.as_bytes().get(stop) {
                None => {}
                Some(b'<') => self.tag(is_wanted),
                Some(byte) => {
                    // "\r\n" ends one line.
                    let one = *byte == b'\r' && rest.as_bytes().get(stop + 1) == Some(&b'\n');
                    self.at += 1;
                    if !one {
                        self.end_line();
                        self.number += 1;
                        self.began = self.number;
                    }
                }
            }
        }
        self.end_line();
    }

    fn tag(&mut self, is_wanted: &impl Fn(&str) -> bool) {
        let rest = &self.text[self.at + 1..];
        if let Some(data) = rest.strip_prefix("![CDATA[") {
            let end = data.find("]]>").unwrap_or(data.len());
            self.take_text(&data[..end]);
            self.at = (self.at + 1 + 8 + end + 3).min(self.text.len());
            return;
        }
        if rest.starts_with("!--") {
            let end = rest.find("-->").map_or(rest.len(), |end| end + 3);
            self.pass(1 + end);
            return;
        }
        if !begins_tag(rest.as_bytes()) {
            self.line.push('<');
            self.at += 1;
            return;
        }
        let (length, closed) = tag_length(rest);
        if !closed {
            // It never ends: all that was looked at is text.
            let looked = &self.text[self.at..self.at + 1 + length];
            self.take_text(looked);
            self.at += 1 + length;
            return;
        }
        let inside = &rest[..length - 1];
        let name = name_of(inside.trim_start_matches('/')).to_ascii_lowercase();
        if !self.html {
            for value in attributes(inside) {
                let value = decode_entities(value).into_owned();
                if is_wanted(&value) {
                    self.end_line();
                    self.line = value;
                }
            }
        }
        if !(self.html && INLINE.contains(&name.as_str())) {
            self.end_line();
        }
        self.pass(1 + length);
        if self.html && WITHOUT_LOG.contains(&name.as_str()) && !inside.starts_with('/') {
            let rest = &self.text[self.at..];
            let skipped = end_tag(rest, &name).unwrap_or(rest.len());
            self.pass(skipped);
        }
        if self.line.is_empty() {
            self.began = self.number;
        }
    }

    /// Text that may hold line ends.
    fn take_text(&mut self, text: &str) {
        for (index, line) in text.split('\n').enumerate() {
            if index > 0 {
                self.end_line();
                self.number += 1;
                self.began = self.number;
            }
            self.line.push_str(line.trim_end_matches('\r'));
        }
    }

    /// Goes on behind what is no text.
    fn pass(&mut self, bytes: usize) {
        let passed = &self.text[self.at..self.at + bytes];
        self.number += passed.bytes().filter(|byte| *byte == b'\n').count();
        self.at += bytes;
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        let text = line.trim();
        if !text.is_empty() {
            self.lines.push(Line {
                number: self.began,
                text: Cow::Owned(decode_entities(text).into_owned()),
            });
        }
        self.began = self.number;
    }
}

/// Bytes of a tag behind its `<`, and whether it ends there with `>`.
fn tag_length(rest: &str) -> (usize, bool) {
    let mut quote = None;
    for (at, byte) in rest.bytes().enumerate().take(LONGEST_TAG) {
        match (quote, byte) {
            (None, b'>') => return (at + 1, true),
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), byte) if open == byte => quote = None,
            _ => {}
        }
    }
    let mut length = rest.len().min(LONGEST_TAG);
    while !rest.is_char_boundary(length) {
        length -= 1;
    }
    (length, false)
}

/// The values of the attributes of a tag.
fn attributes(inside: &str) -> Vec<&str> {
    let mut values = Vec::new();
    let mut rest = inside;
    while let Some((_, after)) = rest.split_once('=') {
        let after = after.trim_start();
        let Some(quote) = after
            .chars()
            .next()
            .filter(|char| matches!(char, '"' | '\''))
        else {
            rest = after;
            continue;
        };
        let Some((value, behind)) = after[1..].split_once(quote) else {
            break;
        };
        values.push(value);
        rest = behind;
    }
    values
}

fn end_tag(text: &str, name: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(at) = text[from..].find("</") {
        let begin = from + at + 2;
        let found = text.get(begin..begin + name.len());
        if found.is_some_and(|found| found.eq_ignore_ascii_case(name)) {
            return Some(from + at);
        }
        from = begin;
    }
    None
}

/// Character references as characters; what is none stays as it is.
pub(crate) fn decode_entities(text: &str) -> Cow<'_, str> {
    const LONGEST: usize = 10;
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        decoded.push_str(before);
        let end = after.bytes().take(LONGEST).position(|byte| byte == b';');
        let named = end.and_then(|end| Some((end, character(&after[..end])?)));
        if let Some((end, char)) = named {
            decoded.push(char);
            rest = &after[end + 1..];
        } else {
            decoded.push('&');
            rest = after;
        }
    }
    decoded.push_str(rest);
    Cow::Owned(decoded)
}

fn character(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => number.parse().ok()?,
        };
        return char::from_u32(code).filter(|char| *char != '\0');
    }
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => ' ',
        "hellip" => '…',
        "rarr" => '→',
        "ndash" => '–',
        "mdash" => '—',
        "lsquo" => '‘',
        "rsquo" => '’',
        "ldquo" => '“',
        "rdquo" => '”',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{decode_entities, is_document, lines};

    fn read(text: &str) -> Vec<(usize, String)> {
        let is_wanted = |value: &str| value.contains('(');
        let lines = lines(text, 1, is_wanted);
        let pairs = lines.into_iter();
        pairs
            .map(|line| (line.number, line.text.into_owned()))
            .collect()
    }

    #[test]
    fn blocks_are_lines_and_inline_elements_are_not() {
        let html = "<div>one <b>two</b></div><div>three &amp; <br>four</div>\n<script>no()</script><p>five";
        let want = [(1, "one two"), (1, "three &"), (1, "four"), (2, "five")];
        let want = want.map(|(number, text)| (number, text.to_owned()));
        assert_eq!(read(html), want);
    }

    #[test]
    fn what_is_no_tag_stays_text() {
        let html = "<div>a < b, 1<2, <- x</div>";
        assert_eq!(read(html), [(1, "a < b, 1<2, <- x".to_owned())]);
    }

    #[test]
    fn xml_gives_text_cdata_and_wanted_attributes() {
        let xml = "<?xml version=\"1.0\"?>\n<log>\n <e m=\"f(&quot;a&quot;)\" t=\"x\"/>\n <e>text</e><e><![CDATA[a<b]]></e></log>";
        let want = [(3, "f(\"a\")"), (4, "text"), (4, "a<b")];
        let want = want.map(|(number, text)| (number, text.to_owned()));
        assert_eq!(read(xml), want);
        assert!(is_document(xml) && !is_document("[12:00] < a"));
    }

    #[test]
    fn broken_markup_ends_in_good_time() {
        for text in [
            "<a \"".repeat(300_000),
            "<!--".repeat(300_000),
            "<".repeat(1_000_000),
        ] {
            let _read = read(&text);
        }
        for text in [
            "<",
            "<a",
            "<![CDATA[",
            "<!--",
            "<script>",
            "&#x;&#99999999;&;",
        ] {
            let _read = read(text);
        }
    }

    #[test]
    fn character_references_are_decoded_once() {
        assert_eq!(
            decode_entities("&quot;&#39;&#x27;&amp;lt; &x; &"),
            "\"''&lt; &x; &"
        );
    }
}
