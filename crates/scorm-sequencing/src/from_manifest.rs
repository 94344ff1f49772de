//! Makes an activity tree from an organization of a manifest.

use std::collections::HashMap;

use scorm_package::ScormVersion;
use scorm_package::manifest::sequencing as model;
use scorm_package::manifest::{self as manifest, Item, Manifest, Organization};

use crate::definition::{
    ChildActivitySet, CompletionThreshold, Condition, Definition, MapItem, Objective, Objectives,
    Rollup, RollupRule, RuleCondition, RuleConditions, SequencingRule,
};
use crate::prerequisites::Prerequisites;
use crate::tree::{ActivityParts, ActivityTree, GlobalId};

/// Something in the sequencing of an activity that cannot be carried out as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeProblem {
    /// Identifier of the activity.
    pub activity: String,
    /// What is wrong and what was done instead.
    pub message: String,
}

impl ActivityTree {
    /// The tree of one organization.
    ///
    /// SCORM 1.2 has no sequencing: its items are taken in order or by free choice, as far as
    /// their prerequisites allow.
    pub fn new(manifest: &Manifest, organization: &Organization) -> (Self, Vec<TreeProblem>) {
        let mut builder = Builder {
            is_2004: manifest.version.is_2004(),
            parts: Vec::new(),
            globals: Vec::new(),
            global_ids: HashMap::new(),
            problems: Vec::new(),
        };
        builder.add_organization(organization);
        // Depth first without recursion: a manifest can be nested deeper than the stack.
        let mut open: Vec<(&Item, u32)> = organization
            .items
            .iter()
            .rev()
            .map(|item| (item, 1))
            .collect();
        while let Some((item, depth)) = open.pop() {
            builder.add_item(item, depth);
            open.extend(item.children.iter().rev().map(|child| (child, depth + 1)));
        }
        debug_assert!(manifest.version != ScormVersion::Scorm12 || builder.globals.is_empty());
        let to_system = organization.objectives_global_to_system;
        (
            Self::assemble(builder.parts, builder.globals, to_system),
            builder.problems,
        )
    }
}

struct Builder {
    is_2004: bool,
    parts: Vec<ActivityParts>,
    globals: Vec<String>,
    global_ids: HashMap<String, GlobalId>,
    problems: Vec<TreeProblem>,
}

impl Builder {
    fn add_organization(&mut self, organization: &Organization) {
        let mut definition = self.definition(&organization.identifier, &organization.sequencing);
        definition.completion_threshold = threshold(organization.completion_threshold.as_ref());
        definition.run_time_threshold = None;
        self.parts.push(ActivityParts {
            depth: 0,
            identifier: organization.identifier.clone(),
            title: organization.title.clone(),
            is_visible: true,
            resource: None,
            definition,
        });
    }

    fn add_item(&mut self, item: &Item, depth: u32) {
        let mut definition = self.definition(&item.identifier, &item.sequencing);
        definition.completion_threshold = threshold(item.completion_threshold.as_ref());
        definition.run_time_threshold = item
            .completion_threshold
            .as_ref()
            .and_then(run_time_threshold);
        definition.shared_data.clone_from(&item.shared_data);
        if item.children.is_empty() {
            definition.hide_lms_ui.clone_from(&item.hide_lms_ui);
        }
        if let Some(prerequisites) = &item.prerequisites
            && !self.is_2004
        {
            match Prerequisites::parse(&prerequisites.script) {
                Ok(expression) => definition.prerequisites = Some(expression),
                Err(fault) => self.problem(
                    &item.identifier,
                    format!("the prerequisites cannot be read and are ignored: {fault}"),
                ),
            }
        }
        self.parts.push(ActivityParts {
            depth,
            identifier: item.identifier.clone(),
            title: item.title.clone(),
            is_visible: item.is_visible,
            resource: item.identifierref.clone(),
            definition,
        });
    }

    fn problem(&mut self, activity: &str, message: String) {
        self.problems.push(TreeProblem {
            activity: activity.to_owned(),
            message,
        });
    }

    fn definition(&mut self, activity: &str, sequencing: &model::Sequencing) -> Definition {
        if !self.is_2004 {
            return scorm12_definition();
        }
        let objectives = self.objectives(activity, &sequencing.objectives);
        let rules = &sequencing.rules;
        Definition {
            control_mode: sequencing.control_mode,
            constrained_choice: sequencing.constrained_choice,
            pre_condition_rules: self.rules(activity, &rules.pre_condition, &objectives),
            exit_condition_rules: self
                .rules(activity, &rules.exit_condition, &objectives)
                .into_iter()
                .map(|rule| rule.conditions)
                .collect(),
            post_condition_rules: self.rules(activity, &rules.post_condition, &objectives),
            attempt_limit: sequencing.limit_conditions.attempt_limit,
            attempt_absolute_duration_limit: sequencing
                .limit_conditions
                .attempt_absolute_duration_limit
                .clone(),
            rollup: rollup(sequencing),
            objectives,
            randomization: sequencing.randomization,
            delivery_controls: sequencing.delivery,
            ..Definition::default()
        }
    }

    fn rules<Action: Copy>(
        &mut self,
        activity: &str,
        rules: &[model::SequencingRule<Action>],
        objectives: &Objectives,
    ) -> Vec<SequencingRule<Action>> {
        let mut converted = Vec::with_capacity(rules.len());
        for rule in rules {
            let mut conditions = Vec::with_capacity(rule.conditions.len());
            for condition in &rule.conditions {
                let mut objective = 0;
                if let Some(id) = &condition.referenced_objective {
                    objective = objectives.find(&uri(id)).unwrap_or_else(|| {
                        let message = format!(
                            "a rule refers to the objective `{id}`, which the activity does not \
                             have; its primary objective is taken"
                        );
                        self.problem(activity, message);
                        0
                    });
                }
                conditions.push(RuleCondition {
                    condition: rule_condition(condition),
                    negated: condition.operator == model::Operator::Not,
                    objective,
                });
            }
            let conditions = RuleConditions {
                combination: rule.combination,
                conditions,
            };
            converted.push(SequencingRule {
                conditions,
                action: rule.action,
            });
        }
        converted
    }

    fn objectives(&mut self, activity: &str, objectives: &model::Objectives) -> Objectives {
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
        let mut maps: Vec<(&str, MapItem, bool, bool)> = Vec::new();
        for map in &objective.maps {
            let target = map.target_objective_id.as_str();
            maps.extend([
                (
                    target,
                    MapItem::SatisfiedStatus,
                    map.read_satisfied_status,
                    map.write_satisfied_status,
                ),
                (
                    target,
                    MapItem::NormalizedMeasure,
                    map.read_normalized_measure,
                    map.write_normalized_measure,
                ),
            ]);
        }
        for map in &objective.adl_maps {
            let target = map.target_objective_id.as_str();
            maps.extend([
                (
                    target,
                    MapItem::RawScore,
                    map.read_raw_score,
                    map.write_raw_score,
                ),
                (
                    target,
                    MapItem::MinScore,
                    map.read_min_score,
                    map.write_min_score,
                ),
                (
                    target,
                    MapItem::MaxScore,
                    map.read_max_score,
                    map.write_max_score,
                ),
                (
                    target,
                    MapItem::CompletionStatus,
                    map.read_completion_status,
                    map.write_completion_status,
                ),
                (
                    target,
                    MapItem::ProgressMeasure,
                    map.read_progress_measure,
                    map.write_progress_measure,
                ),
            ]);
        }
        for (target, item, read, write) in maps {
            let global = self.global(&uri(target));
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
        converted
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
fn uri(text: &str) -> String {
    let mut unescaped = text.to_owned();
    for escape in ["%20", "%09", "%0A", "%0a", "%0D", "%0d"] {
        unescaped = unescaped.replace(escape, " ");
    }
    unescaped.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Item order and free choice; what the content reports is all that is known.
fn scorm12_definition() -> Definition {
    let mut definition = Definition::default();
    definition.control_mode.flow = true;
    definition.delivery_controls.completion_set_by_content = true;
    definition.delivery_controls.objective_set_by_content = true;
    definition
}

fn rule_condition(condition: &model::RuleCondition) -> Condition {
    use model::RuleConditionType as Type;
    match condition.condition {
        Type::Satisfied => Condition::Satisfied,
        Type::ObjectiveStatusKnown => Condition::ObjectiveStatusKnown,
        Type::ObjectiveMeasureKnown => Condition::ObjectiveMeasureKnown,
        Type::ObjectiveMeasureGreaterThan => {
            Condition::ObjectiveMeasureGreaterThan(condition.measure_threshold)
        }
        Type::ObjectiveMeasureLessThan => {
            Condition::ObjectiveMeasureLessThan(condition.measure_threshold)
        }
        Type::Completed => Condition::Completed,
        Type::ActivityProgressKnown => Condition::ActivityProgressKnown,
        Type::Attempted => Condition::Attempted,
        Type::AttemptLimitExceeded => Condition::AttemptLimitExceeded,
        Type::TimeLimitExceeded => Condition::TimeLimitExceeded,
        Type::OutsideAvailableTimeRange => Condition::OutsideAvailableTimeRange,
        Type::Always => Condition::Always,
    }
}

fn rollup(sequencing: &model::Sequencing) -> Rollup {
    let rules = &sequencing.rollup_rules;
    Rollup {
        objective_satisfied: rules.rollup_objective_satisfied,
        progress_completion: rules.rollup_progress_completion,
        objective_measure_weight: rules.objective_measure_weight,
        rules: rules.rules.iter().map(rollup_rule).collect(),
        considerations: sequencing.rollup_considerations,
    }
}

fn rollup_rule(rule: &model::RollupRule) -> RollupRule {
    let condition = |condition: &model::RollupCondition| RuleCondition {
        condition: rollup_condition(condition.condition),
        negated: condition.operator == model::Operator::Not,
        objective: 0,
    };
    RollupRule {
        child_activity_set: match rule.child_activity_set {
            model::ChildActivitySet::All => ChildActivitySet::All,
            model::ChildActivitySet::Any => ChildActivitySet::Any,
            model::ChildActivitySet::None => ChildActivitySet::None,
            model::ChildActivitySet::AtLeastCount => {
                ChildActivitySet::AtLeastCount(rule.minimum_count)
            }
            model::ChildActivitySet::AtLeastPercent => {
                ChildActivitySet::AtLeastPercent(rule.minimum_percent)
            }
        },
        conditions: RuleConditions {
            combination: rule.combination,
            conditions: rule.conditions.iter().map(condition).collect(),
        },
        action: rule.action,
    }
}

fn rollup_condition(condition: model::RollupConditionType) -> Condition {
    use model::RollupConditionType as Type;
    match condition {
        Type::Satisfied => Condition::Satisfied,
        Type::ObjectiveStatusKnown => Condition::ObjectiveStatusKnown,
        Type::ObjectiveMeasureKnown => Condition::ObjectiveMeasureKnown,
        Type::Completed => Condition::Completed,
        Type::ActivityProgressKnown => Condition::ActivityProgressKnown,
        Type::Attempted => Condition::Attempted,
        Type::AttemptLimitExceeded => Condition::AttemptLimitExceeded,
        Type::TimeLimitExceeded => Condition::TimeLimitExceeded,
        Type::OutsideAvailableTimeRange => Condition::OutsideAvailableTimeRange,
    }
}

/// The 3rd Edition's threshold, written as text, takes no part in sequencing.
fn threshold(threshold: Option<&manifest::CompletionThreshold>) -> CompletionThreshold {
    match threshold {
        Some(threshold) if threshold.text.is_none() => CompletionThreshold {
            completed_by_measure: threshold.completed_by_measure,
            min_progress_measure: threshold.min_progress_measure,
            progress_weight: threshold.progress_weight,
        },
        _ => CompletionThreshold::default(),
    }
}

fn run_time_threshold(threshold: &manifest::CompletionThreshold) -> Option<f64> {
    let by_attributes = threshold.completed_by_measure;
    threshold
        .text
        .or(by_attributes.then_some(threshold.min_progress_measure))
}
