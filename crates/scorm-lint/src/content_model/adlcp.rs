//! ADL content packaging of SCORM 2004 (`adlcp_v1p3`).

use scorm_package::xml::Vocabulary::{Adlcp, Adlseq, Xml};

use super::model::{
    Any, Attr, AttributeModel, Content, Element, at_least_one, attr, required_attr,
};
use super::simple::Simple;

pub(super) const TIME_LIMIT_ACTIONS: &[&str] = &[
    "exit,message",
    "exit,no message",
    "continue,message",
    "continue,no message",
];

const UNIT: Simple = Simple::Decimal { min: 0.0, max: 1.0 };

const fn extension(name: &'static str, attributes: &'static [Attr], content: Content) -> Element {
    Element {
        vocabulary: Adlcp,
        name,
        attributes,
        any_attribute: Any::No,
        content,
    }
}

const fn text(name: &'static str, value: Simple) -> Element {
    extension(name, &[], Content::Text(value))
}

static LOCATION: Element = text("location", Simple::Uri);
static DATA_FROM_LMS: Element = text("dataFromLMS", Simple::String);
static TIME_LIMIT_ACTION: Element = text("timeLimitAction", Simple::Exactly(TIME_LIMIT_ACTIONS));

const THRESHOLD_ATTRIBUTES: &[Attr] = &[
    attr("completedByMeasure", Simple::Boolean),
    attr("minProgressMeasure", UNIT),
    attr("progressWeight", UNIT),
];
static COMPLETION_THRESHOLD: Element = extension(
    "completionThreshold",
    THRESHOLD_ATTRIBUTES,
    Content::Text(Simple::String),
);
/// Before the 4th Edition the threshold is the text. The attributes, and the other elements that
/// came later, are checked as well: a rule says that they are too new.
static COMPLETION_THRESHOLD_3RD: Element = extension(
    "completionThreshold",
    THRESHOLD_ATTRIBUTES,
    Content::Text(UNIT),
);

static MAP: Element = extension(
    "map",
    &[
        required_attr("targetID", Simple::Uri),
        attr("readSharedData", Simple::Boolean),
        attr("writeSharedData", Simple::Boolean),
    ],
    Content::Empty,
);
static DATA: Element = extension(
    "data",
    &[],
    Content::Sequence(&[at_least_one(&MAP)], Any::No),
);

pub(super) static DECLARED: &[&Element] = &[
    &LOCATION,
    &DATA_FROM_LMS,
    &TIME_LIMIT_ACTION,
    &COMPLETION_THRESHOLD,
    &DATA,
    &MAP,
];

pub(super) static DECLARED_3RD: &[&Element] = &[
    &LOCATION,
    &DATA_FROM_LMS,
    &TIME_LIMIT_ACTION,
    &COMPLETION_THRESHOLD_3RD,
    &DATA,
    &MAP,
];

pub(super) const ATTRIBUTES: &[AttributeModel] = &[
    AttributeModel {
        vocabulary: Adlcp,
        name: "scormType",
        value: Simple::Exactly(&["sco", "asset"]),
        element: "resource",
    },
    AttributeModel {
        vocabulary: Adlcp,
        name: "sharedDataGlobalToSystem",
        value: Simple::Boolean,
        element: "organization",
    },
    AttributeModel {
        vocabulary: Adlseq,
        name: "objectivesGlobalToSystem",
        value: Simple::Boolean,
        element: "organization",
    },
    // Removed by the 3rd Edition; a rule of its own says so.
    AttributeModel {
        vocabulary: Adlcp,
        name: "persistState",
        value: Simple::Boolean,
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
