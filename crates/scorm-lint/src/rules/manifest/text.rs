//! Edits of the text of an element.

use scorm_package::xml::{Node, Span};

use crate::{Edit, MANIFEST};

/// Replaces what stands between start and end tag.
pub(crate) fn content(node: Node<'_>, new: &str) -> Vec<Edit> {
    let (whole, name) = (node.span(), node.qualified_name());
    let Some(at) = whole.of(node.document().text()).rfind("</") else {
        return vec![Edit::new(
            MANIFEST,
            whole,
            format!("<{name}>{new}</{name}>"),
        )];
    };
    let span = Span {
        start: node.start_tag().end,
        end: whole.start + at as u32,
    };
    vec![Edit::new(MANIFEST, span, new)]
}
