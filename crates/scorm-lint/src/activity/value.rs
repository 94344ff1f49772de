//! Small readings of sequencing attributes and elements.

use scorm_package::xml::{Attribute, Node, Vocabulary};

/// Is it a primary or other objective of `imsss:objectives`?
pub(crate) fn is_objective(node: Node<'_>) -> bool {
    node.is(Vocabulary::Imsss, "primaryObjective") || node.is(Vocabulary::Imsss, "objective")
}

/// The value of a boolean attribute.
pub(crate) fn is_true(attribute: Attribute<'_>, default: bool) -> bool {
    match attribute.value().trim() {
        "true" | "1" => true,
        "false" | "0" => false,
        _ => default,
    }
}

/// An objective's id as ADL compares it: white space collapsed, `%20` taken as a blank.
pub(crate) fn objective_id(text: &str) -> String {
    if !text.contains(|c: char| c.is_whitespace() || c == '%') {
        return text.to_owned();
    }
    text.replace("%20", " ")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}
