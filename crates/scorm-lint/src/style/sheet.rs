//! What a style sheet holds, as plain data. Places are bytes of the file.

use std::rc::Rc;

use scorm_package::xml::Span;

/// One style sheet.
#[derive(Debug)]
pub(crate) struct StyleSheet {
    pub(crate) file: Rc<str>,
    /// It begins with the banner that published libraries keep when they are minified.
    pub(crate) is_library: bool,
    pub(crate) rules: Vec<StyleRule>,
    pub(crate) at_rules: Vec<AtRule>,
    /// Where the text leaves the grammar.
    pub(crate) faults: Vec<(Span, &'static str)>,
}

/// Selector and declarations.
#[derive(Debug)]
pub(crate) struct StyleRule {
    /// Without comments; empty for a `style` attribute.
    pub(crate) selector: String,
    pub(crate) selector_span: Span,
    /// It stands inside another rule with a selector.
    pub(crate) is_nested: bool,
    pub(crate) declarations: Vec<Declaration>,
}

/// `name: value`.
#[derive(Debug)]
pub(crate) struct Declaration {
    /// In lower case; custom properties as written.
    pub(crate) name: String,
    /// Without comments and white space around it, `!important` cut.
    pub(crate) value: String,
    pub(crate) span: Span,
}

/// `@import …` and the like.
#[derive(Debug)]
pub(crate) struct AtRule {
    /// In lower case, without `@`.
    pub(crate) name: String,
    /// What follows the name.
    pub(crate) prelude: String,
    pub(crate) span: Span,
}

impl StyleRule {
    /// The last declaration of a property counts.
    pub(crate) fn declaration(&self, name: &str) -> Option<&Declaration> {
        let mut declarations = self.declarations.iter().rev();
        declarations.find(|declaration| declaration.name == name)
    }
}

impl Declaration {
    /// What stands inside every `url(…)` of the value.
    pub(crate) fn urls(&self) -> Vec<&str> {
        urls(&self.value)
    }
}

/// What stands inside every `url(…)`, quotes dropped.
pub(crate) fn urls(value: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = value;
    while let Some(at) = rest.find("url(") {
        rest = &rest[at + 4..];
        let Some(end) = rest.find(')') else {
            break;
        };
        let inside = rest[..end].trim();
        found.push(inside.trim_matches(['"', '\'']).trim());
        rest = &rest[end..];
    }
    found
}
