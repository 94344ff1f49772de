//! `resource`: what can be launched, and the files it needs.

use super::Source;
use super::launch;
use super::metadata::{self, Metadata};
use super::reader::{Reader, tokens};
use crate::problem::ProblemKind;
use crate::xml::{Node, Vocabulary};

/// A resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    /// `@identifier`; empty if absent.
    pub identifier: String,
    /// `@type`, mostly `webcontent`.
    pub resource_type: Option<String>,
    /// `@adlcp:scormType` (1.2: `scormtype`). Absent in some packages that still launch.
    pub scorm_type: Option<ScormType>,
    /// `@href` as written.
    pub href: Option<String>,
    /// The `xml:base` of manifest, `resources` and this resource, resolved; empty for none.
    pub base: String,
    /// `file` elements.
    pub files: Vec<File>,
    /// `dependency` elements.
    pub dependencies: Vec<Dependency>,
    /// Metadata of the resource.
    pub metadata: Option<Metadata>,
    /// Children that the model does not know.
    pub extensions: Vec<Source>,
    /// The `resource` element.
    pub source: Source,
}

impl Resource {
    /// The href with its base, relative to the package root unless it is absolute.
    pub fn url(&self) -> Option<String> {
        let href = self
            .href
            .as_deref()
            .map(str::trim)
            .filter(|href| !href.is_empty())?;
        Some(launch::resolve(&self.base, href))
    }

    /// The URL of one of its files.
    pub fn file_url(&self, file: &File) -> String {
        launch::resolve(&self.base, file.href.trim())
    }
}

/// A `file` of a resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// `@href` as written; empty if absent.
    pub href: String,
    /// Metadata of the file.
    pub metadata: Option<Metadata>,
    /// The `file` element.
    pub source: Source,
}

/// A `dependency` of a resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dependency {
    /// `@identifierref`: the resource that is needed too; empty if absent.
    pub identifierref: String,
    /// The `dependency` element.
    pub source: Source,
}

tokens! {
    /// Does the resource talk to the LMS?
    ScormType {
        /// It does.
        Sco = "sco",
        /// It does not.
        Asset = "asset",
    }
}

pub(super) fn read(reader: &mut Reader<'_>, node: Node<'_>, base: &str) -> Resource {
    let mut resource = Resource {
        identifier: reader.required_id(node, "identifier").unwrap_or_default(),
        resource_type: reader.id(node, "type"),
        scorm_type: scorm_type(reader, node),
        href: node.attribute("href").map(|found| found.value().to_owned()),
        base: launch::base(base, node),
        files: Vec::new(),
        dependencies: Vec::new(),
        metadata: None,
        extensions: Vec::new(),
        source: node.into(),
    };
    for child in node.children() {
        if child.is(Vocabulary::Imscp, "file") {
            resource.files.push(File {
                href: child
                    .attribute("href")
                    .map(crate::xml::Attribute::value)
                    .unwrap_or_default()
                    .to_owned(),
                metadata: child
                    .child(Vocabulary::Imscp, "metadata")
                    .map(metadata::read),
                source: child.into(),
            });
        } else if child.is(Vocabulary::Imscp, "dependency") {
            resource.dependencies.push(Dependency {
                identifierref: reader.id(child, "identifierref").unwrap_or_default(),
                source: child.into(),
            });
        } else if child.is(Vocabulary::Imscp, "metadata") {
            resource.metadata = Some(metadata::read(child));
        } else {
            resource.extensions.push(child.into());
        }
    }
    resource
}

/// Real manifests write the name in both cases, with and without prefix, and the value as `SCO` too.
fn scorm_type(reader: &mut Reader<'_>, node: Node<'_>) -> Option<ScormType> {
    let attribute = node
        .attributes()
        .find(|attribute| attribute.name().eq_ignore_ascii_case("scormtype"))?;
    let value = attribute.value().trim().to_ascii_lowercase();
    match value.as_str() {
        "sco" => Some(ScormType::Sco),
        "asset" => Some(ScormType::Asset),
        _ => {
            let message = format!(
                "{} is `{}`; `sco` or `asset` is expected",
                attribute.qualified_name(),
                attribute.value()
            );
            reader.problem(ProblemKind::InvalidToken, attribute.value_span(), message);
            None
        }
    }
}
