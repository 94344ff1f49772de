//! The steps of sequencing as the tools tell them, in three degrees of detail.

use schemars::JsonSchema;
use scorm_session::{Navigation, TraceStep};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::replica::Replica;

/// How much is told. Each degree holds all of the one before.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum TraceLevel {
    /// Requests, outcomes, deliveries.
    #[default]
    Basic,
    /// Every process and rule result.
    Detailed,
    /// Every step.
    Verbose,
}

/// One entry of a trace.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TraceEntry {
    /// Name, or id of a process of the standard
    pub step: String,
    pub time: u64,
    /// The degree of detail it belongs to
    level: TraceLevel,
    details: Value,
}

impl TraceEntry {
    /// An entry about the trace itself.
    pub fn about(step: &str, time: u64, details: Value) -> Self {
        Self {
            step: step.to_owned(),
            time,
            level: TraceLevel::Basic,
            details,
        }
    }
}

/// What was known before the first request.
pub fn introduction(replica: &Replica, opened_at: u64) -> Vec<TraceEntry> {
    let course = replica.engine.course();
    let root = course.tree.ids().next().map(|id| course.tree.activity(id));
    let mode = root.map(|root| root.definition.control_mode);
    let mode = mode.unwrap_or_default();
    let about = |step, details| TraceEntry::about(step, opened_at, details);
    let activities: Vec<Value> = course
        .tree
        .ids()
        .map(|id| course.tree.activity(id))
        .map(|it| json!({"identifier": it.identifier, "title": it.title, "depth": it.depth}))
        .collect();
    vec![
        about("start", json!({})),
        about("manifest_resolved", json!({"identifier": course.manifest})),
        about(
            "sn_summary",
            json!({
                "defaultOrgId": course.organization, "item_count": course.tree.len() - 1,
                "controlMode": {"choice": mode.choice, "choiceExit": mode.choice_exit,
                    "flow": mode.flow, "forwardOnly": mode.forward_only},
            }),
        ),
        about("sn_activity_titles", json!({"activities": activities})),
    ]
}

/// Where sequencing stands.
pub fn status(navigation: &Navigation) -> Value {
    json!({
        "sessionState": navigation.session, "currentActivity": navigation.current,
        "availableNavigation": navigation.available,
    })
}

/// The engine's steps up to this degree of detail.
pub fn steps(replica: &Replica, level: TraceLevel) -> Vec<TraceEntry> {
    let entries = replica.trace.iter().map(|timed| TraceEntry {
        step: timed.step.process.clone(),
        time: timed.at,
        level: level_of(&timed.step),
        details: details(&timed.step, replica),
    });
    entries.filter(|entry| entry.level <= level).collect()
}

fn level_of(step: &TraceStep) -> TraceLevel {
    let process = step.process.as_str();
    let request = ["OP.1", "NB.2.1", "TB.2.3", "SB.2.12", "DB.1.1", "DB.2"];
    if step.outcome.starts_with("exception") || request.contains(&process) {
        return TraceLevel::Basic;
    }
    // Values of conditions, changes of tracking, and what rollup does inside its processes.
    let is_rollup_step = process.starts_with("RB.") && !step.step.is_empty();
    if process == "UP.2.1" || process.starts_with("TM.") || is_rollup_step {
        return TraceLevel::Verbose;
    }
    TraceLevel::Detailed
}

fn details(step: &TraceStep, replica: &Replica) -> Value {
    let mut details = json!({
        "step": step.step, "activity": step.activity, "outcome": step.outcome,
    });
    if step.process == "UP.2" {
        details["rules"] = json!(rules(step, replica));
    }
    details
}

/// The rules of the activity that a check may have looked at, in words.
fn rules(step: &TraceStep, replica: &Replica) -> Vec<String> {
    let tree = &replica.engine.course().tree;
    let activity = step.activity.as_deref().and_then(|it| tree.find(it));
    let Some(activity) = activity else {
        return Vec::new();
    };
    let definition = &tree.activity(activity).definition;
    let before = definition.pre_condition_rules.iter();
    let after = definition.post_condition_rules.iter();
    let exit = definition.exit_condition_rules.iter();
    let rules = before
        .map(|rule| (rule.action.as_str(), &rule.conditions))
        .chain(after.map(|rule| (rule.action.as_str(), &rule.conditions)))
        .chain(exit.map(|conditions| ("exit", conditions)));
    rules
        .filter(|(action, _)| *action == step.step)
        .map(|(action, conditions)| {
            format!(
                "{action} if {}",
                conditions.in_words(&definition.objectives)
            )
        })
        .collect()
}
