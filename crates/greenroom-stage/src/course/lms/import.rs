//! What an LMS makes of a package when it is imported.

use greenroom_store::OpenPackage;
use greenroom_web::stage::FirstOfName;
use scorm_lms::profile::{FileLookup, Import};
use scorm_lms::{Profile, Version};
use scorm_package::manifest::Manifest;

use super::launching::has_no_api;

/// How many files of a kind are named.
const NAMED: usize = 3;

/// A package in an LMS.
#[derive(Debug)]
pub(in crate::course) struct Imported {
    /// The version that the LMS plays it as.
    pub(in crate::course) version: Version,
    /// What would go wrong there.
    pub(in crate::course) notices: Vec<String>,
}

/// Imports a package; `version` is the package's own.
pub(in crate::course) fn import(
    profile: &Profile,
    manifest: &Manifest,
    version: Version,
    package: &OpenPackage,
) -> Imported {
    let mut notices = Vec::new();
    if has_no_api(profile, version) {
        notices.push(format!(
            "{} has no API object for SCORM {}: the course finds none",
            profile.title,
            version.as_str()
        ));
    }
    let Some(import) = profile.import.as_ref().map(|import| &import.value) else {
        return Imported { version, notices };
    };
    let title = &profile.title;
    let text = manifest.schemaversion.as_deref();
    let taken_as = text
        .and_then(|text| version_of(import, text))
        .unwrap_or(version);
    if taken_as != version {
        notices.push(format!(
            "{title} takes this package for SCORM {}, because its schemaversion is `{}`: the course \
             finds no API object of its own version",
            taken_as.as_str(),
            text.unwrap_or_default()
        ));
    }
    let refused = refused_files(import, package);
    if !refused.is_empty() {
        let names = refused.join(", ");
        notices.push(format!(
            "{title} would refuse this package: it holds {names}"
        ));
    }
    if let Some(files) = files_by_name(profile, package) {
        let paths = package
            .package()
            .files
            .iter()
            .map(|file| file.path.as_str());
        let mut others = paths.filter_map(|path| {
            let first = files.find(path).filter(|first| *first != path)?;
            Some(format!("{path} is served as {first}"))
        });
        if let Some(first) = others.next() {
            let named: Vec<String> = std::iter::once(first)
                .chain(others.take(NAMED - 1))
                .collect();
            notices.push(format!(
                "{title} finds files by their names alone: {}",
                named.join(", ")
            ));
        }
    }
    Imported {
        version: taken_as,
        notices,
    }
}

/// The files of a package, where the LMS finds them by their names alone.
pub(in crate::course) fn files_by_name(
    profile: &Profile,
    package: &OpenPackage,
) -> Option<FirstOfName> {
    let import = profile.import.as_ref()?;
    let files = package
        .package()
        .files
        .iter()
        .map(|file| file.path.as_str());
    (import.value.files == FileLookup::BaseName).then(|| FirstOfName::new(files))
}

/// The version that a text of `schemaversion` stands for; none where it is not known.
fn version_of(import: &Import, text: &str) -> Option<Version> {
    let texts = &import.schemaversions_2004;
    if texts.is_empty() {
        return None;
    }
    let fits = |pattern: &str| match pattern.strip_prefix('~') {
        Some(part) => text.contains(part),
        None => pattern == text || (pattern == "*" && text != "1.2"),
    };
    let is_2004 = texts.iter().any(|pattern| fits(pattern));
    Some(if is_2004 {
        Version::Scorm2004
    } else {
        Version::Scorm12
    })
}

fn refused_files(import: &Import, package: &OpenPackage) -> Vec<String> {
    let is_refused = |name: &str| {
        let extension = name.rsplit_once('.').map(|(_, it)| it.to_ascii_lowercase());
        extension.is_some_and(|it| import.refused_file_types.iter().any(|known| *known == it))
    };
    let files = package.package().files.iter();
    let names = files
        .map(|file| file.path.as_str())
        .filter(|name| is_refused(name));
    names.take(NAMED).map(str::to_owned).collect()
}
