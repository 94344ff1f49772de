//! Just enough of JavaScript to find calls and their arguments: strings and brackets.

use std::ops::Range;

/// A call as it stands in a source.
#[derive(Debug)]
pub(super) struct Call {
    /// From the first letter of `object.name` to the closing bracket.
    pub(super) whole: Range<usize>,
    pub(super) arguments: Vec<Range<usize>>,
}

/// All calls of functions with these names, but not their declarations.
pub(super) fn calls(source: &str, names: &[&str]) -> Vec<Call> {
    let mut found = Vec::new();
    for (open, _) in source.match_indices('(') {
        let before = &source[..open];
        let begin = before
            .rfind(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.'))
            .map_or(0, |at| at + 1);
        let name = before[begin..].rsplit('.').next().unwrap_or_default();
        if !names.contains(&name) || before[..begin].ends_with("function ") {
            continue;
        }
        if let Some((arguments, end)) = arguments(source, open + 1) {
            found.push(Call {
                whole: begin..end,
                arguments,
            });
        }
    }
    found
}

/// The arguments from here to the closing bracket, and where the call ends.
fn arguments(source: &str, from: usize) -> Option<(Vec<Range<usize>>, usize)> {
    let (mut depth, mut quote, mut begin) = (0, None, from);
    let mut arguments = Vec::new();
    for (at, c) in source[from..].char_indices() {
        let at = from + at;
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'' | '`') => quote = Some(c),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')') if depth == 0 => {
                arguments.push(trimmed(source, begin..at));
                return Some((arguments, at + 1));
            }
            (None, ')' | ']' | '}') => depth -= 1,
            (None, ',') if depth == 0 => {
                arguments.push(trimmed(source, begin..at));
                begin = at + 1;
            }
            _ => {}
        }
    }
    None
}

fn trimmed(source: &str, range: Range<usize>) -> Range<usize> {
    let text = &source[range.clone()];
    let begin = range.start + (text.len() - text.trim_start().len());
    begin..begin + text.trim().len()
}

/// Where texts in double quotes stand, with the quotes, inside a range.
pub(super) fn texts(source: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let part = &source[range.clone()];
    let quotes: Vec<usize> = part.match_indices('"').map(|(at, _)| at).collect();
    let pairs = quotes.chunks_exact(2);
    pairs
        .map(|pair| range.start + pair[0]..range.start + pair[1] + 1)
        .collect()
}

#[test]
fn calls_are_found_with_their_arguments() {
    let source = "function set(a, b) {} Course.set(\"x\", f(1, 2) ? \"a)\" : \"b\"); reset(1);";
    let calls = calls(source, &["set"]);
    assert_eq!(calls.len(), 1);
    let call = &calls[0];
    assert!(source[call.whole.clone()].starts_with("Course.set("));
    assert_eq!(&source[call.arguments[0].clone()], "\"x\"");
    let value = call.arguments[1].clone();
    assert_eq!(&source[value.clone()], "f(1, 2) ? \"a)\" : \"b\"");
    assert_eq!(texts(source, value).len(), 2);
}
