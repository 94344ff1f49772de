//! IMS content packaging (`imscp_v1p1`, and `imscp_rootv1p1p2` of SCORM 1.2).

use scorm_package::xml::Vocabulary::Imscp;

use super::model::{
    Any, Attr, Content, Element, Particle, any_number, at_least_one, attr, optional, required,
    required_attr,
};
use super::simple::Simple;

const fn packaging(name: &'static str, attributes: &'static [Attr], content: Content) -> Element {
    Element {
        vocabulary: Imscp,
        name,
        attributes,
        any_attribute: Any::Lax,
        content,
    }
}

const fn text(name: &'static str) -> Element {
    Element {
        vocabulary: Imscp,
        name,
        attributes: &[],
        any_attribute: Any::No,
        content: Content::Text(Simple::String),
    }
}

const fn sequence(particles: &'static [Particle]) -> Content {
    Content::Sequence(particles, Any::Lax)
}

const IDENTIFIER: Attr = required_attr("identifier", Simple::Id);

static SCHEMA: Element = text("schema");
static SCHEMAVERSION: Element = text("schemaversion");
static TITLE: Element = text("title");

static METADATA: Element = packaging(
    "metadata",
    &[],
    sequence(&[optional(&SCHEMA), optional(&SCHEMAVERSION)]),
);

static ITEM: Element = packaging(
    "item",
    &[
        IDENTIFIER,
        attr("identifierref", Simple::String),
        attr("isvisible", Simple::Boolean),
        attr("parameters", Simple::String),
    ],
    sequence(&[optional(&TITLE), any_number(&ITEM), optional(&METADATA)]),
);

static ORGANIZATION: Element = packaging(
    "organization",
    &[IDENTIFIER, attr("structure", Simple::String)],
    sequence(&[optional(&TITLE), at_least_one(&ITEM), optional(&METADATA)]),
);

static ORGANIZATION_12: Element = packaging(
    "organization",
    &[IDENTIFIER, attr("structure", Simple::String)],
    sequence(&[optional(&TITLE), any_number(&ITEM), optional(&METADATA)]),
);

static ORGANIZATIONS: Element = packaging(
    "organizations",
    &[attr("default", Simple::IdRef)],
    sequence(&[any_number(&ORGANIZATION)]),
);

static ORGANIZATIONS_12: Element = packaging(
    "organizations",
    &[attr("default", Simple::IdRef)],
    sequence(&[any_number(&ORGANIZATION_12)]),
);

static FILE: Element = packaging(
    "file",
    &[required_attr("href", Simple::Uri)],
    sequence(&[optional(&METADATA)]),
);

static DEPENDENCY: Element = Element {
    vocabulary: Imscp,
    name: "dependency",
    attributes: &[required_attr("identifierref", Simple::String)],
    any_attribute: Any::Strict,
    content: Content::Sequence(&[], Any::Lax),
};

static RESOURCE: Element = packaging(
    "resource",
    &[
        IDENTIFIER,
        required_attr("type", Simple::String),
        attr("href", Simple::Uri),
    ],
    sequence(&[
        optional(&METADATA),
        any_number(&FILE),
        any_number(&DEPENDENCY),
    ]),
);

static RESOURCES: Element = packaging("resources", &[], sequence(&[any_number(&RESOURCE)]));

pub(super) static MANIFEST: Element = packaging(
    "manifest",
    &[IDENTIFIER, attr("version", Simple::String)],
    sequence(&[
        optional(&METADATA),
        required(&ORGANIZATIONS),
        required(&RESOURCES),
        any_number(&MANIFEST),
    ]),
);

pub(super) static MANIFEST_12: Element = packaging(
    "manifest",
    &[IDENTIFIER, attr("version", Simple::String)],
    sequence(&[
        optional(&METADATA),
        required(&ORGANIZATIONS_12),
        required(&RESOURCES),
        any_number(&MANIFEST_12),
    ]),
);

pub(super) static DECLARED: &[&Element] = &[
    &MANIFEST,
    &METADATA,
    &SCHEMA,
    &SCHEMAVERSION,
    &ORGANIZATIONS,
    &ORGANIZATION,
    &TITLE,
    &ITEM,
    &RESOURCES,
    &RESOURCE,
    &FILE,
    &DEPENDENCY,
];

pub(super) static DECLARED_12: &[&Element] = &[
    &MANIFEST_12,
    &METADATA,
    &SCHEMA,
    &SCHEMAVERSION,
    &ORGANIZATIONS_12,
    &ORGANIZATION_12,
    &TITLE,
    &ITEM,
    &RESOURCES,
    &RESOURCE,
    &FILE,
    &DEPENDENCY,
];
