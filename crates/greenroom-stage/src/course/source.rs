//! The manifest of a session's package, as the engine needs it.

use std::borrow::Cow;
use std::io::Read;

use greenroom_store::{OpenPackage, StoreError};
use scorm_package::manifest::{Item, Manifest};
use scorm_package::{MANIFEST, Problem};

use crate::{Fault, StageError};

/// A manifest that can be played.
pub(super) struct Source<'p> {
    /// Decoded text of the manifest.
    pub(super) text: String,
    pub(super) manifest: Cow<'p, Manifest>,
}

/// Reads the manifest, and makes sure that something in it can be launched.
pub(super) fn read(package: &OpenPackage) -> Result<Source<'_>, StageError> {
    let mut bytes = Vec::new();
    let path = package.root().join(MANIFEST);
    package
        .open_file(MANIFEST)?
        .file
        .read_to_end(&mut bytes)
        .map_err(|source| StoreError::Read { path, source })?;
    let (text, _, _) = scorm_package::decode(&bytes);
    let (manifest, problems) = parsed(package, &text);
    let Some(manifest) = manifest else {
        let faults: Vec<String> = problems
            .iter()
            .take(5)
            .map(std::string::ToString::to_string)
            .collect();
        let message = format!(
            "the manifest cannot be read: {}",
            faults.first().map_or("", |fault| fault)
        );
        return Err(
            StageError::new(Fault::ManifestValidationError, message).detail("faults", faults)
        );
    };
    let Some(organization) = manifest.default_organization() else {
        let message = "the manifest has no organization, so nothing can be launched";
        return Err(StageError::new(Fault::ManifestValidationError, message));
    };
    let items: Vec<&Item> = organization.all_items().collect();
    let mut launchable = items.iter().filter_map(|item| manifest.launch_url(item));
    let Some(first) = launchable.next() else {
        return Err(nothing_to_launch(&manifest, &items));
    };
    // A missing launch file is told before a browser shows an empty page.
    package.open_file(&first)?;
    Ok(Source { text, manifest })
}

/// The model of the manifest: the session's own, unless the file was edited since.
fn parsed<'p>(
    package: &'p OpenPackage,
    text: &str,
) -> (Option<Cow<'p, Manifest>>, Cow<'p, [Problem]>) {
    let known = package.package().manifest_file.document.as_ref();
    if known.is_some_and(|document| document.text() == text) {
        return (
            package.manifest().map(Cow::Borrowed),
            Cow::Borrowed(package.problems()),
        );
    }
    let (manifest, problems) = scorm_package::parse(text);
    (manifest.map(Cow::Owned), Cow::Owned(problems))
}

fn nothing_to_launch(manifest: &Manifest, items: &[&Item]) -> StageError {
    let why = |item: &Item| match (&item.identifierref, manifest.resource_of(item)) {
        (None, _) => "it names no resource".to_owned(),
        (Some(reference), None) => format!("there is no resource {reference}"),
        (Some(reference), Some(_)) => format!("resource {reference} has no href"),
    };
    let looked_at: Vec<serde_json::Value> = items
        .iter()
        .map(|item| serde_json::json!({"item": item.identifier, "why": why(item)}))
        .collect();
    StageError::new(
        Fault::ManifestLaunchNotFound,
        "no item of the course can be launched",
    )
    .detail("items", looked_at)
}
