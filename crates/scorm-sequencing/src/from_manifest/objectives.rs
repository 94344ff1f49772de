//! Objectives with their maps; global objectives get their ids here.

use scorm_package::manifest::sequencing as model;

use super::Builder;
use crate::definition::{MapItem, Objective, Objectives};
use crate::tree::GlobalId;

impl Builder {
    pub(super) fn objectives(
        &mut self,
        activity: &str,
        objectives: &model::Objectives,
    ) -> Objectives {
        let primary = match &objectives.primary {
            Some(primary) => self.objective(activity, primary),
            None => Objective::default(),
        };
        let others: Vec<Objective> = objectives
            .others
            .iter()
            .map(|other| self.objective(activity, other))
            .collect();
        Objectives::new(primary, others)
    }

    fn objective(&mut self, activity: &str, objective: &model::Objective) -> Objective {
        let mut converted = Objective {
            id: objective.id.as_deref().map(uri),
            satisfied_by_measure: objective.satisfied_by_measure,
            min_normalized_measure: objective.min_normalized_measure,
            ..Objective::default()
        };
        for map in &objective.maps {
            let items = [
                (
                    MapItem::SatisfiedStatus,
                    map.read_satisfied_status,
                    map.write_satisfied_status,
                ),
                (
                    MapItem::NormalizedMeasure,
                    map.read_normalized_measure,
                    map.write_normalized_measure,
                ),
            ];
            self.map(activity, &mut converted, &map.target_objective_id, &items);
        }
        let offers_adl_maps =
            objective.adl_maps.is_empty() || self.offers_4th(activity, "adlseq:objectives");
        for map in objective.adl_maps.iter().filter(|_| offers_adl_maps) {
            let items = [
                (MapItem::RawScore, map.read_raw_score, map.write_raw_score),
                (MapItem::MinScore, map.read_min_score, map.write_min_score),
                (MapItem::MaxScore, map.read_max_score, map.write_max_score),
                (
                    MapItem::CompletionStatus,
                    map.read_completion_status,
                    map.write_completion_status,
                ),
                (
                    MapItem::ProgressMeasure,
                    map.read_progress_measure,
                    map.write_progress_measure,
                ),
            ];
            self.map(activity, &mut converted, &map.target_objective_id, &items);
        }
        converted
    }

    /// Adds what one map reads from `target` and writes to it.
    fn map(
        &mut self,
        activity: &str,
        converted: &mut Objective,
        target: &str,
        items: &[(MapItem, bool, bool)],
    ) {
        let global = self.global(&uri(target));
        for &(item, read, write) in items {
            if read && !converted.read.add(item, global) {
                let message = format!(
                    "{item:?} of an objective is read from more than one global objective; \
                     `{target}` is ignored"
                );
                self.problem(activity, message);
            }
            if write {
                converted.write.add(item, global);
            }
        }
    }

    fn global(&mut self, name: &str) -> GlobalId {
        if let Some(id) = self.global_ids.get(name) {
            return *id;
        }
        let id = GlobalId(self.globals.len() as u32);
        self.globals.push(name.to_owned());
        self.global_ids.insert(name.to_owned(), id);
        id
    }
}

/// An objective's id for comparing: blanks are one, escaped or not, as ADL's cases want it.
pub(super) fn uri(text: &str) -> String {
    if !text.contains(|c: char| c == '%' || c.is_whitespace()) {
        return text.to_owned();
    }
    let mut unescaped = text.to_owned();
    for escape in ["%20", "%09", "%0A", "%0a", "%0D", "%0d"] {
        unescaped = unescaped.replace(escape, " ");
    }
    unescaped.split_whitespace().collect::<Vec<_>>().join(" ")
}
