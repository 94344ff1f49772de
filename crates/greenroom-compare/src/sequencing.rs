//! Sequencing in words, so that two can be compared and the difference can be read.

use scorm_package::manifest::CompletionThreshold;
use scorm_package::manifest::sequencing::{
    Objective, Operator, RollupRule, RuleCondition, Sequencing, SequencingRule,
};

use crate::outline::{About, Facts};

/// What an activity's sequencing says beyond the defaults.
pub(crate) fn facts(sequencing: &Sequencing, facts: &mut Facts) {
    let usual = Sequencing::default();
    let mut say = |about: About, what: String, value: String| {
        facts.insert((about, what), value);
    };
    let ways = |mode: &scorm_package::manifest::sequencing::ControlMode| {
        let words = [
            ("choice", mode.choice),
            ("choiceExit", mode.choice_exit),
            ("flow", mode.flow),
            ("forwardOnly", mode.forward_only),
            (
                "useCurrentAttemptObjectiveInfo",
                mode.use_current_attempt_objective_info,
            ),
            (
                "useCurrentAttemptProgressInfo",
                mode.use_current_attempt_progress_info,
            ),
        ];
        let on: Vec<&str> = words
            .iter()
            .filter(|word| word.1)
            .map(|word| word.0)
            .collect();
        on.join(", ")
    };
    say(
        About::Sequencing,
        "control mode".to_owned(),
        ways(&sequencing.control_mode),
    );
    if sequencing.constrained_choice != usual.constrained_choice {
        let text = format!("{:?}", sequencing.constrained_choice);
        say(About::Sequencing, "constrained choice".to_owned(), text);
    }
    let rules = &sequencing.rules;
    for (number, rule) in rules.pre_condition.iter().enumerate() {
        let text = of_rule(rule, rule.action.as_str());
        say(
            About::Sequencing,
            format!("precondition rule {}", number + 1),
            text,
        );
    }
    for (number, rule) in rules.exit_condition.iter().enumerate() {
        let text = of_rule(rule, rule.action.as_str());
        say(About::Sequencing, format!("exit rule {}", number + 1), text);
    }
    for (number, rule) in rules.post_condition.iter().enumerate() {
        let text = of_rule(rule, rule.action.as_str());
        say(
            About::Sequencing,
            format!("postcondition rule {}", number + 1),
            text,
        );
    }
    let limits = &sequencing.limit_conditions;
    if let Some(limit) = limits.attempt_limit {
        say(
            About::Thresholds,
            "attempts allowed".to_owned(),
            limit.to_string(),
        );
    }
    if let Some(limit) = &limits.attempt_absolute_duration_limit {
        say(About::Thresholds, "time allowed".to_owned(), limit.clone());
    }
    let rollup = &sequencing.rollup_rules;
    for (number, rule) in rollup.rules.iter().enumerate() {
        say(
            About::Sequencing,
            format!("rollup rule {}", number + 1),
            of_rollup(rule),
        );
    }
    if !rollup.rollup_objective_satisfied {
        say(
            About::Sequencing,
            "counts for satisfaction".to_owned(),
            "no".to_owned(),
        );
    }
    if !rollup.rollup_progress_completion {
        say(
            About::Sequencing,
            "counts for completion".to_owned(),
            "no".to_owned(),
        );
    }
    if rollup.objective_measure_weight.to_bits() != 1.0_f64.to_bits() {
        let weight = rollup.objective_measure_weight.to_string();
        say(About::Thresholds, "weight of its score".to_owned(), weight);
    }
    if sequencing.rollup_considerations != usual.rollup_considerations {
        let text = format!("{:?}", sequencing.rollup_considerations);
        say(About::Sequencing, "rollup considerations".to_owned(), text);
    }
    if sequencing.randomization != usual.randomization {
        let text = format!("{:?}", sequencing.randomization);
        say(About::Sequencing, "randomization".to_owned(), text);
    }
    if sequencing.delivery != usual.delivery {
        let text = format!("{:?}", sequencing.delivery);
        say(About::Sequencing, "delivery controls".to_owned(), text);
    }
    let objectives = &sequencing.objectives;
    if let Some(primary) = &objectives.primary {
        of_objective("primary objective", primary, &mut say);
    }
    for other in &objectives.others {
        let name = format!("objective {}", other.id.as_deref().unwrap_or("without id"));
        of_objective(&name, other, &mut say);
    }
}

/// `adlcp:completionThreshold`.
pub(crate) fn threshold(threshold: &CompletionThreshold, facts: &mut Facts) {
    let text = if threshold.completed_by_measure {
        format!("completed from {}", threshold.min_progress_measure)
    } else {
        match threshold.text {
            Some(number) => format!("{number}, at run time"),
            None => "none".to_owned(),
        }
    };
    let what = "completion threshold".to_owned();
    facts.insert((About::Thresholds, what), text);
}

fn of_objective(name: &str, objective: &Objective, say: &mut impl FnMut(About, String, String)) {
    let id = objective.id.clone().unwrap_or_default();
    let mut maps: Vec<String> = Vec::new();
    for map in &objective.maps {
        let uses = [
            ("reads status", map.read_satisfied_status),
            ("reads measure", map.read_normalized_measure),
            ("writes status", map.write_satisfied_status),
            ("writes measure", map.write_normalized_measure),
        ];
        let uses: Vec<&str> = uses.iter().filter(|one| one.1).map(|one| one.0).collect();
        maps.push(format!("{} ({})", map.target_objective_id, uses.join(", ")));
    }
    for map in &objective.adl_maps {
        maps.push(format!("{map:?}"));
    }
    let maps = if maps.is_empty() {
        "not shared".to_owned()
    } else {
        format!("shared as {}", maps.join("; "))
    };
    say(About::Objectives, name.to_owned(), format!("{id}, {maps}"));
    if objective.satisfied_by_measure {
        let least = objective.min_normalized_measure.to_string();
        say(
            About::Thresholds,
            format!("{name}: satisfied from measure"),
            least,
        );
    }
}

fn of_rule<A>(rule: &SequencingRule<A>, action: &str) -> String {
    let conditions: Vec<String> = rule.conditions.iter().map(of_condition).collect();
    let joined = conditions.join(match rule.combination.as_str() {
        "any" => " or ",
        _ => " and ",
    });
    format!("if {joined}: {action}")
}

fn of_condition(condition: &RuleCondition) -> String {
    let word = condition.condition.as_str();
    let mut parts = vec![negated(condition.operator, word)];
    if let Some(objective) = &condition.referenced_objective {
        parts.push(format!("of {objective}"));
    }
    if word.ends_with("Than") {
        parts.push(condition.measure_threshold.to_string());
    }
    parts.join(" ")
}

fn of_rollup(rule: &RollupRule) -> String {
    let conditions = rule.conditions.iter();
    let conditions: Vec<String> = conditions
        .map(|one| negated(one.operator, one.condition.as_str()))
        .collect();
    let joined = conditions.join(match rule.combination.as_str() {
        "all" => " and ",
        _ => " or ",
    });
    let set = match rule.child_activity_set.as_str() {
        "atLeastCount" => format!("at least {}", rule.minimum_count),
        "atLeastPercent" => format!("at least {} of them", rule.minimum_percent),
        set => set.to_owned(),
    };
    format!("if {set}: {joined}: {}", rule.action.as_str())
}

fn negated(operator: Operator, condition: &str) -> String {
    match operator {
        Operator::Not => format!("not {condition}"),
        Operator::NoOp => condition.to_owned(),
    }
}
