//! Whether a name in a page or a style sheet is a whole address that nothing else depends on.

use std::ops::Range;

use aho_corasick::AhoCorasick;

use crate::texts::is_of_type;

/// Attributes that load what they name.
const LOADING: &[&str] = &["src", "href", "poster"];

/// How far before an address its declaration may begin.
const DECLARATION: usize = 4 << 10;

/// A page or a style sheet.
pub(super) struct Referring<'t> {
    text: &'t str,
    /// Where scripts are; none in a style sheet.
    scripts: Vec<Range<usize>>,
    is_page: bool,
}

impl<'t> Referring<'t> {
    /// None for other texts, and for a page whose addresses do not begin where it lies.
    pub(super) fn of(path: &str, text: &'t str) -> Option<Self> {
        let is_page = is_of_type(path, &["html", "htm", "xhtml"]);
        if !is_page {
            return is_of_type(path, &["css"]).then_some(Self {
                text,
                scripts: Vec::new(),
                is_page,
            });
        }
        let tags = AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .build(["<base", "<script", "</script"])
            .ok()?;
        let mut scripts = Vec::new();
        let mut begun = None;
        for tag in tags.find_iter(text) {
            match tag.pattern().as_usize() {
                0 => return None,
                1 => _ = begun.get_or_insert(tag.start()),
                _ => scripts.extend(begun.take().map(|begun| begun..tag.start())),
            }
        }
        scripts.extend(begun.map(|begun| begun..text.len()));
        Some(Self {
            text,
            scripts,
            is_page,
        })
    }

    /// The address at a place, if it is the whole value of an attribute or `url()`.
    pub(super) fn whole_address(&self, address: Range<usize>) -> Option<&'t str> {
        let before = self.text.get(..address.start)?;
        let after = self.text.get(address.end..)?;
        let value = self.text.get(address.clone())?;
        let script = self
            .scripts
            .partition_point(|script| script.end <= address.start);
        let in_script = self
            .scripts
            .get(script)
            .is_some_and(|script| script.start < address.start);
        // Markup and style sheets have escapes.
        let is_plain = !value.contains(['&', '\\']);
        let is_whole = self.is_page && in_attribute(before, after) || in_url(before, after);
        (is_plain && !in_script && is_whole).then_some(value)
    }
}

/// `src="…"`
fn in_attribute(before: &str, after: &str) -> bool {
    let Some(before) = unquoted(before, after) else {
        return false;
    };
    let Some(before) = before.trim_end().strip_suffix('=') else {
        return false;
    };
    let before = before.trim_end();
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':' | '.');
    let rest = before.trim_end_matches(is_of_name);
    let name = &before[rest.len()..];
    rest.ends_with(|c: char| c.is_ascii_whitespace())
        && LOADING.iter().any(|one| one.eq_ignore_ascii_case(name))
}

/// `url(…)`, `url("…")`
fn in_url(before: &str, after: &str) -> bool {
    let (before, after) = match unquoted(before, after) {
        Some(before) => (before.trim_end(), after[1..].trim_start()),
        None => (before.trim_end(), after.trim_start()),
    };
    let Some(function) = before.len().checked_sub("url(".len()) else {
        return false;
    };
    let is_url = before
        .get(function..)
        .is_some_and(|end| end.eq_ignore_ascii_case("url("));
    if !is_url || !after.starts_with(')') {
        return false;
    }
    // A custom property is resolved where it is used.
    let begins = |byte: &u8| matches!(byte, b';' | b'{' | b'"' | b'\'' | b'/');
    let near = before.as_bytes()[..function].iter().rev().take(DECLARATION);
    let Some(length) = near.clone().position(begins) else {
        return false;
    };
    let declaration = &before[function - length..function];
    !declaration.trim_start().starts_with("--")
}

/// What stands before the quote, if the same one ends the value.
fn unquoted<'t>(before: &'t str, after: &str) -> Option<&'t str> {
    let quote = before.chars().next_back()?;
    let is_quote = matches!(quote, '"' | '\'') && after.starts_with(quote);
    is_quote.then(|| &before[..before.len() - 1])
}
