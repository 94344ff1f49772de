//! From roxmltree's tree, which borrows, to our arena, which owns and knows every span.

use roxmltree::StringStorage;

use super::guard::Size;
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
    /// Where roxmltree keeps the names of namespaces met before; it keeps each but once.
    seen_namespaces: Vec<(*const u8, u16)>,
}

/// An element whose children are being copied.
struct Open {
    node: roxmltree::NodeId,
    element: ElementId,
    /// 0 for none.
    last_child: u32,
}

impl Builder {
    /// Copies the tree, which holds about `size`.
    pub(super) fn build(
        text: &str,
        tree: &roxmltree::Document<'_>,
        insertion: Insertion,
        size: Size,
    ) -> Self {
        let mut builder = Self {
            elements: Vec::with_capacity(size.elements),
            attributes: Vec::with_capacity(size.attributes),
            texts: Vec::with_capacity(size.elements),
            insertion,
            ..Self::default()
        };
        builder.namespace("");
        for namespace in tree.root_element().namespaces() {
            builder.namespace(namespace.uri());
        }
        let mut open: Vec<Open> = Vec::new();
        for node in tree.descendants() {
            let around = node.parent().map(|parent| parent.id());
            while open.last().is_some_and(|last| Some(last.node) != around) {
                open.pop();
            }
            if node.is_comment() {
                builder.comments.push(insertion.span(node.range()));
            } else if node.is_text() {
                if let Some(parent) = open.last() {
                    builder.text(text, node, parent);
                }
            } else if node.is_element() {
                if let Some(parent) = open.last().filter(|parent| parent.last_child == 0) {
                    builder.forget_white(text, parent.element);
                }
                let element = ElementId(builder.elements.len() as u32);
                builder.element(text, node, open.last().map(|parent| parent.element));
                if let Some(parent) = open.last_mut() {
                    let before = std::mem::replace(&mut parent.last_child, element.0);
                    if before == 0 {
                        builder.elements[parent.element.0 as usize].first_child = element.0;
                    } else {
                        builder.elements[before as usize].next = element.0;
                    }
                }
                open.push(Open {
                    node: node.id(),
                    element,
                    last_child: 0,
                });
            }
        }
        builder
    }

    fn element(&mut self, text: &str, node: roxmltree::Node<'_, '_>, parent: Option<ElementId>) {
        let whole = self.insertion.span(node.range());
        let name = name_span(text, whole);
        let first = self.attributes.len() as u32;
        let mut last_end = name.end;
        for attribute in node.attributes() {
            let value_span = self.insertion.span(attribute.range_value());
            let data = AttributeData {
                namespace: self.namespace(attribute.namespace().unwrap_or_default()),
                span: self.insertion.span(attribute.range()),
                name: self.insertion.span(attribute.range_qname()),
                local_len: attribute.name().len() as u32,
                value_span,
                value: changed(attribute.value_storage(), value_span.of(text)),
            };
            last_end = data.span.end;
            self.attributes.push(data);
        }
        let data = ElementData {
            parent,
            first_child: 0,
            next: 0,
            namespace: self.namespace(node.tag_name().namespace().unwrap_or_default()),
            span: whole,
            start_tag: Span {
                start: whole.start,
                end: start_tag_end(text, last_end),
            },
            name,
            local_len: node.tag_name().name().len() as u32,
            attributes: (first, self.attributes.len() as u32),
            first_text: self.texts.len() as u32,
        };
        self.elements.push(data);
    }

    fn text(&mut self, text: &str, node: roxmltree::Node<'_, '_>, parent: &Open) {
        let span = self.insertion.span(node.range());
        if parent.last_child != 0 && is_white(span.of(text)) {
            return;
        }
        let value = node
            .text_storage()
            .and_then(|storage| changed(storage, span.of(text)));
        self.texts.push(TextData {
            parent: parent.element,
            span,
            value,
        });
    }

    /// Forgets the white space before the first child of an element.
    fn forget_white(&mut self, text: &str, parent: ElementId) {
        while let Some(last) = self.texts.last()
            && last.parent == parent
            && is_white(last.span.of(text))
        {
            self.texts.pop();
        }
    }

    /// The index of a namespace. There are a handful, so a search is as good as a map.
    fn namespace(&mut self, name: &str) -> u16 {
        let address = name.as_ptr();
        if let Some((_, index)) = self
            .seen_namespaces
            .iter()
            .find(|(seen, _)| *seen == address)
        {
            return *index;
        }
        let known = self.namespaces.iter().position(|(known, _)| known == name);
        let index = known.unwrap_or_else(|| {
            self.namespaces
                .push((name.to_owned(), Vocabulary::of(name)));
            self.namespaces.len() - 1
        });
        // roxmltree refuses documents with more namespaces than that.
        let index = u16::try_from(index).unwrap_or(u16::MAX);
        self.seen_namespaces.push((address, index));
        index
    }
}

/// A value that is not as it stands in the source. What roxmltree borrows, it did not change, but
/// the span of a text may hold more than the text (`<![CDATA[`).
fn changed(storage: &StringStorage<'_>, source: &str) -> Option<Box<str>> {
    let same = match storage {
        StringStorage::Borrowed(value) => value.len() == source.len(),
        StringStorage::Owned(value) => value.as_ref() == source,
    };
    (!same).then(|| storage.as_str().into())
}

/// Is this white space as it was typed, neither references nor a CDATA section?
fn is_white(source: &str) -> bool {
    let white = |byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
    source.bytes().all(white)
}

/// The name in the start tag of an element.
fn name_span(text: &str, element: Span) -> Span {
    let bytes = element.of(text).as_bytes();
    let length = bytes
        .iter()
        .skip(1)
        .take_while(|byte| !byte.is_ascii_whitespace() && !matches!(byte, b'/' | b'>'))
        .count();
    let start = element.start + 1;
    Span {
        start,
        end: start + length as u32,
    }
}

/// The end of the start tag, looked for from `from`, where no quotes are open. A `>` inside the
/// quotes of a namespace declaration does not end it.
fn start_tag_end(text: &str, from: u32) -> u32 {
    let bytes = text.as_bytes().get(from as usize..).unwrap_or_default();
    let mut quote = None;
    for (at, &byte) in bytes.iter().enumerate() {
        match quote {
            Some(open) if byte == open => quote = None,
            None if matches!(byte, b'"' | b'\'') => quote = Some(byte),
            None if byte == b'>' => return from + at as u32 + 1,
            Some(_) | None => {}
        }
    }
    text.len() as u32
}
