//! Words for messages about elements, and the likeliest name that was meant.

use scorm_package::xml::{Node, Span};

/// The name of the element around another, for messages.
pub(super) fn parent(node: Node<'_>) -> &str {
    node.parent().map_or("manifest", Node::qualified_name)
}

/// A name with the prefix of an element of the same namespace.
pub(super) fn with_prefix(like: Node<'_>, name: &str) -> String {
    match like.qualified_name().split_once(':') {
        Some((prefix, _)) => format!("{prefix}:{name}"),
        None => name.to_owned(),
    }
}

/// `<a>, <b> and <c>`
pub(super) fn list(names: &[&str]) -> String {
    let names: Vec<_> = names.iter().map(|name| format!("<{name}>")).collect();
    join(&names, "and")
}

/// `` `a`, `b` or `c` ``
pub(super) fn choice(words: &[&str]) -> String {
    let words: Vec<_> = words.iter().map(|word| format!("`{word}`")).collect();
    join(&words, "or")
}

fn join(words: &[String], last_word: &str) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} {last_word} {last}", first.join(", ")),
    }
}

/// The candidate that a name is a misspelling of.
pub(super) fn closest(name: &str, candidates: &[&'static str]) -> Option<&'static str> {
    let same = candidates
        .iter()
        .find(|candidate| candidate.eq_ignore_ascii_case(name));
    same.copied().or_else(|| {
        let near = candidates
            .iter()
            .map(|known| (strsim::damerau_levenshtein(name, known), *known));
        let best = near.min_by_key(|(distance, _)| *distance);
        best.filter(|(distance, known)| *distance * 3 < known.len())
            .map(|(_, known)| known)
    })
}

/// The names in start and end tag of an element, without their prefix.
pub(super) fn in_tags(node: Node<'_>) -> impl Iterator<Item = Span> {
    let text = node.document().text();
    let length = node.name().len() as u32;
    let local = move |end: u32| Span {
        start: end - length,
        end,
    };
    let has_end_tag = !node.start_tag().of(text).ends_with("/>");
    let end_tag = node
        .span()
        .of(text)
        .rfind("</")
        .filter(|_| has_end_tag)
        .map(|at| {
            let name = node.span().start + at as u32 + 2;
            local(name + node.qualified_name().len() as u32)
        });
    std::iter::once(local(node.name_span().end)).chain(end_tag)
}
