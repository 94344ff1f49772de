//! From text to [`Document`]: well-formedness by roxmltree, limits and places by us.

use std::collections::HashMap;

use super::node::{AttributeData, ElementData, TextData};
use super::{Document, ElementId, LineIndex, Span, Vocabulary};
use crate::problem::{Problem, ProblemKind};

/// Limits against documents made to exhaust memory or stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct XmlLimits {
    /// Bytes of the file.
    pub bytes: u32,
    /// Elements, texts, comments together.
    pub nodes: u32,
    /// Elements inside each other.
    pub depth: u32,
}

impl Default for XmlLimits {
    fn default() -> Self {
        // Real manifests stay below 5 MB and 30 levels.
        Self {
            bytes: 64 << 20,
            nodes: 2_000_000,
            depth: 200,
        }
    }
}

/// Reads a text as XML. Without a document there is at least one problem.
pub fn read(text: String, limits: &XmlLimits) -> (Option<Document>, Vec<Problem>) {
    let mut problems = Vec::new();
    if text.len() > limits.bytes as usize {
        let message = format!(
            "the XML has {} bytes; {} is the limit",
            text.len(),
            limits.bytes
        );
        return (None, vec![problem(ProblemKind::XmlTooLarge, message, None)]);
    }
    let lines = LineIndex::new(&text);
    let options = roxmltree::ParsingOptions {
        allow_dtd: false,
        nodes_limit: limits.nodes,
        ..roxmltree::ParsingOptions::default()
    };
    let mut parts = None;
    match roxmltree::Document::parse_with_options(&text, options) {
        Ok(tree) => match Builder::build(&text, &tree, limits) {
            Ok(builder) => parts = Some(builder),
            Err(span) => {
                let message = format!("elements are nested more than {} levels deep", limits.depth);
                let place = Some(lines.place(&text, span));
                problems.push(problem(ProblemKind::XmlTooDeep, message, place));
            }
        },
        Err(error) => problems.push(explain(&error, &text, &lines)),
    }
    let document = parts.map(|builder| Document {
        text,
        lines,
        elements: builder.elements,
        attributes: builder.attributes,
        texts: builder.texts,
        namespaces: builder.namespaces,
        comments: builder.comments,
    });
    (document, problems)
}

fn problem(kind: ProblemKind, message: String, place: Option<crate::Place>) -> Problem {
    Problem {
        kind,
        message,
        entry: None,
        place,
    }
}

fn explain(error: &roxmltree::Error, text: &str, lines: &LineIndex) -> Problem {
    use roxmltree::Error;
    let end = text.len() as u32;
    let (kind, message, offset) = match error {
        Error::DtdDetected => (
            ProblemKind::XmlDoctype,
            "a document type declaration is not allowed: it is never loaded, and its entities are \
             never expanded"
                .to_owned(),
            text.find("<!DOCTYPE").unwrap_or_default() as u32,
        ),
        Error::NodesLimitReached
        | Error::AttributesLimitReached
        | Error::NamespacesLimitReached => (
            ProblemKind::XmlTooLarge,
            "the XML has too many nodes".to_owned(),
            0,
        ),
        Error::NoRootNode => (
            ProblemKind::XmlNotWellFormed,
            "the file holds no XML element".to_owned(),
            end,
        ),
        Error::UnclosedRootNode | Error::UnexpectedEndOfStream => (
            ProblemKind::XmlNotWellFormed,
            "the XML ends too early".to_owned(),
            end,
        ),
        other => (
            ProblemKind::XmlNotWellFormed,
            without_position(other),
            offset(text, other.pos()),
        ),
    };
    let place = lines.place(
        text,
        Span {
            start: offset,
            end: offset,
        },
    );
    problem(kind, message, Some(place))
}

/// The error's message, which ends with ` at line:column`; the place is told apart.
fn without_position(error: &roxmltree::Error) -> String {
    let message = error.to_string();
    match message.rsplit_once(" at ") {
        Some((text, _)) => text.to_owned(),
        None => message,
    }
}

/// roxmltree's rows count `\n` only.
fn offset(text: &str, at: roxmltree::TextPos) -> u32 {
    let row = at.row.saturating_sub(1) as usize;
    let start: usize = text.split_inclusive('\n').take(row).map(str::len).sum();
    let rest = text.get(start..).unwrap_or_default();
    let column = at.col.saturating_sub(1) as usize;
    (start
        + rest
            .char_indices()
            .nth(column)
            .map_or(rest.len(), |(at, _)| at)) as u32
}

#[derive(Default)]
struct Builder {
    elements: Vec<ElementData>,
    attributes: Vec<AttributeData>,
    texts: Vec<TextData>,
    namespaces: Vec<(String, Vocabulary)>,
    comments: Vec<Span>,
}

impl Builder {
    /// The error is the span of the element that is too deep.
    fn build(text: &str, tree: &roxmltree::Document<'_>, limits: &XmlLimits) -> Result<Self, Span> {
        let mut builder = Self::default();
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
                builder.comments.push(span(node.range()));
            } else if node.is_text() {
                if let Some(parent) = parent {
                    builder.text(text, node, parent);
                }
            } else if node.is_element() {
                let id = ElementId(builder.elements.len() as u32);
                let depth = parent.map_or(1, |parent| depths[parent.0 as usize] + 1);
                if depth > limits.depth {
                    return Err(span(node.range()));
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
        let whole = span(node.range());
        let (name, start_tag) = start_tag(text, whole);
        let first = self.attributes.len() as u32;
        for attribute in node.attributes() {
            let value_span = span(attribute.range_value());
            let value = attribute.value();
            let data = AttributeData {
                namespace: self.namespace(attribute.namespace().unwrap_or_default()),
                span: span(attribute.range()),
                name: span(attribute.range_qname()),
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
        let span = span(node.range());
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

fn span(range: std::ops::Range<usize>) -> Span {
    Span {
        start: range.start as u32,
        end: range.end as u32,
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
