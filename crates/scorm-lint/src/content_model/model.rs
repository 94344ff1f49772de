//! What a content model is, and which elements each version declares.

use scorm_package::xml::Vocabulary;
use scorm_package::{Edition, ScormVersion};

use super::simple::Simple;
use super::{adlcp, adlnav, adlseq, imscp, imsss, lom, scorm12};

/// The declaration of an element.
#[derive(Debug)]
pub(super) struct Element {
    pub(super) vocabulary: Vocabulary,
    pub(super) name: &'static str,
    pub(super) attributes: &'static [Attr],
    /// Attributes of other namespaces.
    pub(super) any_attribute: Any,
    pub(super) content: Content,
}

/// The declaration of an attribute.
#[derive(Debug)]
pub(super) struct Attr {
    pub(super) name: &'static str,
    pub(super) required: bool,
    pub(super) value: Simple,
}

/// What may stand inside an element.
#[derive(Debug)]
pub(super) enum Content {
    /// Nothing.
    Empty,
    /// Text of a type.
    Text(Simple),
    /// Elements in this order, then elements of other namespaces.
    Sequence(&'static [Particle], Any),
    /// Elements in any order, and elements of other namespaces.
    Unordered(&'static [Particle], Any),
}

/// An element inside another, with how often it may occur.
#[derive(Debug)]
pub(super) struct Particle {
    pub(super) element: &'static Element,
    pub(super) min: usize,
    pub(super) max: usize,
}

/// Whether names of other namespaces are allowed (`##other` in the schemas).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Any {
    /// Not at all.
    No,
    /// Yes, and checked if a declaration is known.
    Lax,
    /// Only if a declaration is known.
    Strict,
}

/// Without an upper bound.
const MANY: usize = usize::MAX;

pub(super) const fn optional(element: &'static Element) -> Particle {
    Particle {
        element,
        min: 0,
        max: 1,
    }
}

pub(super) const fn required(element: &'static Element) -> Particle {
    Particle {
        element,
        min: 1,
        max: 1,
    }
}

pub(super) const fn any_number(element: &'static Element) -> Particle {
    Particle {
        element,
        min: 0,
        max: MANY,
    }
}

pub(super) const fn at_least_one(element: &'static Element) -> Particle {
    Particle {
        element,
        min: 1,
        max: MANY,
    }
}

pub(super) const fn attr(name: &'static str, value: Simple) -> Attr {
    Attr {
        name,
        required: false,
        value,
    }
}

pub(super) const fn required_attr(name: &'static str, value: Simple) -> Attr {
    Attr {
        name,
        required: true,
        value,
    }
}

type Tables = &'static [&'static [&'static Element]];

static DECLARED_12: Tables = &[imscp::DECLARED_12, scorm12::DECLARED, lom::DECLARED_12];
static DECLARED_3RD: Tables = &[
    imscp::DECLARED,
    adlcp::DECLARED_3RD,
    adlseq::DECLARED,
    adlnav::DECLARED,
    imsss::DECLARED,
    lom::DECLARED,
];
static DECLARED_4TH: Tables = &[
    imscp::DECLARED,
    adlcp::DECLARED,
    adlseq::DECLARED,
    adlnav::DECLARED,
    imsss::DECLARED,
    lom::DECLARED,
];

/// Elements that may stand wherever other namespaces are allowed.
fn declared(version: ScormVersion) -> Tables {
    match version {
        ScormVersion::Scorm12 => DECLARED_12,
        ScormVersion::Scorm2004(Edition::Second | Edition::Third) => DECLARED_3RD,
        ScormVersion::Scorm2004(Edition::Fourth) => DECLARED_4TH,
    }
}

/// The declaration of an element that stands where other namespaces are allowed.
pub(super) fn global(
    version: ScormVersion,
    vocabulary: Vocabulary,
    name: &str,
) -> Option<&'static Element> {
    let mut tables = declared(version).iter().copied().flatten();
    tables
        .find(|element| element.vocabulary == vocabulary && element.name == name)
        .copied()
}

/// The model of the document element.
pub(super) fn manifest(version: ScormVersion) -> &'static Element {
    if version.is_2004() {
        &imscp::MANIFEST
    } else {
        &imscp::MANIFEST_12
    }
}

/// Attributes with a namespace that the schemas declare, with the elements they belong on.
pub(crate) struct AttributeModel {
    pub(crate) vocabulary: Vocabulary,
    pub(crate) name: &'static str,
    pub(super) value: Simple,
    /// The only element it may stand on; empty for any.
    pub(crate) element: &'static str,
}

/// The attributes with a namespace of a version.
pub(crate) fn attribute_models(version: ScormVersion) -> &'static [AttributeModel] {
    if version.is_2004() {
        adlcp::ATTRIBUTES
    } else {
        scorm12::ATTRIBUTES
    }
}

/// Does any model of this version have an element of this name?
pub(super) fn is_known_name(version: ScormVersion, vocabulary: Vocabulary, name: &str) -> bool {
    fn holds(element: &'static Element, vocabulary: Vocabulary, name: &str, depth: u8) -> bool {
        if element.vocabulary == vocabulary && element.name == name {
            return true;
        }
        let (Content::Sequence(inside, _) | Content::Unordered(inside, _)) = &element.content
        else {
            return false;
        };
        // Models refer to themselves (item in item); no model is deeper than this.
        depth > 0
            && inside
                .iter()
                .filter(|particle| !std::ptr::eq(particle.element, element))
                .any(|particle| holds(particle.element, vocabulary, name, depth - 1))
    }
    let mut tables = declared(version).iter().copied().flatten();
    tables.any(|element| element.vocabulary == vocabulary && holds(element, vocabulary, name, 6))
}
