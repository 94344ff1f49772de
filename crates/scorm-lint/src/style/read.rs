//! Reads style sheets, as forgiving as browsers: after a fault it goes on behind it.
//!
//! CSS Syntax Level 3, section 5, as far as rules and declarations: values stay text.

use std::rc::Rc;

use scorm_package::xml::Span;

use super::sheet::{AtRule, Declaration, StyleRule, StyleSheet};

/// Blocks inside blocks beyond this depth are skipped.
const DEEPEST: u32 = 32;

/// The sheet that stands in a stretch of a file.
pub(super) fn sheet(file: Rc<str>, text: &str, extent: Span) -> StyleSheet {
    let mut reader = Reader::new(file, text, extent);
    while !reader.at_end() {
        reader.block(Inside::Sheet, 0);
        if reader.peek() == Some(b'}') {
            reader.fault(reader.at, "this bracket closes nothing");
            reader.at += 1;
        }
    }
    reader.sheet
}

/// The declarations of a `style` attribute.
pub(super) fn attribute(file: Rc<str>, text: &str, extent: Span) -> StyleSheet {
    let mut reader = Reader::new(file, text, extent);
    let rule = reader.rule(String::new(), extent.start as usize, false);
    while !reader.at_end() {
        reader.block(Inside::Rule(rule), 0);
        reader.at += 1;
    }
    // Attributes write entities and leave out what browsers add; their grammar is not judged.
    reader.sheet.faults.clear();
    reader.sheet
}

#[derive(Clone, Copy)]
enum Inside {
    /// The sheet or a group of rules such as `@media`.
    Sheet,
    /// A rule; its index.
    Rule(usize),
    /// A group of rules inside a rule.
    Group(usize),
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    end: usize,
    sheet: StyleSheet,
}

/// How a stretch of text before a block or semicolon ends.
#[derive(PartialEq, Eq)]
enum Ending {
    Block,
    Semicolon,
    Closing,
}

impl<'t> Reader<'t> {
    fn new(file: Rc<str>, text: &'t str, extent: Span) -> Self {
        let (start, end) = (extent.start as usize, extent.end as usize);
        Self {
            text,
            at: start,
            end,
            sheet: StyleSheet {
                file,
                is_library: text[start..end].trim_start().starts_with("/*!"),
                rules: Vec::new(),
                at_rules: Vec::new(),
                faults: Vec::new(),
            },
        }
    }

    fn at_end(&self) -> bool {
        self.at >= self.end
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes()[..self.end].get(self.at).copied()
    }

    fn fault(&mut self, at: usize, message: &'static str) {
        let span = Span {
            start: at as u32,
            end: (at + 1).min(self.end) as u32,
        };
        self.sheet.faults.push((span, message));
    }

    fn rule(&mut self, selector: String, start: usize, is_nested: bool) -> usize {
        self.sheet.rules.push(StyleRule {
            selector_span: Span {
                start: start as u32,
                end: self.at as u32,
            },
            selector,
            is_nested,
            declarations: Vec::new(),
        });
        self.sheet.rules.len() - 1
    }

    /// Reads up to the bracket that closes this block, and leaves it there.
    fn block(&mut self, inside: Inside, depth: u32) {
        loop {
            self.skip_space();
            match self.peek() {
                None | Some(b'}') => return,
                Some(b';') => {
                    self.at += 1;
                    continue;
                }
                Some(_) => {}
            }
            let start = self.at;
            let (words, ending) = self.until_block();
            match ending {
                Ending::Block => self.nested(inside, &words, start, depth),
                Ending::Semicolon | Ending::Closing => {
                    self.statement(inside, &words, start);
                    if ending == Ending::Semicolon {
                        self.at += 1;
                    }
                }
            }
        }
    }

    fn nested(&mut self, inside: Inside, words: &str, start: usize, depth: u32) {
        let opening = self.at;
        let selector_end = self.at;
        self.at += 1;
        if depth >= DEEPEST {
            self.skip_block();
        } else if let Some(at_rule) = words.strip_prefix('@') {
            let name = self.at_rule(at_rule, start, selector_end);
            let inner = match inside {
                // `@font-face`, `@page` and the like hold declarations.
                _ if !holds_rules(&name) => {
                    Inside::Rule(self.rule(format!("@{name}"), start, false))
                }
                Inside::Rule(rule) | Inside::Group(rule) => Inside::Group(rule),
                Inside::Sheet => Inside::Sheet,
            };
            self.block(inner, depth + 1);
        } else {
            let is_nested = !matches!(inside, Inside::Sheet);
            self.at = selector_end;
            let rule = self.rule(words.to_owned(), start, is_nested);
            self.at = opening + 1;
            self.block(Inside::Rule(rule), depth + 1);
        }
        if self.peek() == Some(b'}') {
            self.at += 1;
        } else {
            self.fault(opening, "this block is never closed");
        }
    }

    fn statement(&mut self, inside: Inside, words: &str, start: usize) {
        let span = Span {
            start: start as u32,
            end: self.at as u32,
        };
        if let Some(at_rule) = words.strip_prefix('@') {
            self.at_rule(at_rule, start, self.at);
            return;
        }
        let rule = match inside {
            Inside::Rule(rule) | Inside::Group(rule) => rule,
            Inside::Sheet => {
                // Some old editors end their files with a control character.
                if words.contains(|c: char| !c.is_control()) {
                    self.fault(start, "this is neither a rule nor an at-rule");
                }
                return;
            }
        };
        let Some((name, value)) = words.split_once(':') else {
            if !words.is_empty() {
                self.fault(start, "this declaration has no colon");
            }
            return;
        };
        let name = name.trim();
        let value = value.trim();
        let important = value.to_ascii_lowercase().rfind("!important");
        let value = important.map_or(value, |at| value[..at].trim_end());
        self.sheet.rules[rule].declarations.push(Declaration {
            name: if name.starts_with("--") {
                name.to_owned()
            } else {
                name.to_ascii_lowercase()
            },
            value: value.to_owned(),
            span,
        });
    }

    fn at_rule(&mut self, words: &str, start: usize, end: usize) -> String {
        let length = words
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))
            .unwrap_or(words.len());
        let name = words[..length].to_ascii_lowercase();
        self.sheet.at_rules.push(AtRule {
            name: name.clone(),
            prelude: words[length..].trim().to_owned(),
            span: Span {
                start: start as u32,
                end: end as u32,
            },
        });
        name
    }

    /// The words up to `{`, `;`, `}` or the end, comments left out.
    fn until_block(&mut self) -> (String, Ending) {
        let mut words = String::new();
        let mut brackets = 0_u32;
        let mut kept = self.at;
        // The value of a custom property may hold blocks.
        let is_custom = self.text[self.at..self.end].starts_with("--");
        let ending = loop {
            let Some(byte) = self.peek() else {
                break Ending::Closing;
            };
            match byte {
                b'/' if self.text[self.at..self.end].starts_with("/*") => {
                    words.push_str(&self.text[kept..self.at]);
                    self.skip_comment();
                    kept = self.at;
                    continue;
                }
                b'"' | b'\'' => {
                    self.skip_string(byte);
                    continue;
                }
                b'\\' => self.at += 1,
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
        words.push_str(&self.text[kept..self.at.min(self.end)]);
        (words.trim().to_owned(), ending)
    }

    fn step(&mut self) {
        self.at += 1;
        while self.at < self.end && !self.text.is_char_boundary(self.at) {
            self.at += 1;
        }
    }

    fn skip_space(&mut self) {
        loop {
            let rest = &self.text[self.at.min(self.end)..self.end];
            // Old pages hide their styles from older browsers in an HTML comment.
            let hidden = ["<!--", "-->", "<![CDATA[", "]]>"]
                .iter()
                .find(|mark| rest.starts_with(**mark));
            if let Some(mark) = hidden {
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
        let start = self.at;
        let length = self.text[self.at + 2..self.end].find("*/");
        if let Some(length) = length {
            self.at += length + 4;
        } else {
            self.fault(start, "this comment never ends");
            self.at = self.end;
        }
    }

    fn skip_string(&mut self, quote: u8) {
        let start = self.at;
        self.at += 1;
        while let Some(byte) = self.peek() {
            match byte {
                b'\\' => self.at += 1,
                b'\n' => {
                    self.fault(start, "this string never ends");
                    return;
                }
                _ if byte == quote => {
                    self.at += 1;
                    return;
                }
                _ => {}
            }
            self.step();
        }
        self.at = self.end;
        self.fault(start, "this string never ends");
    }

    fn skip_block(&mut self) {
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

/// Does an at-rule with a block hold rules, not declarations?
fn holds_rules(name: &str) -> bool {
    let groups = [
        "media",
        "supports",
        "layer",
        "container",
        "scope",
        "document",
    ];
    let name = name.trim_start_matches("-moz-");
    groups.contains(&name) || name.ends_with("keyframes") || name == "starting-style"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> StyleSheet {
        let extent = Span {
            start: 0,
            end: text.len() as u32,
        };
        sheet("a.css".into(), text, extent)
    }

    #[test]
    fn rules_groups_and_nesting() {
        let sheet = read(
            "/* hi */ @import url('a.css'); @media print { a, b { color : RED !important ; margin:0 } }\n\
             .x { --own: {a:b}; width: 1px; &:hover { left: 0 } top: \"}\" }",
        );
        assert_eq!(sheet.faults, []);
        let found: Vec<_> = sheet
            .rules
            .iter()
            .map(|rule| {
                let names = rule.declarations.iter();
                let names: Vec<_> = names.map(|d| format!("{}={}", d.name, d.value)).collect();
                format!("{} {}", rule.selector, names.join(","))
            })
            .collect();
        assert_eq!(
            found,
            [
                "a, b color=RED,margin=0",
                ".x --own={a:b},width=1px,top=\"}\"",
                "&:hover left=0"
            ]
        );
        let at: Vec<_> = sheet.at_rules.iter().map(|at| at.name.as_str()).collect();
        assert_eq!(at, ["import", "media"]);
    }

    #[test]
    fn faults_have_places_and_reading_goes_on() {
        let old = read(
            "@-ms-viewport { width: device-width } @-webkit-keyframes x { to { top: 0 } }\u{1a}",
        );
        assert_eq!(old.faults, []);
        let sheet = read("a { color red; top: 0 } } b { left: 0");
        let places: Vec<_> = sheet.faults.iter().map(|(span, _)| span.start).collect();
        assert_eq!(places, [4, 24, 28]);
        assert_eq!(sheet.rules.len(), 2);
    }

    #[test]
    fn hostile_text_is_survived() {
        for text in [
            "{".repeat(100_000).as_str(),
            "a{b:\\",
            "\\",
            "/*",
            "'\\",
            "é{ü:ö",
            "a{--x:{{{",
            "@",
            "@media{a{",
            "}}}}",
        ] {
            read(text);
        }
    }
}
