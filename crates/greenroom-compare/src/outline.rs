//! What changed in the activities: which there are, where they stand, what they launch, what is asked.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use scorm_package::Manifest;
use scorm_package::manifest::{Item, Organization};
use serde::Serialize;

use crate::sequencing;

/// What a change is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum About {
    /// Version, identifier or title of the course
    Course,
    /// Activities that came, went, moved or are called otherwise
    Structure,
    /// What is launched, and with what
    Launch,
    /// Scores, measures and times that are asked for
    Thresholds,
    Objectives,
    /// How learners move, and what rolls up
    Sequencing,
}

/// One change for learners.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Change {
    pub about: About,
    /// Identifier of the activity; none for the course
    #[serde(skip_serializing_if = "Option::is_none")]
    pub activity: Option<String>,
    pub what: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new: Option<String>,
}

/// What is said of one activity or of the course, each fact under a name.
pub(crate) type Facts = BTreeMap<(About, String), String>;

/// Compares two manifests, the default organization of each.
pub fn compare(old: &Manifest, new: &Manifest) -> Vec<Change> {
    let mut changes = Vec::new();
    facts_of(None, &of_course(old), &of_course(new), &mut changes);
    let (Some(old_root), Some(new_root)) = (old.default_organization(), new.default_organization())
    else {
        return changes;
    };
    let (before, after) = (Tree::of(old, old_root), Tree::of(new, new_root));
    structure(&before, &after, &mut changes);
    for (identifier, node) in &before.nodes {
        if let Some(now) = after.nodes.get(identifier) {
            facts_of(Some(identifier), &node.facts, &now.facts, &mut changes);
        }
    }
    changes.sort_by_key(|change| change.about);
    changes
}

struct Node {
    parent: String,
    title: String,
    launches: Option<String>,
    facts: Facts,
}

/// The activities of an organization.
struct Tree {
    nodes: BTreeMap<String, Node>,
    /// Children by parent, in order; the root is called `""`.
    children: BTreeMap<String, Vec<String>>,
}

impl Tree {
    fn of(manifest: &Manifest, organization: &Organization) -> Self {
        let mut tree = Self {
            nodes: BTreeMap::new(),
            children: BTreeMap::new(),
        };
        let mut open: Vec<(&Item, String)> = Vec::new();
        for item in organization.items.iter().rev() {
            open.push((item, String::new()));
        }
        while let Some((item, parent)) = open.pop() {
            let identifier = item.identifier.clone();
            let siblings = tree.children.entry(parent.clone()).or_default();
            siblings.push(identifier.clone());
            for child in item.children.iter().rev() {
                open.push((child, identifier.clone()));
            }
            let node = Node {
                parent,
                title: item.title.clone(),
                launches: launches(manifest, item),
                facts: of_item(manifest, item),
            };
            tree.nodes.entry(identifier).or_insert(node);
        }
        tree
    }

    fn name_of(&self, parent: &str) -> String {
        match self.nodes.get(parent) {
            Some(node) => format!("{parent} ({})", node.title),
            None => "the course".to_owned(),
        }
    }
}

fn launches(manifest: &Manifest, item: &Item) -> Option<String> {
    manifest.resource_of(item)?.url()
}

fn structure(before: &Tree, after: &Tree, changes: &mut Vec<Change>) {
    let change = |activity: &str, what: &str, old: Option<String>, new: Option<String>| Change {
        about: About::Structure,
        activity: Some(activity.to_owned()),
        what: what.to_owned(),
        old,
        new,
    };
    let gone: Vec<&String> = absent(&before.nodes, &after.nodes);
    let come: Vec<&String> = absent(&after.nodes, &before.nodes);
    let mut renamed: BTreeSet<&String> = BTreeSet::new();
    for identifier in &gone {
        let was = &before.nodes[*identifier];
        let successor = come.iter().find(|other| {
            let is = &after.nodes[**other];
            !renamed.contains(*other) && was.launches.is_some() && is.launches == was.launches
        });
        if let Some(successor) = successor {
            renamed.insert(successor);
            let what = "has another identifier: what learners did in it is not found again";
            changes.push(change(
                identifier,
                what,
                Some((*identifier).clone()),
                Some((*successor).clone()),
            ));
        } else {
            changes.push(change(identifier, "removed", Some(was.title.clone()), None));
        }
    }
    for identifier in come.iter().filter(|one| !renamed.contains(**one)) {
        let title = after.nodes[*identifier].title.clone();
        changes.push(change(identifier, "added", None, Some(title)));
    }
    for (identifier, was) in &before.nodes {
        if let Some(is) = after
            .nodes
            .get(identifier)
            .filter(|is| is.parent != was.parent)
        {
            let old = Some(before.name_of(&was.parent));
            let new = Some(after.name_of(&is.parent));
            changes.push(change(identifier, "moved to another parent", old, new));
        }
    }
    for (parent, children) in &before.children {
        let now = after.children.get(parent).map_or(&[][..], Vec::as_slice);
        let in_both = |all: &[String], others: &[String]| -> Vec<String> {
            let others: BTreeSet<&String> = others.iter().collect();
            all.iter()
                .filter(|one| others.contains(one))
                .cloned()
                .collect()
        };
        let (old, new) = (in_both(children, now), in_both(now, children));
        if old != new {
            let activity = Some(parent.clone()).filter(|parent| !parent.is_empty());
            changes.push(Change {
                about: About::Structure,
                activity,
                what: "order of the activities in it".to_owned(),
                old: Some(old.join(", ")),
                new: Some(new.join(", ")),
            });
        }
    }
}

fn absent<'a>(from: &'a BTreeMap<String, Node>, other: &BTreeMap<String, Node>) -> Vec<&'a String> {
    from.keys()
        .filter(|key| !other.contains_key(*key))
        .collect()
}

/// The changes between two sets of facts.
fn facts_of(activity: Option<&String>, old: &Facts, new: &Facts, changes: &mut Vec<Change>) {
    let keys: BTreeSet<_> = old.keys().chain(new.keys()).collect();
    for key in keys {
        let (was, is) = (old.get(key), new.get(key));
        if was != is {
            changes.push(Change {
                about: key.0,
                activity: activity.cloned(),
                what: key.1.clone(),
                old: was.cloned(),
                new: is.cloned(),
            });
        }
    }
}

fn of_course(manifest: &Manifest) -> Facts {
    let mut facts = Facts::new();
    let mut say = |about: About, what: &str, value: String| {
        facts.insert((about, what.to_owned()), value);
    };
    let version = manifest.schemaversion.clone();
    say(About::Course, "schemaversion", version.unwrap_or_default());
    say(About::Course, "identifier", manifest.identifier.clone());
    if let Some(root) = manifest.default_organization() {
        say(About::Course, "organization", root.identifier.clone());
        say(About::Course, "title", root.title.clone());
        sequencing::facts(&root.sequencing, &mut facts);
        if let Some(threshold) = &root.completion_threshold {
            sequencing::threshold(threshold, &mut facts);
        }
    }
    facts
}

fn of_item(manifest: &Manifest, item: &Item) -> Facts {
    let mut facts = Facts::new();
    let mut say = |about: About, what: &str, value: Option<String>| {
        if let Some(value) = value {
            facts.insert((about, what.to_owned()), value);
        }
    };
    say(About::Structure, "title", Some(item.title.clone()));
    let hidden = (!item.is_visible).then(|| "hidden".to_owned());
    say(About::Structure, "in the menu", hidden);
    say(About::Launch, "launch file", launches(manifest, item));
    let kind = manifest.resource_of(item).and_then(|one| one.scorm_type);
    say(
        About::Launch,
        "scormType",
        kind.map(|kind| kind.as_str().to_owned()),
    );
    say(About::Launch, "parameters", item.parameters.clone());
    say(
        About::Launch,
        "data from the LMS",
        item.data_from_lms.clone(),
    );
    let hide: Vec<&str> = item.hide_lms_ui.iter().map(|one| one.as_str()).collect();
    let hide = (!hide.is_empty()).then(|| hide.join(", "));
    say(About::Launch, "hidden controls of the LMS", hide);
    say(
        About::Thresholds,
        "mastery score",
        item.mastery_score.clone(),
    );
    say(
        About::Thresholds,
        "time allowed",
        item.max_time_allowed.clone(),
    );
    let action = item
        .time_limit_action
        .map(|action| action.as_str().to_owned());
    say(About::Thresholds, "when time is up", action);
    let script = item.prerequisites.as_ref().map(|one| one.script.clone());
    say(About::Sequencing, "prerequisites", script);
    if let Some(threshold) = &item.completion_threshold {
        sequencing::threshold(threshold, &mut facts);
    }
    sequencing::facts(&item.sequencing, &mut facts);
    facts
}

#[cfg(test)]
mod tests;
