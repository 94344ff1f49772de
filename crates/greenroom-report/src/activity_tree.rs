//! The tree of a course as reports show it.

use schemars::JsonSchema;
use scorm_package::Manifest;
use scorm_package::manifest::{Item, ScormType};
use serde::Serialize;

/// An organization or item.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct ActivityNode {
    /// Its identifier in the manifest
    pub identifier: String,
    /// What learners see
    pub title: String,
    /// `organization`, `cluster`, `sco`, `asset` or `nothing` for a leaf without resource
    pub kind: &'static str,
    /// What it launches
    #[serde(skip_serializing_if = "Option::is_none")]
    pub href: Option<String>,
    /// The items inside
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<serde_json::Value>")]
    pub children: Vec<ActivityNode>,
}

impl ActivityNode {
    /// The organizations of a manifest, the default one first.
    pub fn of(manifest: &Manifest) -> Vec<Self> {
        let default = manifest.default_organization();
        let others = manifest.organizations.iter();
        let others =
            others.filter(|one| default.is_none_or(|default| !std::ptr::eq(*one, default)));
        default
            .into_iter()
            .chain(others)
            .map(|organization| Self {
                identifier: organization.identifier.clone(),
                title: organization.title.clone(),
                kind: "organization",
                href: None,
                children: items(manifest, &organization.items),
            })
            .collect()
    }

    /// How many activities there are here and below.
    pub fn count(&self) -> usize {
        1 + self.children.iter().map(Self::count).sum::<usize>()
    }
}

fn items(manifest: &Manifest, list: &[Item]) -> Vec<ActivityNode> {
    let node = |item: &Item| ActivityNode {
        identifier: item.identifier.clone(),
        title: item.title.clone(),
        kind: kind(manifest, item),
        href: manifest.launch_url(item),
        children: items(manifest, &item.children),
    };
    list.iter().map(node).collect()
}

fn kind(manifest: &Manifest, item: &Item) -> &'static str {
    if !item.children.is_empty() {
        return "cluster";
    }
    match manifest
        .resource_of(item)
        .map(|resource| resource.scorm_type)
    {
        Some(Some(ScormType::Sco)) => "sco",
        Some(_) => "asset",
        None => "nothing",
    }
}
