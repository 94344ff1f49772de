//! Ways in which a manifest can leave its content model.

use scorm_package::xml::{Attribute, Node};

/// One fault with its place.
#[derive(Clone, Debug)]
pub(crate) struct Fault<'a> {
    /// The element that is wrong, or that something is wrong in.
    pub(crate) node: Node<'a>,
    /// The attribute that is wrong, if it is one.
    pub(crate) attribute: Option<Attribute<'a>>,
    pub(crate) kind: FaultKind<'a>,
}

/// Each kind is reported by a rule of its own.
#[derive(Clone, Debug)]
pub(crate) enum FaultKind<'a> {
    /// No model has an element of this name here; `expected` could stand here.
    UnknownElement { expected: Vec<&'static str> },
    /// An element of the standard that does not belong here.
    MisplacedElement { expected: Vec<&'static str> },
    /// An element of a SCORM namespace that no schema declares.
    UndeclaredElement,
    /// It must come after the neighbour.
    ElementTooEarly { neighbour: Node<'a> },
    /// It must come before the neighbour.
    ElementTooLate { neighbour: Node<'a> },
    /// `name` is missing inside.
    MissingElement { name: &'static str },
    /// More than `max` of them.
    RepeatedElement { max: usize },
    /// The required attribute is absent.
    MissingAttribute { name: &'static str },
    /// The element has no such attribute; these it has.
    UnknownAttribute { expected: Vec<&'static str> },
    /// An attribute of a SCORM namespace that no schema declares.
    UndeclaredAttribute,
    /// Text where only elements may stand.
    UnexpectedText,
    /// The value is not of its type.
    InvalidValue { value: String, fault: ValueFault },
    /// Another element has this identifier.
    DuplicateIdentifier { value: String, first: Attribute<'a> },
}

/// What is wrong with a value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ValueFault {
    /// Neither `true` nor `false`.
    NotBoolean,
    /// Not a decimal number.
    NotDecimal,
    /// Not a whole number from 0.
    NotCount,
    /// Not between these.
    OutOfRange { min: f64, max: f64 },
    /// Not one of these.
    NotInVocabulary { allowed: &'static [&'static str] },
    /// Not an XML name.
    NotName,
    /// Not a duration such as `PT1H30M`.
    NotDuration,
    /// Not a date and time such as `2026-01-31T09:00:00`.
    NotDateTime,
    /// Not a URI reference.
    NotUri,
    /// Not a language code.
    NotLanguage,
    /// Longer than the schema allows.
    TooLong { max: usize },
}

/// A fault in words, for documents that have one rule for all of them.
pub(crate) fn describe(fault: &Fault<'_>) -> String {
    let name = fault.node.qualified_name();
    match (&fault.kind, fault.attribute) {
        (FaultKind::MissingElement { name: missing }, _) => format!("<{name}> has no <{missing}>"),
        (FaultKind::MissingAttribute { name: missing }, _) => {
            format!("<{name}> has no `{missing}`")
        }
        (FaultKind::RepeatedElement { max }, _) => format!("<{name}> may occur {max} times"),
        (FaultKind::UnexpectedText, _) => format!("<{name}> may not hold text"),
        (FaultKind::InvalidValue { value, .. }, None) => format!("<{name}> is `{value}`"),
        (FaultKind::InvalidValue { value, .. }, Some(attribute)) => {
            format!("`{}` is `{value}`", attribute.qualified_name())
        }
        (_, Some(attribute)) => format!("<{name}> has no `{}`", attribute.qualified_name()),
        (_, None) => format!("<{name}> cannot stand here"),
    }
}
