//! From text to [`Document`]: well-formedness by roxmltree, limits and places by us.

use std::borrow::Cow;

use super::guard::{self, Excess};
use super::mend::{self, Insertion};
use super::tree::Builder;
use super::{Document, LineIndex, Span};
use crate::problem::{Place, Problem, ProblemKind};

/// Limits against documents made to exhaust memory or stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct XmlLimits {
    /// Bytes of the file.
    pub bytes: u32,
    /// Elements, texts, comments together.
    pub nodes: u32,
    /// Elements inside each other.
    pub depth: u32,
    /// Attributes and namespace declarations of one element.
    pub attributes: u32,
}

impl Default for XmlLimits {
    fn default() -> Self {
        // Real manifests stay below 5 MB, 30 levels and 20 attributes.
        Self {
            bytes: 16 << 20,
            nodes: 2_000_000,
            depth: 200,
            attributes: 500,
        }
    }
}

/// Reads a text as XML. Without a document there is at least one problem.
pub fn read(text: String, limits: &XmlLimits) -> (Option<Document>, Vec<Problem>) {
    if text.len() > limits.bytes as usize {
        return (None, vec![too_large(text.len(), limits)]);
    }
    let lines = LineIndex::new(&text);
    let mut problems = Vec::new();
    let Some(builder) = build(&text, &lines, limits, &mut problems) else {
        return (None, problems);
    };
    let document = Document {
        text,
        lines,
        elements: builder.elements,
        attributes: builder.attributes,
        texts: builder.texts,
        namespaces: builder.namespaces,
        comments: builder.comments,
    };
    (Some(document), problems)
}

/// The problem of a file beyond the limit.
pub(crate) fn too_large(length: usize, limits: &XmlLimits) -> Problem {
    let message = format!("the XML has {length} bytes; {} is the limit", limits.bytes);
    problem(ProblemKind::XmlTooLarge, message, None)
}

/// Parses, and parses again with what can be mended: a document type declaration without entities
/// is blanked out, prefixes without a declaration get one.
fn build(
    text: &str,
    lines: &LineIndex,
    limits: &XmlLimits,
    problems: &mut Vec<Problem>,
) -> Option<Builder> {
    let mut mended = Cow::Borrowed(text);
    let mut insertion = Insertion::default();
    let mut doctype_blanked = false;
    loop {
        let size = match guard::measure(&mended, limits) {
            Ok(size) => size,
            Err(excess) => {
                problems.push(explain_excess(&excess, limits, |span| {
                    lines.place(text, insertion.spans(span))
                }));
                return None;
            }
        };
        let options = roxmltree::ParsingOptions {
            allow_dtd: false,
            nodes_limit: limits.nodes,
            ..roxmltree::ParsingOptions::default()
        };
        let error = match roxmltree::Document::parse_with_options(&mended, options) {
            Ok(tree) => return Some(Builder::build(text, &tree, insertion, size)),
            Err(error) => error,
        };
        match &error {
            // A second declaration is a fault of its own.
            roxmltree::Error::DtdDetected if !doctype_blanked => {
                doctype_blanked = true;
                let found = mend::find_doctype(&mended);
                let harmless = found.filter(|doctype| !doctype.declares_entities);
                problems.push(explain(&error, text, lines));
                mended = Cow::Owned(mend::blank_doctype(&mended, &harmless?));
            }
            roxmltree::Error::UnknownNamespace(prefix, position)
                if insertion.prefixes < mend::MOST_PREFIXES =>
            {
                let at = insertion.original(offset(&mended, *position));
                let message = format!("the prefix `{prefix}` is not declared");
                let place = Some(lines.place(text, Span { start: at, end: at }));
                problems.push(problem(ProblemKind::XmlPrefixUndeclared, message, place));
                mended = Cow::Owned(insertion.declare(&mended, prefix)?);
            }
            _ => {
                let mut problem = explain(&error, &mended, lines);
                if let Some(place) = &mut problem.place {
                    let at = insertion.original(place.span.start);
                    *place = lines.place(text, Span { start: at, end: at });
                }
                problems.push(problem);
                return None;
            }
        }
    }
}

fn problem(kind: ProblemKind, message: String, place: Option<Place>) -> Problem {
    Problem {
        kind,
        message,
        entry: None,
        place,
    }
}

fn explain_excess(excess: &Excess, limits: &XmlLimits, place: impl Fn(Span) -> Place) -> Problem {
    let (kind, message, span) = match excess {
        Excess::Depth(span) => (
            ProblemKind::XmlTooDeep,
            format!("elements are nested more than {} levels deep", limits.depth),
            span,
        ),
        Excess::Attributes(span) => (
            ProblemKind::XmlTooLarge,
            format!("an element has more than {} attributes", limits.attributes),
            span,
        ),
    };
    problem(kind, message, Some(place(*span)))
}

fn explain(error: &roxmltree::Error, text: &str, lines: &LineIndex) -> Problem {
    use roxmltree::Error;
    let end = text.len() as u32;
    let (kind, message, offset) = match error {
        Error::DtdDetected => (
            ProblemKind::XmlDoctype,
            "a document type declaration is never loaded, and its entities are never expanded"
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

/// The page's engine gets only manifests that the server has read; the texts for all others would
/// be a part of its size.
#[cfg(target_family = "wasm")]
fn without_position(_: &roxmltree::Error) -> String {
    "the XML is not well-formed".to_owned()
}

/// The error's message, which ends with ` at line:column`; the place is told apart.
#[cfg(not(target_family = "wasm"))]
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
