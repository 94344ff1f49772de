//! ADL content packaging of SCORM 1.2 (`adlcp_rootv1p2`).

use scorm_package::xml::Vocabulary::{Adlcp, Xml};

use super::adlcp::TIME_LIMIT_ACTIONS;
use super::model::{Any, Attr, AttributeModel, Content, Element, required_attr};
use super::simple::Simple;

const fn extension(name: &'static str, attributes: &'static [Attr], value: Simple) -> Element {
    Element {
        vocabulary: Adlcp,
        name,
        attributes,
        any_attribute: Any::No,
        content: Content::Text(value),
    }
}

static LOCATION: Element = extension("location", &[], Simple::StringUpTo(2000));
static PREREQUISITES: Element = extension(
    "prerequisites",
    &[required_attr("type", Simple::Exactly(&["aicc_script"]))],
    Simple::StringUpTo(200),
);
// The rules of SCORM 1.2 look at the values of these; the schema takes any string.
static MAX_TIME_ALLOWED: Element = extension("maxtimeallowed", &[], Simple::String);
static MASTERY_SCORE: Element = extension("masteryscore", &[], Simple::String);
static DATA_FROM_LMS: Element = extension("datafromlms", &[], Simple::String);
static TIME_LIMIT_ACTION: Element =
    extension("timelimitaction", &[], Simple::Exactly(TIME_LIMIT_ACTIONS));

pub(super) static DECLARED: &[&Element] = &[
    &LOCATION,
    &PREREQUISITES,
    &MAX_TIME_ALLOWED,
    &TIME_LIMIT_ACTION,
    &DATA_FROM_LMS,
    &MASTERY_SCORE,
];

pub(super) const ATTRIBUTES: &[AttributeModel] = &[
    AttributeModel {
        vocabulary: Adlcp,
        name: "scormtype",
        value: Simple::Exactly(&["sco", "asset"]),
        element: "resource",
    },
    AttributeModel {
        vocabulary: Xml,
        name: "base",
        value: Simple::Uri,
        element: "",
    },
    AttributeModel {
        vocabulary: Xml,
        name: "lang",
        value: Simple::String,
        element: "",
    },
    AttributeModel {
        vocabulary: Xml,
        name: "space",
        value: Simple::Token(&["default", "preserve"]),
        element: "",
    },
];
