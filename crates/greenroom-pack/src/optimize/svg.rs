//! SVG without comments and without the blanks between its elements.

use roxmltree::{Document, Node, NodeType};

/// Elements whose blanks can be seen, or read by scripts.
const TEXTS: &[&str] = &[
    "text",
    "tspan",
    "textPath",
    "title",
    "desc",
    "style",
    "script",
    "foreignObject",
    "metadata",
];

/// The same picture in fewer bytes; none if it cannot be read, or if its blanks may count.
pub(super) fn smaller(text: &str) -> Option<String> {
    // Entities are declared there; `:empty` is about blanks.
    if text.contains("<!DOCTYPE") || text.contains("xml:space") || text.contains(":empty") {
        return None;
    }
    let document = Document::parse(text).ok()?;
    if document.root_element().tag_name().name() != "svg" {
        return None;
    }
    let mut needless: Vec<std::ops::Range<usize>> = Vec::new();
    for node in document.descendants() {
        let is_blank = node.is_text() && node.text().is_some_and(|text| text.trim().is_empty());
        let is_needless =
            node.is_comment() || is_blank && text.get(node.range())?.trim().is_empty();
        if is_needless && !is_in_text(node) {
            needless.push(node.range());
        }
    }
    let mut new = String::with_capacity(text.len());
    let mut at = 0;
    for range in needless {
        new.push_str(text.get(at..range.start)?);
        at = range.end;
    }
    new.push_str(text.get(at..)?);
    let after = Document::parse(&new).ok()?;
    is_same(&document, &after).then_some(new)
}

fn is_in_text(node: Node<'_, '_>) -> bool {
    node.ancestors()
        .any(|around| TEXTS.contains(&around.tag_name().name()))
}

/// Are all elements, attributes and words the same?
fn is_same(one: &Document<'_>, other: &Document<'_>) -> bool {
    let parts = |document: &Document<'_>| -> Vec<String> {
        let nodes = document.descendants();
        let kept = nodes.filter(|node| match node.node_type() {
            NodeType::Element | NodeType::PI => true,
            NodeType::Text => {
                is_in_text(*node) || node.text().is_some_and(|text| !text.trim().is_empty())
            }
            NodeType::Root | NodeType::Comment => false,
        });
        kept.map(|node| {
            let attributes: Vec<String> = node
                .attributes()
                .map(|one| format!("{:?}{}={}", one.namespace(), one.name(), one.value()))
                .collect();
            let depth = node.ancestors().count();
            let text = node.text().filter(|_| node.is_text());
            format!("{depth} {:?} {attributes:?} {text:?}", node.tag_name())
        })
        .collect()
    };
    parts(one) == parts(other)
}

#[cfg(test)]
mod tests {
    use super::smaller;

    #[test]
    fn blanks_between_elements_go_and_texts_stay() {
        let text = "<?xml version=\"1.0\"?>\n<!-- made -->\n<svg xmlns=\"http://www.w3.org/2000/svg\">\n  <g>\n    <text> a <tspan> b </tspan> </text>\n  </g>\n</svg>\n";
        let want = "<?xml version=\"1.0\"?>\n\n<svg xmlns=\"http://www.w3.org/2000/svg\"><g><text> a <tspan> b </tspan> </text></g></svg>\n";
        assert_eq!(smaller(text).as_deref(), Some(want));
        for untouched in [
            "<svg xml:space=\"preserve\"> </svg>",
            "<!DOCTYPE svg [<!ENTITY a \"b\">]><svg>&a;</svg>",
            "<svg><g></svg>",
            "<html> </html>",
        ] {
            assert_eq!(smaller(untouched), None, "{untouched}");
        }
    }
}
