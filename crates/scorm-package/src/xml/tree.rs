//! From roxmltree's tree, which borrows, to our arena, which owns and knows every span.

use std::collections::HashMap;

use super::build::XmlLimits;
use super::mend::Insertion;
use super::node::{AttributeData, ElementData, TextData};
use super::{ElementId, Span, Vocabulary};

#[derive(Default)]
pub(super) struct Builder {
    pub(super) elements: Vec<ElementData>,
    pub(super) attributes: Vec<AttributeData>,
    pub(super) texts: Vec<TextData>,
    pub(super) namespaces: Vec<(String, Vocabulary)>,
    pub(super) comments: Vec<Span>,
    insertion: Insertion,
}

impl Builder {
    /// The error is the span of the element that is too deep.
    pub(super) fn build(
        text: &str,
        tree: &roxmltree::Document<'_>,
        limits: &XmlLimits,
        insertion: Insertion,
    ) -> Result<Self, Span> {
        let mut builder = Self {
            insertion,
            ..Self::default()
        };
        builder.namespace("");
        for namespace in tree.root_element().namespaces() {
            builder.namespace(namespace.uri());
        }
        let mut ids: HashMap<roxmltree::NodeId, ElementId> = HashMap::new();
        let mut depths: Vec<u32> = Vec::new();
        let mut last_child: Vec<u32> = Vec::new();
        for node in tree.descendants() {
            let parent = node
                .parent()
                .and_then(|parent| ids.get(&parent.id()).copied());
            if node.is_comment() {
                builder.comments.push(insertion.span(node.range()));
            } else if node.is_text() {
                if let Some(parent) = parent {
                    builder.text(text, node, parent);
                }
            } else if node.is_element() {
                let id = ElementId(builder.elements.len() as u32);
                let depth = parent.map_or(1, |parent| depths[parent.0 as usize] + 1);
                if depth > limits.depth {
                    return Err(insertion.span(node.range()));
                }
                builder.element(text, node, parent);
                if let Some(parent) = parent {
                    let before = std::mem::replace(&mut last_child[parent.0 as usize], id.0);
                    if before == 0 {
                        builder.elements[parent.0 as usize].first_child = id.0;
                    } else {
                        builder.elements[before as usize].next = id.0;
                    }
                }
                ids.insert(node.id(), id);
                depths.push(depth);
                last_child.push(0);
            }
        }
        Ok(builder)
    }

    fn element(&mut self, text: &str, node: roxmltree::Node<'_, '_>, parent: Option<ElementId>) {
        let whole = self.insertion.span(node.range());
        let (name, start_tag) = start_tag(text, whole);
        let first = self.attributes.len() as u32;
        for attribute in node.attributes() {
            let value_span = self.insertion.span(attribute.range_value());
            let value = attribute.value();
            let data = AttributeData {
                namespace: self.namespace(attribute.namespace().unwrap_or_default()),
                span: self.insertion.span(attribute.range()),
                name: self.insertion.span(attribute.range_qname()),
                value_span,
                value: (value != value_span.of(text)).then(|| value.into()),
            };
            self.attributes.push(data);
        }
        let data = ElementData {
            parent,
            first_child: 0,
            next: 0,
            namespace: self.namespace(node.tag_name().namespace().unwrap_or_default()),
            span: whole,
            start_tag,
            name,
            attributes: (first, self.attributes.len() as u32),
            first_text: self.texts.len() as u32,
        };
        self.elements.push(data);
    }

    fn text(&mut self, text: &str, node: roxmltree::Node<'_, '_>, parent: ElementId) {
        let span = self.insertion.span(node.range());
        let value = node.text().unwrap_or_default();
        let value = (value != span.of(text)).then(|| value.into());
        self.texts.push(TextData {
            parent,
            span,
            value,
        });
    }

    /// The index of a namespace. There are a handful, so a search is as good as a map.
    fn namespace(&mut self, name: &str) -> u16 {
        if let Some(found) = self.namespaces.iter().position(|(known, _)| known == name) {
            return found as u16;
        }
        // A document with more namespaces than that is no manifest; the rest count as the first.
        if self.namespaces.len() >= usize::from(u16::MAX) {
            return 0;
        }
        self.namespaces
            .push((name.to_owned(), Vocabulary::of(name)));
        (self.namespaces.len() - 1) as u16
    }
}

/// Name and whole start tag of an element; a `>` inside quotes does not end it.
fn start_tag(text: &str, element: Span) -> (Span, Span) {
    let bytes = element.of(text).as_bytes();
    let name_len = bytes
        .iter()
        .skip(1)
        .take_while(|byte| !byte.is_ascii_whitespace() && !matches!(byte, b'/' | b'>'))
        .count();
    let mut quote = None;
    let mut end = bytes.len();
    for (at, &byte) in bytes.iter().enumerate().skip(1 + name_len) {
        match quote {
            Some(open) if byte == open => quote = None,
            None if matches!(byte, b'"' | b'\'') => quote = Some(byte),
            None if byte == b'>' => {
                end = at + 1;
                break;
            }
            Some(_) | None => {}
        }
    }
    let start = element.start;
    let name = Span {
        start: start + 1,
        end: start + 1 + name_len as u32,
    };
    (
        name,
        Span {
            start,
            end: start + end as u32,
        },
    )
}
