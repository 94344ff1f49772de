//! The tree: one arena per document, cheap handles to look at it.

use std::borrow::Cow;

use super::{LineIndex, Vocabulary};
use crate::problem::Place;

/// Bytes `start..end` of a decoded text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// Byte after the last.
    pub end: u32,
}

impl Span {
    /// The text of this span; empty if it lies outside.
    pub fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize)
            .unwrap_or_default()
    }
}

/// Names an element of one document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ElementId(pub(super) u32);

/// A well-formed XML document with its text.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    pub(super) text: String,
    pub(super) lines: LineIndex,
    pub(super) elements: Vec<ElementData>,
    pub(super) attributes: Vec<AttributeData>,
    pub(super) texts: Vec<TextData>,
    pub(super) namespaces: Vec<(String, Vocabulary)>,
    pub(super) comments: Vec<Span>,
}

/// `next` and `first_child` are 0 for "none": the document element is nobody's child or sibling.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ElementData {
    pub(super) parent: Option<ElementId>,
    pub(super) first_child: u32,
    pub(super) next: u32,
    pub(super) namespace: u16,
    pub(super) span: Span,
    pub(super) start_tag: Span,
    pub(super) name: Span,
    /// Bytes of the name without its prefix.
    pub(super) local_len: u32,
    pub(super) attributes: (u32, u32),
    /// Index of the first piece of text that begins after this element does.
    pub(super) first_text: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct AttributeData {
    pub(super) namespace: u16,
    pub(super) span: Span,
    pub(super) name: Span,
    /// Bytes of the name without its prefix.
    pub(super) local_len: u32,
    pub(super) value_span: Span,
    /// Only where references or line ends made the value differ from the source.
    pub(super) value: Option<Box<str>>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct TextData {
    pub(super) parent: ElementId,
    pub(super) span: Span,
    pub(super) value: Option<Box<str>>,
}

impl Document {
    /// The decoded text that all spans refer to.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The lines of the text.
    pub fn lines(&self) -> &LineIndex {
        &self.lines
    }

    /// A span with its line and column.
    pub fn place(&self, span: Span) -> Place {
        self.lines.place(&self.text, span)
    }

    /// The document element.
    pub fn root(&self) -> Node<'_> {
        Node {
            document: self,
            id: ElementId(0),
        }
    }

    /// The element of an id, if it is of this document.
    pub fn element(&self, id: ElementId) -> Option<Node<'_>> {
        ((id.0 as usize) < self.elements.len()).then_some(Node { document: self, id })
    }

    /// All elements in document order.
    pub fn elements(&self) -> impl Iterator<Item = Node<'_>> {
        (0..self.elements.len() as u32).map(|id| Node {
            document: self,
            id: ElementId(id),
        })
    }

    /// Comments, wherever they stand, in document order.
    pub fn comments(&self) -> &[Span] {
        &self.comments
    }

    /// Every namespace that is declared or used, with its meaning.
    pub fn namespaces(&self) -> impl Iterator<Item = (&str, Vocabulary)> {
        self.namespaces
            .iter()
            .map(|(name, vocabulary)| (name.as_str(), *vocabulary))
    }
}

/// Whether the text up to `end` ends with a name. By bytes, and by the first of them first: nothing
/// else is asked as often.
fn ends_with(text: &str, end: u32, name: &str) -> bool {
    let (end, name) = (end as usize, name.as_bytes());
    let start = end.wrapping_sub(name.len());
    let own = text.as_bytes().get(start..end);
    own.is_some_and(|own| own.first() == name.first() && own == name)
}

/// One element.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    document: &'a Document,
    id: ElementId,
}

impl<'a> Node<'a> {
    fn data(self) -> &'a ElementData {
        &self.document.elements[self.id.0 as usize]
    }

    /// The document this element is part of.
    pub fn document(self) -> &'a Document {
        self.document
    }

    /// The element's id.
    pub fn id(self) -> ElementId {
        self.id
    }

    /// From `<` of the start tag to `>` of the end tag.
    pub fn span(self) -> Span {
        self.data().span
    }

    /// From `<` to `>` of the start tag.
    pub fn start_tag(self) -> Span {
        self.data().start_tag
    }

    /// The name as written, with its prefix.
    pub fn qualified_name(self) -> &'a str {
        self.data().name.of(&self.document.text)
    }

    /// Bytes of the name in the start tag.
    pub fn name_span(self) -> Span {
        self.data().name
    }

    /// The name without its prefix.
    pub fn name(self) -> &'a str {
        let data = self.data();
        Span {
            start: data.name.end - data.local_len,
            end: data.name.end,
        }
        .of(&self.document.text)
    }

    /// The namespace name; empty for none.
    pub fn namespace(self) -> &'a str {
        &self.document.namespaces[self.data().namespace as usize].0
    }

    /// The meaning of the namespace.
    pub fn vocabulary(self) -> Vocabulary {
        self.document.namespaces[self.data().namespace as usize].1
    }

    /// Is this `name` of `vocabulary`? Elements without a namespace count as IMS packaging.
    pub fn is(self, vocabulary: Vocabulary, name: &str) -> bool {
        // Lengths first: most names differ in it, and the text need not be looked at.
        if self.data().local_len as usize != name.len() {
            return false;
        }
        let own = self.vocabulary();
        (own == vocabulary || (own == Vocabulary::None && vocabulary == Vocabulary::Imscp))
            && ends_with(&self.document.text, self.data().name.end, name)
    }

    /// The element around this one.
    pub fn parent(self) -> Option<Self> {
        Some(Node {
            document: self.document,
            id: self.data().parent?,
        })
    }

    /// How many elements it is made of, itself included.
    pub fn subtree_len(self) -> usize {
        let elements = &self.document.elements[self.id.0 as usize..];
        elements.partition_point(|element| element.span.start < self.span().end)
    }

    /// Child elements in order.
    pub fn children(self) -> impl Iterator<Item = Node<'a>> {
        let document = self.document;
        let mut next = self.data().first_child;
        std::iter::from_fn(move || {
            let id = ElementId((next != 0).then_some(next)?);
            next = document.elements[id.0 as usize].next;
            Some(Node { document, id })
        })
    }

    /// The first child of that name.
    pub fn child(self, vocabulary: Vocabulary, name: &str) -> Option<Self> {
        self.children().find(|child| child.is(vocabulary, name))
    }

    /// All children of that name.
    pub fn children_named(
        self,
        vocabulary: Vocabulary,
        name: &str,
    ) -> impl Iterator<Item = Node<'a>> {
        self.children()
            .filter(move |child| child.is(vocabulary, name))
    }

    /// Attributes in order, without namespace declarations.
    pub fn attributes(self) -> impl Iterator<Item = Attribute<'a>> {
        let document = self.document;
        let (start, end) = self.data().attributes;
        document.attributes[start as usize..end as usize]
            .iter()
            .map(move |data| Attribute { document, data })
    }

    /// The attribute without a prefix of that name.
    pub fn attribute(self, name: &str) -> Option<Attribute<'a>> {
        self.attribute_of(Vocabulary::None, name)
    }

    /// The attribute of that vocabulary and name.
    pub fn attribute_of(self, vocabulary: Vocabulary, name: &str) -> Option<Attribute<'a>> {
        self.attributes().find(|found| {
            found.data.local_len as usize == name.len()
                && found.vocabulary() == vocabulary
                && ends_with(&self.document.text, found.data.name.end, name)
        })
    }

    /// The character data directly inside, pieces joined, with its white space, but without that
    /// between child elements.
    pub fn text(self) -> Cow<'a, str> {
        let mut pieces = self.text_pieces().map(|(_, piece)| piece);
        let mut text = Cow::Borrowed(pieces.next().unwrap_or_default());
        for piece in pieces {
            text.to_mut().push_str(piece);
        }
        text
    }

    /// The pieces of character data directly inside, with their bytes in the source, without the
    /// white space between child elements.
    pub fn text_pieces(self) -> impl Iterator<Item = (Span, &'a str)> {
        let document = self.document;
        let data = self.data();
        document.texts[data.first_text as usize..]
            .iter()
            .take_while(|piece| piece.span.start < data.span.end)
            .filter(move |piece| piece.parent == self.id)
            .map(move |piece| {
                let value = piece
                    .value
                    .as_deref()
                    .unwrap_or(piece.span.of(&document.text));
                (piece.span, value)
            })
    }
}

/// One attribute.
#[derive(Clone, Copy, Debug)]
pub struct Attribute<'a> {
    document: &'a Document,
    data: &'a AttributeData,
}

impl<'a> Attribute<'a> {
    /// The whole `name="value"`.
    pub fn span(self) -> Span {
        self.data.span
    }

    /// Bytes of the name with its prefix.
    pub fn name_span(self) -> Span {
        self.data.name
    }

    /// Bytes of the value between the quotes.
    pub fn value_span(self) -> Span {
        self.data.value_span
    }

    /// The name as written, with its prefix.
    pub fn qualified_name(self) -> &'a str {
        self.data.name.of(&self.document.text)
    }

    /// The name without its prefix.
    pub fn name(self) -> &'a str {
        let data = self.data;
        Span {
            start: data.name.end - data.local_len,
            end: data.name.end,
        }
        .of(&self.document.text)
    }

    /// The namespace name; empty for none.
    pub fn namespace(self) -> &'a str {
        &self.document.namespaces[self.data.namespace as usize].0
    }

    /// The meaning of the namespace.
    pub fn vocabulary(self) -> Vocabulary {
        self.document.namespaces[self.data.namespace as usize].1
    }

    /// The value with references resolved.
    pub fn value(self) -> &'a str {
        self.data
            .value
            .as_deref()
            .unwrap_or(self.data.value_span.of(&self.document.text))
    }
}
