//! Goes through the text of a style sheet: characters, comments, strings.

use scorm_package::xml::Span;

/// A place in a stretch of text, and what is wrong with the text before it.
pub(super) struct Scanner<'t> {
    text: &'t str,
    at: usize,
    end: usize,
    /// Where the text leaves the grammar.
    pub(super) faults: Vec<(Span, &'static str)>,
}

/// How the words before a block or semicolon end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// At `{`.
    Block,
    /// At `;`.
    Semicolon,
    /// At `}` or the end of the text.
    Closing,
}

impl<'t> Scanner<'t> {
    pub(super) fn new(text: &'t str, extent: Span) -> Self {
        Self {
            text,
            at: extent.start as usize,
            end: extent.end as usize,
            faults: Vec::new(),
        }
    }

    /// The byte of the file that comes next.
    pub(super) fn at(&self) -> u32 {
        self.at as u32
    }

    pub(super) fn at_end(&self) -> bool {
        self.at >= self.end
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes()[..self.end].get(self.at).copied()
    }

    /// From a place to here.
    pub(super) fn since(&self, start: u32) -> Span {
        Span {
            start,
            end: self.at(),
        }
    }

    pub(super) fn fault(&mut self, at: u32, message: &'static str) {
        let end = (at + 1).min(self.end as u32);
        self.faults.push((Span { start: at, end }, message));
    }

    /// Goes on by one character.
    pub(super) fn step(&mut self) {
        self.at = (self.at + 1).min(self.end);
        while !self.text.is_char_boundary(self.at) {
            self.at += 1;
        }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..self.end]
    }

    /// The words up to `{`, `;`, `}` or the end, comments left out.
    pub(super) fn words(&mut self) -> (String, Ending) {
        let mut words = String::new();
        let mut brackets = 0_u32;
        let mut kept = self.at;
        // The value of a custom property may hold blocks.
        let is_custom = self.rest().starts_with("--");
        let ending = loop {
            let Some(byte) = self.peek() else {
                break Ending::Closing;
            };
            match byte {
                b'/' if self.rest().starts_with("/*") => {
                    words.push_str(&self.text[kept..self.at]);
                    self.skip_comment();
                    kept = self.at;
                    continue;
                }
                b'"' | b'\'' => {
                    self.skip_string(byte);
                    continue;
                }
                b'\\' => self.step(),
                b'(' | b'[' => brackets += 1,
                b'{' if is_custom => brackets += 1,
                b'}' if is_custom && brackets > 0 => brackets -= 1,
                b')' | b']' => brackets = brackets.saturating_sub(1),
                b'{' => break Ending::Block,
                b'}' => break Ending::Closing,
                b';' if brackets == 0 => break Ending::Semicolon,
                _ => {}
            }
            self.step();
        };
        words.push_str(&self.text[kept..self.at]);
        (words.trim().to_owned(), ending)
    }

    pub(super) fn skip_space(&mut self) {
        loop {
            let rest = self.rest();
            // Old pages hide their styles from older browsers and from XML.
            let hidden = ["<!--", "-->", "<![CDATA[", "]]>"];
            if let Some(mark) = hidden.iter().find(|mark| rest.starts_with(**mark)) {
                self.at += mark.len();
            } else if rest.starts_with("/*") {
                self.skip_comment();
            } else if rest.starts_with(|c: char| c.is_whitespace() || c == '\u{feff}') {
                self.step();
            } else {
                return;
            }
        }
    }

    fn skip_comment(&mut self) {
        let start = self.at();
        let length = self.text[self.at + 2..self.end].find("*/");
        if let Some(length) = length {
            self.at += length + 4;
        } else {
            self.fault(start, "this comment never ends");
            self.at = self.end;
        }
    }

    fn skip_string(&mut self, quote: u8) {
        let start = self.at();
        self.step();
        while let Some(byte) = self.peek() {
            match byte {
                b'\\' => self.step(),
                b'\n' => break,
                _ if byte == quote => {
                    self.step();
                    return;
                }
                _ => {}
            }
            self.step();
        }
        self.fault(start, "this string never ends");
    }

    /// Goes to the bracket that closes the block.
    pub(super) fn skip_block(&mut self) {
        let mut depth = 1_u32;
        while let Some(byte) = self.peek() {
            match byte {
                b'{' => depth += 1,
                b'}' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return;
            }
            self.step();
        }
    }
}
