//! Maps between the objectives of an activity and global objectives.

use std::collections::BTreeSet;

use scorm_package::xml::{Attribute, Node, Vocabulary};

use crate::LintCx;
use crate::activity::{is_objective, is_true, objective_id};

/// Attributes of a map that are true unless they are written.
const READS: &[&str] = &[
    "readSatisfiedStatus",
    "readNormalizedMeasure",
    "readRawScore",
    "readMinScore",
    "readMaxScore",
    "readCompletionStatus",
    "readProgressMeasure",
];

/// One map of an activity.
pub(super) struct Map<'a> {
    pub(super) node: Node<'a>,
    pub(super) activity: &'a str,
    pub(super) target: String,
    pub(super) reads: bool,
    pub(super) writes: bool,
}

/// The maps that activities have, each element once.
pub(super) fn of_activities<'a>(cx: &LintCx<'a>) -> Vec<Map<'a>> {
    let mut maps = Vec::new();
    let mut seen = BTreeSet::new();
    for activity in &cx.activities().list {
        let extended = activity.part(Vocabulary::Adlseq, "objectives");
        let extended = extended.into_iter().flat_map(Node::children);
        for objective in activity.objectives().into_iter().chain(extended) {
            for node in objective.children().filter(|node| node.name() == "mapInfo") {
                if seen.insert((activity.id(), node.id())) {
                    let (reads, writes) = (reads(node), !stated_on(node, "write").is_empty());
                    maps.push(Map {
                        node,
                        activity: activity.id(),
                        target: target(node),
                        reads,
                        writes,
                    });
                }
            }
        }
    }
    maps
}

/// Every objective that has maps.
pub(super) fn objectives<'a>(cx: &LintCx<'a>) -> impl Iterator<Item = Node<'a>> {
    let primary = cx.all(Vocabulary::Imsss, "primaryObjective");
    let others = cx
        .all(Vocabulary::Imsss, "objective")
        .filter(|node| is_objective(*node));
    let extended = cx.all(Vocabulary::Adlseq, "objective");
    primary
        .chain(others)
        .chain(extended)
        .collect::<Vec<_>>()
        .into_iter()
}

/// The flags of an objective's maps that are explicitly true and whose names begin so.
pub(super) fn stated<'a>(objective: Node<'a>, prefix: &str) -> Vec<(Node<'a>, Attribute<'a>)> {
    let maps = objective.children().filter(|node| node.name() == "mapInfo");
    maps.flat_map(|map| {
        stated_on(map, prefix)
            .into_iter()
            .map(move |found| (map, found))
    })
    .collect()
}

/// The global objective of a map.
pub(super) fn target(map: Node<'_>) -> String {
    map.attribute("targetObjectiveID")
        .map(|found| objective_id(found.value()))
        .unwrap_or_default()
}

fn stated_on<'a>(map: Node<'a>, prefix: &str) -> Vec<Attribute<'a>> {
    map.attributes()
        .filter(|a| a.name().starts_with(prefix) && is_true(*a, false))
        .collect()
}

/// Does the map read anything? Flags that are not written are true.
fn reads(map: Node<'_>) -> bool {
    let extended = map.vocabulary() == Vocabulary::Adlseq;
    let own = if extended { &READS[2..] } else { &READS[..2] };
    own.iter()
        .any(|name| map.attribute(name).is_none_or(|flag| is_true(flag, true)))
}
