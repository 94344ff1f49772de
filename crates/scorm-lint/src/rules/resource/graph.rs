//! What refers to what.

use std::collections::BTreeSet;
use std::collections::hash_map::Entry;

use ahash::{AHashMap, AHashSet};
use scorm_package::xml::{Attribute, ElementId, Node, Vocabulary};

use crate::href::HrefKind;
use crate::suggestion::quoted;
use crate::{Findings, LintCx};

/// Dependencies that are followed in search of files. Beyond that nothing is reported.
pub(super) const STEPS: usize = 1_000_000;

/// The resources that a resource depends on, with the attribute that says so.
pub(super) fn dependencies<'a>(
    cx: &LintCx<'a>,
    resource: Node<'a>,
) -> impl Iterator<Item = (Attribute<'a>, Node<'a>)> {
    resource
        .children_named(Vocabulary::Imscp, "dependency")
        .filter_map(|dependency| {
            let reference = dependency.attribute("identifierref")?;
            Some((reference, cx.resource(reference.value())?))
        })
}

/// Whether a resource is among `wanted` or depends on one of them; circles end. Takes a step off
/// `steps` for each resource, and none if they do not suffice.
pub(super) fn reaches<'a>(
    cx: &LintCx<'a>,
    resource: Node<'a>,
    wanted: &AHashSet<ElementId>,
    steps: &mut usize,
) -> Option<bool> {
    let mut seen = AHashSet::from([resource.id()]);
    let mut open = vec![resource];
    while let Some(resource) = open.pop() {
        if wanted.contains(&resource.id()) {
            return Some(true);
        }
        for (_, next) in dependencies(cx, resource) {
            *steps = steps.checked_sub(1)?;
            if seen.insert(next.id()) {
                open.push(next);
            }
        }
    }
    Some(false)
}

/// For each resource the circle it is in, by number; resources that depend on each other share
/// one. By Kosaraju: those that are done last are gone through backwards.
pub(super) fn circles(cx: &LintCx<'_>) -> AHashMap<ElementId, usize> {
    let mut backwards: AHashMap<ElementId, Vec<ElementId>> = AHashMap::new();
    let mut seen = AHashSet::new();
    let mut done = Vec::new();
    for resource in cx.resources() {
        if !seen.insert(resource.id()) {
            continue;
        }
        let mut open = vec![(resource, dependencies(cx, resource))];
        while let Some((resource, rest)) = open.last_mut() {
            let id = resource.id();
            if let Some((_, next)) = rest.next() {
                backwards.entry(next.id()).or_default().push(id);
                if seen.insert(next.id()) {
                    open.push((next, dependencies(cx, next)));
                }
            } else {
                done.push(id);
                open.pop();
            }
        }
    }
    let mut circles = AHashMap::new();
    for (number, id) in done.into_iter().rev().enumerate() {
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            if let Entry::Vacant(entry) = circles.entry(id) {
                entry.insert(number);
                open.extend(backwards.get(&id).into_iter().flatten());
            }
        }
    }
    circles
}

/// All identifiers inside an element.
pub(crate) fn identifiers<'a>(node: Node<'a>, into: &mut BTreeSet<&'a str>) {
    into.extend(
        node.attribute("identifier")
            .map(|found| found.value().trim()),
    );
    node.children().for_each(|child| identifiers(child, into));
}

/// Reports that a reference names no resource, and which one is probably meant.
pub(super) fn no_such_resource(cx: &LintCx<'_>, out: &mut Findings<'_>, reference: Attribute<'_>) {
    let id = reference.value();
    let resources = cx.resources().filter_map(|one| one.attribute("identifier"));
    let near = out.nearest(id, resources.map(|known| known.value().trim()));
    let draft = out.at(reference, format!("there is no resource `{id}`"));
    if let Some(near) = near {
        draft.suggest(format!("Did you mean {}?", quoted(near)));
    }
}

/// For each file the resources that list it. Letter case has a rule of its own.
pub(super) fn listing(cx: &LintCx<'_>) -> AHashMap<String, AHashSet<ElementId>> {
    let mut listing: AHashMap<String, AHashSet<ElementId>> = AHashMap::new();
    let files = cx.hrefs().iter();
    for file in files.filter(|href| href.kind == HrefKind::File) {
        // A query behind the name of a file has a rule of its own.
        let path = file.file().and_then(|file| file.split(['?', '#']).next());
        if let (Some(path), Some(resource)) = (path, file.node.parent()) {
            listing
                .entry(path.to_lowercase())
                .or_default()
                .insert(resource.id());
        }
    }
    listing
}
