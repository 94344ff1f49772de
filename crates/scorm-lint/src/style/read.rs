//! Reads style sheets, as forgiving as browsers: after a fault it goes on behind it.
//!
//! The grammar of CSS as far as rules and declarations go: values stay text.

use std::rc::Rc;

use scorm_package::xml::Span;

use super::scan::{Ending, Scanner};
use super::sheet::{AtRule, Declaration, StyleRule, StyleSheet};

/// Blocks inside blocks beyond this depth are skipped.
const DEEPEST: u32 = 32;

/// The sheet that stands in a stretch of a file.
pub(super) fn sheet(file: Rc<str>, text: &str, extent: Span) -> StyleSheet {
    let mut reader = Reader::new(text, extent);
    while !reader.scan.at_end() {
        reader.block(Inside::Sheet, 0);
        if reader.scan.peek() == Some(b'}') {
            let here = reader.scan.at();
            reader.scan.fault(here, "this bracket closes nothing");
            reader.scan.step();
        }
    }
    let is_library = extent.of(text).trim_start().starts_with("/*!");
    reader.finish(file, is_library)
}

/// The declarations of a `style` attribute.
pub(super) fn attribute(file: Rc<str>, text: &str, extent: Span) -> StyleSheet {
    let mut reader = Reader::new(text, extent);
    let rule = reader.rule(String::new(), extent.start, false);
    while !reader.scan.at_end() {
        reader.block(Inside::Rule(rule), 0);
        reader.scan.step();
    }
    // Attributes write entities and leave out what browsers add; their grammar is not judged.
    reader.scan.faults.clear();
    reader.finish(file, false)
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
    scan: Scanner<'t>,
    rules: Vec<StyleRule>,
    at_rules: Vec<AtRule>,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str, extent: Span) -> Self {
        Self {
            scan: Scanner::new(text, extent),
            rules: Vec::new(),
            at_rules: Vec::new(),
        }
    }

    fn finish(self, file: Rc<str>, is_library: bool) -> StyleSheet {
        StyleSheet {
            file,
            is_library,
            rules: self.rules,
            at_rules: self.at_rules,
            faults: self.scan.faults,
        }
    }

    fn rule(&mut self, selector: String, start: u32, is_nested: bool) -> usize {
        self.rules.push(StyleRule {
            selector_span: self.scan.since(start),
            selector,
            is_nested,
            declarations: Vec::new(),
        });
        self.rules.len() - 1
    }

    /// Reads up to the bracket that closes this block, and leaves it there.
    fn block(&mut self, inside: Inside, depth: u32) {
        loop {
            self.scan.skip_space();
            match self.scan.peek() {
                None | Some(b'}') => return,
                Some(b';') => {
                    self.scan.step();
                    continue;
                }
                Some(_) => {}
            }
            let start = self.scan.at();
            let (words, ending) = self.scan.words();
            match ending {
                Ending::Block => self.nested(inside, &words, start, depth),
                Ending::Semicolon | Ending::Closing => self.statement(inside, &words, start),
            }
        }
    }

    /// A rule or at-rule with its block.
    fn nested(&mut self, inside: Inside, words: &str, start: u32, depth: u32) {
        let opening = self.scan.at();
        if depth >= DEEPEST {
            self.scan.step();
            self.scan.skip_block();
        } else {
            let inner = self.inner(inside, words, start);
            self.scan.step();
            self.block(inner, depth + 1);
        }
        if self.scan.peek() == Some(b'}') {
            self.scan.step();
        } else {
            self.scan.fault(opening, "this block is never closed");
        }
    }

    /// What a block is the inside of.
    fn inner(&mut self, inside: Inside, words: &str, start: u32) -> Inside {
        let Some(at_rule) = words.strip_prefix('@') else {
            let is_nested = !matches!(inside, Inside::Sheet);
            return Inside::Rule(self.rule(words.to_owned(), start, is_nested));
        };
        let name = self.at_rule(at_rule, start);
        match inside {
            // `@font-face`, `@page` and the like hold declarations.
            _ if !holds_rules(&name) => Inside::Rule(self.rule(format!("@{name}"), start, false)),
            Inside::Rule(rule) | Inside::Group(rule) => Inside::Group(rule),
            Inside::Sheet => Inside::Sheet,
        }
    }

    /// A declaration, or an at-rule without a block.
    fn statement(&mut self, inside: Inside, words: &str, start: u32) {
        if let Some(at_rule) = words.strip_prefix('@') {
            self.at_rule(at_rule, start);
            return;
        }
        let rule = match inside {
            Inside::Rule(rule) | Inside::Group(rule) => rule,
            Inside::Sheet => {
                // Some old editors end their files with a control character.
                if words.contains(|c: char| !c.is_control()) {
                    self.scan
                        .fault(start, "this is neither a rule nor an at-rule");
                }
                return;
            }
        };
        let Some((name, value)) = words.split_once(':') else {
            if !words.is_empty() {
                self.scan.fault(start, "this declaration has no colon");
            }
            return;
        };
        let name = name.trim();
        let value = value.trim();
        let important = value.to_ascii_lowercase().rfind("!important");
        let value = important.map_or(value, |at| value[..at].trim_end());
        self.rules[rule].declarations.push(Declaration {
            name: if name.starts_with("--") {
                name.to_owned()
            } else {
                name.to_ascii_lowercase()
            },
            value: value.to_owned(),
            span: self.scan.since(start),
        });
    }

    fn at_rule(&mut self, words: &str, start: u32) -> String {
        let length = words
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))
            .unwrap_or(words.len());
        let name = words[..length].to_ascii_lowercase();
        self.at_rules.push(AtRule {
            name: name.clone(),
            prelude: words[length..].trim().to_owned(),
            span: self.scan.since(start),
        });
        name
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
            let sheet = read(text);
            let declarations = sheet.rules.iter().flat_map(|rule| &rule.declarations);
            let spans = declarations.map(|declaration| declaration.span);
            let spans = spans.chain(sheet.rules.iter().map(|rule| rule.selector_span));
            let spans = spans.chain(sheet.at_rules.iter().map(|at_rule| at_rule.span));
            for span in spans.chain(sheet.faults.iter().map(|(span, _)| *span)) {
                assert!(text.get(span.start as usize..span.end as usize).is_some());
            }
        }
    }
}
