//! Systematic damage to a manifest: each mutant differs from it in one place.

use std::ops::Range;

/// A changed manifest and what was done to it.
#[derive(Clone, Debug)]
pub(crate) struct Mutant {
    pub(crate) what: String,
    pub(crate) text: String,
}

/// Values that most types refuse, each in another way.
const VALUES: &[&str] = &[
    "", "x y", "-2", "99", "1.5", "True", "1", "a%2", "PT1H", "P1DT",
];

/// Every mutant of a manifest, in document order.
pub(crate) fn all(text: &str) -> Vec<Mutant> {
    let tree = roxmltree::Document::parse(text).unwrap();
    let mut mutants = Vec::new();
    let ids: Vec<&str> = tree
        .descendants()
        .filter_map(|node| node.attribute("identifier"))
        .collect();
    for node in tree.descendants().filter(roxmltree::Node::is_element) {
        let name = node.tag_name().name();
        if node.parent_element().is_some() {
            elements(text, node, name, &mut mutants);
        }
        attributes(text, node, name, &ids, &mut mutants);
    }
    mutants
}

fn elements(text: &str, node: roxmltree::Node<'_, '_>, name: &str, mutants: &mut Vec<Mutant>) {
    let range = node.range();
    let own = &text[range.clone()];
    let parent = node
        .parent_element()
        .map_or("", |parent| parent.tag_name().name());
    let mut add = |what: &str, text: String| {
        mutants.push(Mutant {
            what: format!("{what} {parent}/{name}"),
            text,
        });
    };
    add("remove", replace(text, &range, ""));
    add("repeat", replace(text, &range, &format!("{own}{own}")));
    add("text in", replace(text, &inside(text, &range), "stray"));
    add(
        "unknown child in",
        replace(
            text,
            &inside(text, &range),
            "<unknown xmlns=\"http://www.imsglobal.org/xsd/imscp_v1p1\"/>",
        ),
    );
    add(
        "foreign child in",
        replace(text, &inside(text, &range), "<x:y xmlns:x=\"urn:x\"/>"),
    );
    if let Some(next) = node.next_sibling_element() {
        let (after, between) = (next.range(), &text[range.end..next.range().start]);
        let both = range.start..after.end;
        add(
            "swap",
            replace(text, &both, &format!("{}{between}{own}", &text[after])),
        );
    }
    if let Some(uncle) = node
        .parent_element()
        .and_then(|parent| parent.next_sibling_element())
    {
        let moved = replace(text, &(uncle.range().start..uncle.range().start), own);
        add("move up", replace(&moved, &range, ""));
    }
    let start = range.start + 1 + text[range.start + 1..].find(name).unwrap();
    let misspelt = replace(
        text,
        &(start..start + 1),
        &text[start..=start].to_uppercase(),
    );
    let end = misspelt[..range.end].rfind("</").filter(|at| *at > start);
    let both = match end {
        Some(at) if own.ends_with('>') && !own.ends_with("/>") => {
            let at = at + misspelt[at..].find(name).unwrap_or(0);
            replace(&misspelt, &(at..at + 1), &misspelt[at..=at].to_uppercase())
        }
        _ => misspelt,
    };
    if both != text {
        add("misspell", both);
    }
}

fn attributes(
    text: &str,
    node: roxmltree::Node<'_, '_>,
    name: &str,
    ids: &[&str],
    mutants: &mut Vec<Mutant>,
) {
    for attribute in node.attributes() {
        if attribute.name() == "schemaLocation" {
            continue;
        }
        let (whole, value) = (attribute.range(), attribute.range_value());
        let mut add = |what: String, text: String| {
            mutants.push(Mutant {
                what: format!("{what} {name}@{}", attribute.name()),
                text,
            });
        };
        add("remove".to_owned(), replace(text, &whole, ""));
        let quote = whole.start + text[whole.clone()].find('=').unwrap();
        add("misspell".to_owned(), replace(text, &(quote..quote), "x"));
        for new in VALUES {
            add(format!("`{new}` for"), replace(text, &value, new));
        }
        let other = ids.iter().find(|id| **id != attribute.value());
        if let Some(other) = other.filter(|_| matches!(attribute.name(), "identifier" | "ID")) {
            add("same id for".to_owned(), replace(text, &value, other));
        }
    }
    let at =
        node.range().start + 1 + text[node.range().start + 1..].find(name).unwrap() + name.len();
    for new in [" extra=\"1\"", " x:extra=\"1\" xmlns:x=\"urn:x\""] {
        let what = format!("add `{}` to {name}", new.trim());
        mutants.push(Mutant {
            what,
            text: replace(text, &(at..at), new),
        });
    }
}

/// The empty range in front of an element's end tag; for an empty element, in front of it.
fn inside(text: &str, range: &Range<usize>) -> Range<usize> {
    let own = &text[range.clone()];
    match own.rfind("</") {
        Some(at) if !own.ends_with("/>") => range.start + at..range.start + at,
        _ => range.start..range.start,
    }
}

fn replace(text: &str, range: &Range<usize>, new: &str) -> String {
    format!("{}{new}{}", &text[..range.start], &text[range.end..])
}
