//! What tools say of a course in one line.

use std::collections::BTreeSet;

use scorm_package::files::{PathFault, file_path};
use scorm_package::manifest::{Item, Organization, ScormType};
use scorm_package::{Edition, Manifest, Package, ScormVersion};
use serde::Serialize;

/// The course that a package launches: its default organization. What the manifest does not say
/// is `None`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct CourseSummary {
    /// The manifest's identifier.
    pub course_id: Option<String>,
    /// The title of the organization.
    pub title: Option<String>,
    /// `1.2`, `2004_2nd`, `2004_3rd` or `2004_4th`.
    pub scorm_version: Option<&'static str>,
    /// The identifier of the organization.
    pub organization: Option<String>,
    /// How many SCOs the items of the organization launch.
    pub sco_count: usize,
}

impl CourseSummary {
    /// The summary of a manifest.
    pub fn of(manifest: &Manifest) -> Self {
        let organization = manifest.default_organization();
        Self {
            course_id: not_empty(&manifest.identifier),
            title: organization.and_then(|organization| not_empty(&organization.title)),
            scorm_version: Some(version_name(manifest.version)),
            organization: organization.and_then(|organization| not_empty(&organization.identifier)),
            sco_count: organization.map_or(0, |organization| sco_count(manifest, organization)),
        }
    }
}

/// The version as answers spell it.
fn version_name(version: ScormVersion) -> &'static str {
    match version {
        ScormVersion::Scorm12 => "1.2",
        ScormVersion::Scorm2004(Edition::Second) => "2004_2nd",
        ScormVersion::Scorm2004(Edition::Third) => "2004_3rd",
        ScormVersion::Scorm2004(Edition::Fourth) => "2004_4th",
    }
}

/// Items may share a SCO; it counts once.
fn sco_count(manifest: &Manifest, organization: &Organization) -> usize {
    let resources = organization
        .all_items()
        .filter_map(|item| manifest.resource_of(item));
    let scos = resources.filter(|resource| resource.scorm_type == Some(ScormType::Sco));
    scos.map(|sco| &sco.identifier)
        .collect::<BTreeSet<_>>()
        .len()
}

/// What keeps items of the course from being launched, or would in a stricter LMS, one line each.
pub(super) fn launch_faults(package: &Package) -> Vec<String> {
    let Some(manifest) = &package.manifest_file.manifest else {
        return Vec::new();
    };
    let Some(organization) = manifest.default_organization() else {
        return Vec::new();
    };
    organization
        .all_items()
        .filter_map(|item| {
            let id = &item.identifier;
            match launch_fault(package, manifest, item) {
                Some(fault) => Some(format!("item `{id}` cannot be launched: {fault}")),
                None => launch_warning(package, manifest, item)
                    .map(|warning| format!("warning: item `{id}` is launched although {warning}")),
            }
        })
        .collect()
}

fn launch_fault(package: &Package, manifest: &Manifest, item: &Item) -> Option<String> {
    // An item without a reference is a cluster, which launches nothing by right.
    let reference = item.identifierref.as_deref()?;
    let Some(resource) = manifest.resource_of(item) else {
        return Some(format!("there is no resource `{reference}`"));
    };
    let Some(url) = resource.url() else {
        return Some(format!("resource `{reference}` has no href"));
    };
    match file_path(&url) {
        // Content on another host is nobody's file.
        Err(PathFault::External) => None,
        Err(fault) => Some(format!("the href `{url}` {}", fault.as_str())),
        Ok(path) if package.files.get(&path).is_some() => None,
        Ok(path) if package.files.ignoring_case(&path).count() == 1 => None,
        Ok(path) => {
            let near = package.files.near(&path, 1);
            let meant = near
                .first()
                .map(|entry| format!("; did you mean `{}`?", entry.path));
            Some(format!(
                "there is no file `{path}`{}",
                meant.unwrap_or_default()
            ))
        }
    }
}

/// What Greenroom plays, and many LMSs do not: lint calls it a warning too.
fn launch_warning(package: &Package, manifest: &Manifest, item: &Item) -> Option<String> {
    let resource = manifest.resource_of(item)?;
    let path = file_path(&resource.url()?).ok()?;
    let href = resource.href.as_deref().unwrap_or_default().trim();
    if href.starts_with('/') {
        return Some(format!(
            "its href `{href}` begins at the root of the server"
        ));
    }
    let mut found = package.files.ignoring_case(&path);
    let real = &found.next()?.path;
    (*real != path).then(|| format!("its file is called `{real}`, not `{path}`"))
}

fn not_empty(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}
