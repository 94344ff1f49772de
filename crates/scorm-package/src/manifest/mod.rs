//! The manifest as data: SCORM 1.2 and SCORM 2004 2nd, 3rd and 4th Edition in one model.
//!
//! Defaults of the schemas are applied, identifiers have their white space collapsed, sequencing
//! templates are merged into their users. What the model does not name stays reachable through
//! `extensions` and the XML tree.

mod item;
mod launch;
mod metadata;
mod organization;
mod reader;
mod resource;
pub mod sequencing;
mod version;

pub use item::{
    CompletionThreshold, HideLmsUi, Item, Prerequisites, SharedDataMap, TimeLimitAction,
};
pub(crate) use launch::{is_absolute, split_path};
pub use launch::{join_parameters, resolve};
pub use metadata::Metadata;
pub use organization::Organization;
pub use resource::{Dependency, File, Resource, ScormType};
pub use version::{Edition, ScormVersion, VersionEvidence};

use crate::problem::{Problem, ProblemKind};
use crate::xml::{Document, ElementId, Node, Span, Vocabulary};
use reader::Reader;
use sequencing::Sequencing;

/// Where in the XML a part of the model comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// The element.
    pub element: ElementId,
    /// Its bytes.
    pub span: Span,
}

impl From<Node<'_>> for Source {
    fn from(node: Node<'_>) -> Self {
        Self {
            element: node.id(),
            span: node.span(),
        }
    }
}

/// An `imsmanifest.xml`.
#[derive(Clone, Debug, PartialEq)]
pub struct Manifest {
    /// `manifest/@identifier`; empty if absent.
    pub identifier: String,
    /// `manifest/@version`: the author's version of the package, not the one of SCORM.
    pub package_version: Option<String>,
    /// The SCORM version that was decided on.
    pub version: ScormVersion,
    /// What decided it.
    pub version_evidence: VersionEvidence,
    /// `metadata/schema`.
    pub schema: Option<String>,
    /// `metadata/schemaversion`.
    pub schemaversion: Option<String>,
    /// The package's metadata.
    pub metadata: Option<Metadata>,
    /// `organizations/@default` as written (white space collapsed).
    pub default_organization: Option<String>,
    /// The courses of the package.
    pub organizations: Vec<Organization>,
    /// The files and launchable things.
    pub resources: Vec<Resource>,
    /// Sequencing templates (`imsss:sequencingCollection`).
    pub sequencing_collections: Vec<Sequencing>,
    /// Manifests inside this one. SCORM forbids them; they are recognized and not launched.
    pub submanifests: Vec<Manifest>,
    /// Children of `manifest` that the model does not know.
    pub extensions: Vec<Source>,
    /// The `manifest` element.
    pub source: Source,
}

impl Manifest {
    /// The organization that is launched: the one named as default, else the first.
    pub fn default_organization(&self) -> Option<&Organization> {
        let named = self
            .default_organization
            .as_deref()
            .and_then(|id| self.organization(id));
        named.or_else(|| self.organizations.first())
    }

    /// The organization of that identifier.
    pub fn organization(&self, identifier: &str) -> Option<&Organization> {
        self.organizations
            .iter()
            .find(|organization| organization.identifier == identifier)
    }

    /// The resource of that identifier.
    pub fn resource(&self, identifier: &str) -> Option<&Resource> {
        self.resources
            .iter()
            .find(|resource| resource.identifier == identifier)
    }

    /// The item of that identifier, in whichever organization.
    pub fn item(&self, identifier: &str) -> Option<&Item> {
        self.organizations
            .iter()
            .find_map(|organization| organization.item(identifier))
    }

    /// The resource of an item.
    pub fn resource_of(&self, item: &Item) -> Option<&Resource> {
        self.resource(item.identifierref.as_deref()?)
    }

    /// The URL an item launches, relative to the package root: `xml:base` chain, resource href,
    /// item parameters. `None` if it has no resource or the resource no href.
    pub fn launch_url(&self, item: &Item) -> Option<String> {
        let url = self.resource_of(item)?.url()?;
        Some(join_parameters(
            &url,
            item.parameters.as_deref().unwrap_or_default(),
        ))
    }
}

/// Reads the model from a tree. `None` if the document element is not a manifest.
pub fn read(document: &Document) -> (Option<Manifest>, Vec<Problem>) {
    let mut reader = Reader::new(document);
    let root = document.root();
    if !root.is(Vocabulary::Imscp, "manifest") {
        let message = format!(
            "the document element is <{}>, not <manifest>",
            root.qualified_name()
        );
        reader.problem(ProblemKind::NotAManifest, root.name_span(), message);
        return (None, reader.problems);
    }
    let manifest = read_manifest(&mut reader, root, "");
    (Some(manifest), reader.problems)
}

fn read_manifest(reader: &mut Reader<'_>, node: Node<'_>, outer_base: &str) -> Manifest {
    let base = launch::base(outer_base, node);
    let metadata = node
        .child(Vocabulary::Imscp, "metadata")
        .map(metadata::read);
    let schema = metadata
        .as_ref()
        .and_then(|metadata| metadata.schema.clone());
    let schemaversion = metadata
        .as_ref()
        .and_then(|metadata| metadata.schemaversion.clone());
    let (version, version_evidence) = version::detect(reader, node, schemaversion.as_deref());

    let templates = sequencing::Templates::collect(node);
    let mut manifest = Manifest {
        identifier: reader.id(node, "identifier").unwrap_or_default(),
        package_version: node
            .attribute("version")
            .map(|found| found.value().to_owned()),
        version,
        version_evidence,
        schema,
        schemaversion,
        metadata,
        default_organization: None,
        organizations: Vec::new(),
        resources: Vec::new(),
        sequencing_collections: Vec::new(),
        submanifests: Vec::new(),
        extensions: Vec::new(),
        source: node.into(),
    };
    for child in node.children() {
        if child.is(Vocabulary::Imscp, "organizations") {
            manifest.default_organization = reader.id(child, "default");
            for organization in child.children_named(Vocabulary::Imscp, "organization") {
                let organization = organization::read(reader, organization, &templates);
                manifest.organizations.push(organization);
            }
        } else if child.is(Vocabulary::Imscp, "resources") {
            let base = launch::base(&base, child);
            for resource in child.children_named(Vocabulary::Imscp, "resource") {
                manifest
                    .resources
                    .push(resource::read(reader, resource, &base));
            }
        } else if child.is(Vocabulary::Imsss, "sequencingCollection") {
            for template in child.children_named(Vocabulary::Imsss, "sequencing") {
                let template = sequencing::read(reader, template, &templates);
                manifest.sequencing_collections.push(template);
            }
        } else if child.is(Vocabulary::Imscp, "manifest") {
            manifest
                .submanifests
                .push(read_manifest(reader, child, &base));
        } else if !child.is(Vocabulary::Imscp, "metadata") {
            manifest.extensions.push(child.into());
        }
    }
    check_organizations(reader, node, &manifest);
    manifest
}

fn check_organizations(reader: &mut Reader<'_>, node: Node<'_>, manifest: &Manifest) {
    let element = node
        .child(Vocabulary::Imscp, "organizations")
        .unwrap_or(node);
    if manifest.organizations.is_empty() {
        let message = "the manifest has no organization, so nothing can be launched".to_owned();
        reader.problem(ProblemKind::NoOrganization, element.start_tag(), message);
        return;
    }
    let Some(default) = &manifest.default_organization else {
        return;
    };
    if manifest.organization(default).is_none() {
        let span = element
            .attribute("default")
            .map_or(element.start_tag(), crate::xml::Attribute::value_span);
        let message =
            format!("the default organization `{default}` does not exist; the first one is taken");
        reader.problem(ProblemKind::DefaultOrganizationUnknown, span, message);
    }
}
