//! A tree as indented text: two blanks per level, one activity per line, then its words.
//!
//! ```text
//! R flow
//!   P flow forwardOnly exit(satisfied)
//!     a pre(skip: completed) limit=1
//!     b primary(o1: read G, write G)
//! ```
//!
//! Flags are the standard's attribute names; `-choice` switches one off. Rules are
//! `pre(action: conditions)`, `exit(conditions)`, `post(action: conditions)` and
//! `rollup(action: set conditions)`; conditions are joined by `&` (all) or `|` (any), `!` negates,
//! `@id` refers to an objective, `>0.5` and `<0.5` compare the measure.

use std::sync::Arc;

use scorm_package::manifest::HideLmsUi;
use scorm_sequencing::definition::{
    ChildActivitySet, Combination, Condition, Definition, MapItem, Objective, Objectives,
    PostConditionAction, PreConditionAction, Required, RollupAction, RollupRule, RuleCondition,
    RuleConditions, SequencingRule, Timing,
};
use scorm_sequencing::prerequisites::Prerequisites;
use scorm_sequencing::{ActivityParts, ActivityTree, GlobalId};

/// Reads a tree.
pub(crate) fn tree(text: &str) -> Arc<ActivityTree> {
    let mut parts = Vec::new();
    let mut globals = Globals::default();
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let margin = lines.first().map_or(0, |line| indent(line));
    for line in &lines {
        let words = words(line.trim());
        let mut part = ActivityParts {
            depth: ((indent(line) - margin) / 2) as u32,
            identifier: words[0].clone(),
            title: words[0].to_uppercase(),
            is_visible: true,
            ..ActivityParts::default()
        };
        // Rules refer to objectives, so those come first.
        let objectives: Vec<&String> = words
            .iter()
            .filter(|w| w.starts_with("primary(") || w.starts_with("obj("))
            .collect();
        add_objectives(&mut part.definition, &objectives, &mut globals);
        for word in words[1..].iter().filter(|word| !objectives.contains(word)) {
            apply(&mut part, word, &mut globals);
        }
        parts.push(part);
    }
    Arc::new(ActivityTree::assemble(
        parts,
        globals.names,
        !globals.course_scoped,
    ))
}

#[derive(Default)]
struct Globals {
    names: Vec<String>,
    course_scoped: bool,
}

impl Globals {
    fn id(&mut self, name: &str) -> GlobalId {
        let place = self
            .names
            .iter()
            .position(|known| known == name)
            .unwrap_or_else(|| {
                self.names.push(name.to_owned());
                self.names.len() - 1
            });
        GlobalId(place as u32)
    }
}

/// Splits at blanks outside parentheses.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut depth = 0;
    for c in line.chars() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if c == ' ' && depth == 0 {
            words.push(String::new());
        } else if let Some(word) = words.last_mut() {
            word.push(c);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn apply(part: &mut ActivityParts, word: &str, globals: &mut Globals) {
    let definition = &mut part.definition;
    if let Some((kind, inner)) = word.strip_suffix(')').and_then(|word| word.split_once('(')) {
        return apply_rule(definition, kind, inner);
    }
    if let Some((name, value)) = word.split_once('=') {
        return apply_value(definition, name, value);
    }
    let (name, on) = word
        .strip_prefix('-')
        .map_or((word, true), |name| (name, false));
    let control = &mut definition.control_mode;
    let considerations = &mut definition.rollup.considerations;
    *match name {
        "choice" => &mut control.choice,
        "choiceExit" => &mut control.choice_exit,
        "flow" => &mut control.flow,
        "forwardOnly" => &mut control.forward_only,
        "useCurrentAttemptObjectiveInfo" => &mut control.use_current_attempt_objective_info,
        "useCurrentAttemptProgressInfo" => &mut control.use_current_attempt_progress_info,
        "preventActivation" => &mut definition.constrained_choice.prevent_activation,
        "constrainChoice" => &mut definition.constrained_choice.constrain_choice,
        "rollupObjectiveSatisfied" => &mut definition.rollup.objective_satisfied,
        "rollupProgressCompletion" => &mut definition.rollup.progress_completion,
        "measureSatisfactionIfActive" => &mut considerations.measure_satisfaction_if_active,
        "tracked" => &mut definition.delivery_controls.tracked,
        "completionSetByContent" => &mut definition.delivery_controls.completion_set_by_content,
        "objectiveSetByContent" => &mut definition.delivery_controls.objective_set_by_content,
        "reorderChildren" => &mut definition.randomization.reorder_children,
        "visible" => &mut part.is_visible,
        "courseScoped" => &mut globals.course_scoped,
        _ => panic!("unknown flag {word}"),
    } = on;
}

fn apply_value(definition: &mut Definition, name: &str, value: &str) {
    let number = || value.parse::<f64>().expect(value);
    let timing = || token(Timing::ALL, Timing::as_str, value);
    let required = || token(Required::ALL, Required::as_str, value);
    let considerations = &mut definition.rollup.considerations;
    match name {
        "attemptLimit" => definition.attempt_limit = Some(value.parse().expect(value)),
        "objectiveMeasureWeight" => definition.rollup.objective_measure_weight = number(),
        "progressWeight" => definition.completion_threshold.progress_weight = number(),
        "completedByMeasure" => {
            definition.completion_threshold.completed_by_measure = true;
            definition.completion_threshold.min_progress_measure = number();
        }
        "selectCount" => definition.randomization.select_count = Some(number() as u32),
        "selectionTiming" => definition.randomization.selection_timing = timing(),
        "randomizationTiming" => definition.randomization.randomization_timing = timing(),
        "requiredForSatisfied" => considerations.required_for_satisfied = required(),
        "requiredForNotSatisfied" => considerations.required_for_not_satisfied = required(),
        "requiredForCompleted" => considerations.required_for_completed = required(),
        "requiredForIncomplete" => considerations.required_for_incomplete = required(),
        "hideLMSUI" => {
            definition
                .hide_lms_ui
                .push(token(HideLmsUi::ALL, HideLmsUi::as_str, value));
        }
        "prerequisites" => {
            definition.prerequisites = Some(Prerequisites::parse(value).expect(value));
        }
        _ => panic!("unknown value {name}={value}"),
    }
}

fn token<T: Copy>(all: &[T], name: fn(T) -> &'static str, text: &str) -> T {
    *all.iter().find(|value| name(**value) == text).expect(text)
}

fn apply_rule(definition: &mut Definition, kind: &str, inner: &str) {
    let (action, rest) = inner
        .split_once(':')
        .map_or(("", inner), |(a, b)| (a.trim(), b.trim()));
    let objectives = &definition.objectives;
    match kind {
        "pre" => definition.pre_condition_rules.push(SequencingRule {
            conditions: conditions(rest, objectives),
            action: token(PreConditionAction::ALL, PreConditionAction::as_str, action),
        }),
        "exit" => definition
            .exit_condition_rules
            .push(conditions(inner, objectives)),
        "post" => definition.post_condition_rules.push(SequencingRule {
            conditions: conditions(rest, objectives),
            action: token(
                PostConditionAction::ALL,
                PostConditionAction::as_str,
                action,
            ),
        }),
        "rollup" => {
            let (set, rest) = rest.split_once(' ').expect("a set and conditions");
            let child_activity_set = match set {
                "all" => ChildActivitySet::All,
                "any" => ChildActivitySet::Any,
                "none" => ChildActivitySet::None,
                _ => match set.strip_suffix('%') {
                    Some(part) => {
                        ChildActivitySet::AtLeastPercent(part.parse::<f64>().expect(set) / 100.0)
                    }
                    None => ChildActivitySet::AtLeastCount(set.parse().expect(set)),
                },
            };
            definition.rollup.rules.push(RollupRule {
                child_activity_set,
                conditions: conditions(rest, &Objectives::default()),
                action: token(RollupAction::ALL, RollupAction::as_str, action),
            });
        }
        _ => panic!("unknown rule {kind}({inner})"),
    }
}

fn conditions(text: &str, objectives: &Objectives) -> RuleConditions {
    let (combination, separator) = if text.contains('|') {
        (Combination::Any, '|')
    } else {
        (Combination::All, '&')
    };
    let condition = |text: &str| {
        let text = text.trim();
        let (text, negated) = text
            .strip_prefix('!')
            .map_or((text, false), |rest| (rest, true));
        let (text, objective) = text.split_once('@').map_or((text, 0), |(text, id)| {
            (text, objectives.find(id).expect(id))
        });
        let threshold = || text[1..].parse().expect(text);
        let condition = match text {
            "satisfied" => Condition::Satisfied,
            "objectiveStatusKnown" => Condition::ObjectiveStatusKnown,
            "objectiveMeasureKnown" => Condition::ObjectiveMeasureKnown,
            "completed" => Condition::Completed,
            "activityProgressKnown" => Condition::ActivityProgressKnown,
            "attempted" => Condition::Attempted,
            "attemptLimitExceeded" => Condition::AttemptLimitExceeded,
            "always" => Condition::Always,
            _ if text.starts_with('>') => Condition::ObjectiveMeasureGreaterThan(threshold()),
            _ if text.starts_with('<') => Condition::ObjectiveMeasureLessThan(threshold()),
            _ => panic!("unknown condition {text}"),
        };
        RuleCondition {
            condition,
            negated,
            objective,
        }
    };
    RuleConditions {
        combination,
        conditions: text.split(separator).map(condition).collect(),
    }
}

/// `primary(id >=0.6: read G, write G)`: the id may be `_`, the threshold and the maps may be
/// left out. `read` and `write` map status and measure, `readAdl` and `writeAdl` the rest.
fn add_objectives(definition: &mut Definition, words: &[&String], globals: &mut Globals) {
    let mut primary = Objective::default();
    let mut others = Vec::new();
    for word in words {
        let (kind, inner) = word
            .strip_suffix(')')
            .and_then(|word| word.split_once('('))
            .expect("parentheses");
        let (head, maps) = inner.split_once(':').unwrap_or((inner, ""));
        let (id, measure) = head.split_once(">=").unwrap_or((head, ""));
        let mut objective = Objective {
            id: (id.trim() != "_").then(|| id.trim().to_owned()),
            satisfied_by_measure: !measure.is_empty(),
            ..Objective::default()
        };
        if objective.satisfied_by_measure {
            objective.min_normalized_measure = measure.trim().parse().expect(measure);
        }
        for map in maps.split(',').filter(|map| !map.trim().is_empty()) {
            let (way, target) = map.trim().split_once(' ').expect("a way and a target");
            let global = globals.id(target);
            let basic = [MapItem::SatisfiedStatus, MapItem::NormalizedMeasure];
            for item in MapItem::ALL {
                match way {
                    "read" if basic.contains(&item) => drop(objective.read.add(item, global)),
                    "write" if basic.contains(&item) => objective.write.add(item, global),
                    "readAdl" if !basic.contains(&item) => drop(objective.read.add(item, global)),
                    "writeAdl" if !basic.contains(&item) => objective.write.add(item, global),
                    "read" | "write" | "readAdl" | "writeAdl" => {}
                    _ => panic!("unknown way {way}"),
                }
            }
        }
        if kind == "primary" {
            primary = objective;
        } else {
            others.push(objective);
        }
    }
    definition.objectives = Objectives::new(primary, others);
}
