//! What refers to what.

use std::collections::BTreeSet;
use std::collections::hash_map::Entry;

use ahash::{AHashMap, AHashSet};
use scorm_package::xml::{Attribute, ElementId, Node, Vocabulary};

use crate::LintCx;

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
