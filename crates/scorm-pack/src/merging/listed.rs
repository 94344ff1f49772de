//! What the manifest says of files that go.

use std::collections::{BTreeMap, BTreeSet};

use scorm_package::Manifest;
use scorm_package::files::file_path;
use scorm_package::manifest::{File, Resource};
use scorm_package::xml::{Document, Vocabulary};

use super::Merge;
use crate::edits::{Edit, escaped};
use crate::file_lists::{href, with_indent};

/// Files that the manifest names elsewhere than in a plain `file`.
pub(super) fn unmovable(manifest: &Manifest, document: &Document) -> BTreeSet<String> {
    let launched = manifest.resources.iter().filter_map(Resource::url);
    let described = manifest.resources.iter().flat_map(|resource| {
        let files = resource.files.iter();
        let described = files.filter(|file| file.metadata.is_some());
        described.map(|file| resource.file_url(file))
    });
    let locations = document.elements();
    let locations = locations.filter(|node| node.is(Vocabulary::Adlcp, "location"));
    let located = locations.map(|node| node.text().trim().to_owned());
    let named = launched.chain(described).chain(located);
    named.filter_map(|url| meant(&url)).collect()
}

/// Lists what is kept in the place of what goes, once in each resource.
pub(super) fn edits(manifest: &Manifest, document: &Document, merges: &[Merge]) -> Vec<Edit> {
    let merges = merges
        .iter()
        .map(|one| (one.gone.as_str(), one.kept.as_str()));
    let merges: BTreeMap<&str, &str> = merges.collect();
    let mut edits = Vec::new();
    for resource in &manifest.resources {
        let path = |file: &File| meant(&resource.file_url(file));
        let files = resource.files.iter().filter_map(path);
        let mut listed: BTreeSet<String> = files.collect();
        for file in &resource.files {
            let gone = path(file);
            let kept = gone.as_deref().and_then(|gone| merges.get(gone));
            let (Some(kept), Some(node)) = (kept, document.element(file.source.element)) else {
                continue;
            };
            if listed.insert((*kept).to_owned()) {
                let (name, href) = (node.qualified_name(), escaped(&href(&resource.base, kept)));
                let new = format!("<{name} href=\"{href}\"/>");
                edits.push(Edit::replace(file.source.span, new));
            } else {
                let span = with_indent(document.text(), file.source.span);
                edits.push(Edit::replace(span, ""));
            }
        }
    }
    edits
}

fn meant(url: &str) -> Option<String> {
    file_path(url.replace('\\', "/").trim_start_matches('/')).ok()
}
