//! Learning object metadata: IEEE LOM of SCORM 2004, IMS metadata of SCORM 1.2.
//!
//! LOM children may come in any order. Vocabularies are left to the rules of metadata, since a
//! manifest may name its own source.

use scorm_package::xml::Vocabulary::Lom;

use super::model::{Any, Attr, Content, Element, Particle, any_number, attr, optional};
use super::simple::Simple;

const fn element(name: &'static str, content: Content) -> Element {
    Element {
        vocabulary: Lom,
        name,
        attributes: &[],
        any_attribute: Any::No,
        content,
    }
}

const fn group(name: &'static str, particles: &'static [Particle]) -> Element {
    element(name, Content::Unordered(particles, Any::Lax))
}

const fn text(name: &'static str, value: Simple) -> Element {
    element(name, Content::Text(value))
}

const LANGUAGE_ATTRIBUTE: &[Attr] = &[attr("language", Simple::Language)];

static STRING: Element = Element {
    vocabulary: Lom,
    name: "string",
    attributes: LANGUAGE_ATTRIBUTE,
    any_attribute: Any::No,
    content: Content::Text(Simple::String),
};

/// Text in several languages.
const fn strings(name: &'static str) -> Element {
    group(name, const { &[any_number(&STRING)] })
}

/// A word and the vocabulary it is from.
const fn vocabulary(name: &'static str) -> Element {
    group(
        name,
        const { &[optional(&SOURCE_TEXT), optional(&VALUE_TEXT)] },
    )
}

static SOURCE_TEXT: Element = text("source", Simple::String);
static VALUE_TEXT: Element = text("value", Simple::String);

static DESCRIPTION: Element = strings("description");
static KEYWORD: Element = strings("keyword");
static LANGUAGE: Element = text("language", Simple::Language);
static ENTITY: Element = text("entity", Simple::String);

static DATE: Element = group("date", &[optional(&DATE_TIME), any_number(&DESCRIPTION)]);
static DATE_TIME: Element = text("dateTime", Simple::LomDateTime);
static DURATION_VALUE: Element = text("duration", Simple::LomDuration);
static DURATION: Element = group(
    "duration",
    &[optional(&DURATION_VALUE), any_number(&DESCRIPTION)],
);

static IDENTIFIER: Element = group("identifier", &[optional(&CATALOG), optional(&ENTRY)]);
static CATALOG: Element = text("catalog", Simple::String);
static ENTRY: Element = text("entry", Simple::String);

static GENERAL: Element = group(
    "general",
    &[
        any_number(&IDENTIFIER),
        optional(&TITLE),
        any_number(&LANGUAGE),
        any_number(&DESCRIPTION),
        any_number(&KEYWORD),
        any_number(&COVERAGE),
        optional(&STRUCTURE),
        optional(&AGGREGATION_LEVEL),
    ],
);
static TITLE: Element = strings("title");
static COVERAGE: Element = strings("coverage");
static STRUCTURE: Element = vocabulary("structure");
static AGGREGATION_LEVEL: Element = vocabulary("aggregationLevel");

static CONTRIBUTE: Element = group(
    "contribute",
    &[optional(&ROLE), any_number(&ENTITY), optional(&DATE)],
);
static ROLE: Element = vocabulary("role");

static LIFE_CYCLE: Element = group(
    "lifeCycle",
    &[
        optional(&VERSION),
        optional(&STATUS),
        any_number(&CONTRIBUTE),
    ],
);
static VERSION: Element = strings("version");
static STATUS: Element = vocabulary("status");

static META_METADATA: Element = group(
    "metaMetadata",
    &[
        any_number(&IDENTIFIER),
        any_number(&CONTRIBUTE),
        any_number(&METADATA_SCHEMA),
        optional(&LANGUAGE),
    ],
);
static METADATA_SCHEMA: Element = text("metadataSchema", Simple::String);

static TECHNICAL: Element = group(
    "technical",
    &[
        any_number(&FORMAT),
        optional(&SIZE),
        any_number(&LOCATION),
        any_number(&REQUIREMENT),
        optional(&INSTALLATION_REMARKS),
        optional(&OTHER_PLATFORM_REQUIREMENTS),
        optional(&DURATION),
    ],
);
static FORMAT: Element = text("format", Simple::String);
static SIZE: Element = text("size", Simple::Count);
static LOCATION: Element = text("location", Simple::String);
static REQUIREMENT: Element = group("requirement", &[any_number(&OR_COMPOSITE)]);
static OR_COMPOSITE: Element = group(
    "orComposite",
    &[
        optional(&TYPE),
        optional(&NAME),
        optional(&MINIMUM_VERSION),
        optional(&MAXIMUM_VERSION),
    ],
);
static TYPE: Element = vocabulary("type");
static NAME: Element = vocabulary("name");
static MINIMUM_VERSION: Element = text("minimumVersion", Simple::String);
static MAXIMUM_VERSION: Element = text("maximumVersion", Simple::String);
static INSTALLATION_REMARKS: Element = strings("installationRemarks");
static OTHER_PLATFORM_REQUIREMENTS: Element = strings("otherPlatformRequirements");

static EDUCATIONAL: Element = group(
    "educational",
    &[
        optional(&INTERACTIVITY_TYPE),
        any_number(&LEARNING_RESOURCE_TYPE),
        optional(&INTERACTIVITY_LEVEL),
        optional(&SEMANTIC_DENSITY),
        any_number(&INTENDED_END_USER_ROLE),
        any_number(&CONTEXT),
        any_number(&TYPICAL_AGE_RANGE),
        optional(&DIFFICULTY),
        optional(&TYPICAL_LEARNING_TIME),
        any_number(&DESCRIPTION),
        any_number(&LANGUAGE),
    ],
);
static INTERACTIVITY_TYPE: Element = vocabulary("interactivityType");
static LEARNING_RESOURCE_TYPE: Element = vocabulary("learningResourceType");
static INTERACTIVITY_LEVEL: Element = vocabulary("interactivityLevel");
static SEMANTIC_DENSITY: Element = vocabulary("semanticDensity");
static INTENDED_END_USER_ROLE: Element = vocabulary("intendedEndUserRole");
static CONTEXT: Element = vocabulary("context");
static TYPICAL_AGE_RANGE: Element = strings("typicalAgeRange");
static DIFFICULTY: Element = vocabulary("difficulty");
static TYPICAL_LEARNING_TIME: Element = group(
    "typicalLearningTime",
    &[optional(&DURATION_VALUE), any_number(&DESCRIPTION)],
);

static RIGHTS: Element = group(
    "rights",
    &[
        optional(&COST),
        optional(&COPYRIGHT_AND_OTHER_RESTRICTIONS),
        optional(&DESCRIPTION),
    ],
);
static COST: Element = vocabulary("cost");
static COPYRIGHT_AND_OTHER_RESTRICTIONS: Element = vocabulary("copyrightAndOtherRestrictions");

static RELATION: Element = group("relation", &[optional(&KIND), optional(&RESOURCE)]);
static KIND: Element = vocabulary("kind");
static RESOURCE: Element = group(
    "resource",
    &[any_number(&IDENTIFIER), any_number(&DESCRIPTION)],
);

static ANNOTATION: Element = group(
    "annotation",
    &[optional(&ENTITY), optional(&DATE), optional(&DESCRIPTION)],
);

static CLASSIFICATION: Element = group(
    "classification",
    &[
        optional(&PURPOSE),
        any_number(&TAXON_PATH),
        optional(&DESCRIPTION),
        any_number(&KEYWORD),
    ],
);
static PURPOSE: Element = vocabulary("purpose");
static TAXON_PATH: Element = group("taxonPath", &[optional(&SOURCE), any_number(&TAXON)]);
static SOURCE: Element = strings("source");
static TAXON: Element = group("taxon", &[optional(&ID), optional(&TAXON_ENTRY)]);
static ID: Element = text("id", Simple::String);
static TAXON_ENTRY: Element = strings("entry");

static LOM: Element = group(
    "lom",
    &[
        optional(&GENERAL),
        optional(&LIFE_CYCLE),
        optional(&META_METADATA),
        optional(&TECHNICAL),
        any_number(&EDUCATIONAL),
        optional(&RIGHTS),
        any_number(&RELATION),
        any_number(&ANNOTATION),
        any_number(&CLASSIFICATION),
    ],
);

pub(super) static DECLARED: &[&Element] = &[&LOM];

/// The inside of IMS metadata is not modelled: the many dialects of real SCORM 1.2 packages are
/// read by no LMS, and faults there cost nobody anything.
pub(super) static DECLARED_12: &[&Element] = &[];
