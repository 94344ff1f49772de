//! `imsss:objectives` and the maps that `adlseq:objectives` adds to them.

use crate::manifest::Source;
use crate::manifest::reader::{Reader, trimmed};
use crate::problem::ProblemKind;
use crate::xml::{Node, Vocabulary};

/// The objectives of an activity.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Objectives {
    /// `primaryObjective`: the one that takes part in rollup.
    pub primary: Option<Objective>,
    /// `objective`.
    pub others: Vec<Objective>,
}

impl Objectives {
    /// The primary objective first, then the others.
    pub fn iter(&self) -> impl Iterator<Item = &Objective> {
        self.primary.iter().chain(&self.others)
    }

    fn find_mut(&mut self, id: &str) -> Option<&mut Objective> {
        let mut all = self.primary.iter_mut().chain(&mut self.others);
        all.find(|objective| objective.id.as_deref() == Some(id))
    }
}

/// An objective.
#[derive(Clone, Debug, PartialEq)]
pub struct Objective {
    /// `@objectiveID`; only a primary objective may have none.
    pub id: Option<String>,
    /// `@satisfiedByMeasure`, false by default.
    pub satisfied_by_measure: bool,
    /// `minNormalizedMeasure`, 1.0 by default.
    pub min_normalized_measure: f64,
    /// `imsss:mapInfo`.
    pub maps: Vec<ObjectiveMap>,
    /// `adlseq:mapInfo` of the `adlseq:objective` of the same id.
    pub adl_maps: Vec<AdlObjectiveMap>,
    /// The objective's element.
    pub source: Source,
}

/// `imsss:mapInfo`: what is shared with a global objective.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectiveMap {
    /// `@targetObjectiveID`.
    pub target_objective_id: String,
    /// Default true.
    pub read_satisfied_status: bool,
    /// Default true.
    pub read_normalized_measure: bool,
    /// Default false.
    pub write_satisfied_status: bool,
    /// Default false.
    pub write_normalized_measure: bool,
}

/// `adlseq:mapInfo` (4th Edition); reads are true and writes false by default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdlObjectiveMap {
    /// `@targetObjectiveID`.
    pub target_objective_id: String,
    /// `@readRawScore`.
    pub read_raw_score: bool,
    /// `@readMinScore`.
    pub read_min_score: bool,
    /// `@readMaxScore`.
    pub read_max_score: bool,
    /// `@readCompletionStatus`.
    pub read_completion_status: bool,
    /// `@readProgressMeasure`.
    pub read_progress_measure: bool,
    /// `@writeRawScore`.
    pub write_raw_score: bool,
    /// `@writeMinScore`.
    pub write_min_score: bool,
    /// `@writeMaxScore`.
    pub write_max_score: bool,
    /// `@writeCompletionStatus`.
    pub write_completion_status: bool,
    /// `@writeProgressMeasure`.
    pub write_progress_measure: bool,
}

pub(super) fn read(reader: &mut Reader<'_>, node: Node<'_>) -> Objectives {
    let mut objectives = Objectives::default();
    for child in node.children() {
        match (child.vocabulary(), child.name()) {
            (Vocabulary::Imsss, "primaryObjective") => {
                objectives.primary = Some(read_objective(reader, child));
            }
            (Vocabulary::Imsss, "objective") => {
                let objective = read_objective(reader, child);
                if objective.id.is_none() {
                    let message = "this objective has no objectiveID; it is ignored".to_owned();
                    reader.problem(ProblemKind::MissingAttribute, child.start_tag(), message);
                } else {
                    objectives.others.push(objective);
                }
            }
            _ => {}
        }
    }
    objectives
}

fn read_objective(reader: &mut Reader<'_>, node: Node<'_>) -> Objective {
    let mut objective = Objective {
        id: reader.id(node, "objectiveID"),
        satisfied_by_measure: reader.boolean(node, "satisfiedByMeasure", false),
        min_normalized_measure: 1.0,
        maps: Vec::new(),
        adl_maps: Vec::new(),
        source: node.into(),
    };
    if let Some(element) = node.child(Vocabulary::Imsss, "minNormalizedMeasure")
        && let Some(text) = trimmed(element)
    {
        let measure = reader.real_value("minNormalizedMeasure", &text, element.span(), (-1.0, 1.0));
        objective.min_normalized_measure = measure.unwrap_or(1.0);
    }
    for map in node.children_named(Vocabulary::Imsss, "mapInfo") {
        let Some(target_objective_id) = reader.required_id(map, "targetObjectiveID") else {
            continue;
        };
        objective.maps.push(ObjectiveMap {
            target_objective_id,
            read_satisfied_status: reader.boolean(map, "readSatisfiedStatus", true),
            read_normalized_measure: reader.boolean(map, "readNormalizedMeasure", true),
            write_satisfied_status: reader.boolean(map, "writeSatisfiedStatus", false),
            write_normalized_measure: reader.boolean(map, "writeNormalizedMeasure", false),
        });
    }
    objective
}

/// Adds the maps of each `adlseq:objective` to the objective of the same id.
pub(super) fn add_adl_maps(
    reader: &mut Reader<'_>,
    node: Node<'_>,
    objectives: &mut Objectives,
    is_template: bool,
) {
    for child in node.children_named(Vocabulary::Adlseq, "objective") {
        let Some(id) = reader.required_id(child, "objectiveID") else {
            continue;
        };
        let Some(objective) = objectives.find_mut(&id) else {
            if !is_template {
                let message =
                    format!("adlseq:objective `{id}` names no objective of this activity");
                reader.problem(ProblemKind::ObjectiveUnknown, child.start_tag(), message);
            }
            continue;
        };
        for map in child.children_named(Vocabulary::Adlseq, "mapInfo") {
            objective.adl_maps.extend(read_adl_map(reader, map));
        }
    }
}

fn read_adl_map(reader: &mut Reader<'_>, node: Node<'_>) -> Option<AdlObjectiveMap> {
    let target_objective_id = reader.required_id(node, "targetObjectiveID")?;
    let mut flag = |name, default| reader.boolean(node, name, default);
    Some(AdlObjectiveMap {
        target_objective_id,
        read_raw_score: flag("readRawScore", true),
        read_min_score: flag("readMinScore", true),
        read_max_score: flag("readMaxScore", true),
        read_completion_status: flag("readCompletionStatus", true),
        read_progress_measure: flag("readProgressMeasure", true),
        write_raw_score: flag("writeRawScore", false),
        write_min_score: flag("writeMinScore", false),
        write_max_score: flag("writeMaxScore", false),
        write_completion_status: flag("writeCompletionStatus", false),
        write_progress_measure: flag("writeProgressMeasure", false),
    })
}
