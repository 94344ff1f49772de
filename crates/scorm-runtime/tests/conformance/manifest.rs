//! What a manifest gives to the launch of an item.

use std::collections::HashMap;
use std::path::Path;

use roxmltree::{Document, Node};
use scorm_runtime::{LmsData, ObjectiveSeed, SharedData};

/// Launch data by item identifier; without learner, entry and prior data.
pub(crate) fn launches(path: &Path) -> HashMap<String, LmsData> {
    let bytes = std::fs::read(path).expect("readable manifest");
    let text = String::from_utf8(bytes).expect("UTF-8 manifest");
    let document = Document::parse(&text).expect("well-formed manifest");
    let sequencings: HashMap<&str, Node<'_, '_>> = document
        .descendants()
        .filter(|node| node.tag_name().name() == "sequencing")
        .filter_map(|node| Some((node.attribute("ID")?, node)))
        .collect();
    document
        .descendants()
        .filter(|node| node.tag_name().name() == "item")
        .map(|item| {
            let id = item
                .attribute("identifier")
                .unwrap_or_default()
                .trim()
                .to_owned();
            (id, launch(item, &sequencings))
        })
        .collect()
}

fn launch<'a>(item: Node<'a, 'a>, shared: &HashMap<&str, Node<'a, 'a>>) -> LmsData {
    let text = |name| {
        child(item, name)
            .and_then(|node| node.text())
            .map(str::to_owned)
    };
    let threshold = child(item, "completionThreshold")
        .filter(|node| node.attribute("completedByMeasure") == Some("true"))
        .map(|node| {
            node.attribute("minProgressMeasure")
                .unwrap_or("1.0")
                .to_owned()
        });
    let own = child(item, "sequencing");
    let referred = own
        .and_then(|node| node.attribute("IDRef"))
        .and_then(|id| shared.get(id));
    let from_sequencing = |name| {
        own.and_then(|node| child(node, name))
            .or_else(|| referred.and_then(|node| child(*node, name)))
    };
    let objectives = from_sequencing("objectives");
    let primary = objectives.and_then(|node| child(node, "primaryObjective"));
    let passing = primary
        .filter(|node| node.attribute("satisfiedByMeasure") == Some("true"))
        .map(|node| {
            child(node, "minNormalizedMeasure")
                .and_then(|node| node.text())
                .unwrap_or("1.0")
                .to_owned()
        });
    LmsData {
        launch_data: text("dataFromLMS"),
        time_limit_action: text("timeLimitAction"),
        max_time_allowed: from_sequencing("limitConditions")
            .and_then(|node| node.attribute("attemptAbsoluteDurationLimit"))
            .map(str::to_owned),
        completion_threshold: threshold,
        scaled_passing_score: passing,
        objectives: objectives
            .into_iter()
            .flat_map(|node| node.children())
            .filter_map(|node| node.attribute("objectiveID"))
            .map(|id| ObjectiveSeed {
                id: collapse(id),
                ..ObjectiveSeed::default()
            })
            .collect(),
        shared_data: child(item, "data")
            .into_iter()
            .flat_map(|node| node.children())
            .filter_map(|map| {
                Some(SharedData {
                    id: map.attribute("targetID")?.to_owned(),
                    store: None,
                    read: map.attribute("readSharedData") != Some("false"),
                    write: map.attribute("writeSharedData") != Some("false"),
                })
            })
            .collect(),
        ..LmsData::default()
    }
}

/// An objective identifier as the cases read it: escaped blanks decoded, blanks collapsed.
fn collapse(id: &str) -> String {
    id.replace("%20", " ")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

fn child<'a>(node: Node<'a, 'a>, name: &str) -> Option<Node<'a, 'a>> {
    node.children()
        .find(|child| child.tag_name().name() == name)
}
