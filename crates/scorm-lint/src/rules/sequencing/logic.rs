//! What the conditions of a rule can and cannot come to (SN, rule conditions).

use scorm_package::xml::Vocabulary;

use crate::activity::{Activity, Condition, compared};

/// Why a rule with these conditions can never be true.
pub(super) fn never_true(
    activity: &Activity<'_>,
    conditions: &[Condition<'_>],
    all: bool,
) -> Option<String> {
    let impossible: Vec<Option<String>> = conditions
        .iter()
        .map(|condition| impossible(activity, condition))
        .collect();
    if conditions.is_empty() {
        return None;
    }
    if !all {
        return impossible
            .iter()
            .all(Option::is_some)
            .then(|| impossible[0].clone())
            .flatten();
    }
    impossible
        .into_iter()
        .flatten()
        .next()
        .or_else(|| contradiction(conditions))
}

/// Does one of two opposite conditions always hold? Only for those that are never unknown.
pub(super) fn excluded_middle(conditions: &[Condition<'_>]) -> bool {
    const NEVER_UNKNOWN: &[&str] = &[
        "objectiveStatusKnown",
        "objectiveMeasureKnown",
        "activityProgressKnown",
        "attempted",
    ];
    let compared = compared(conditions);
    compared.iter().any(|one| {
        NEVER_UNKNOWN.contains(&one.name)
            && compared
                .iter()
                .any(|two| one.same_but_sign(two) && one.negated != two.negated)
    })
}

fn impossible(activity: &Activity<'_>, condition: &Condition<'_>) -> Option<String> {
    match condition.name {
        "always" if condition.negated => Some("`not always` never holds".to_owned()),
        "attemptLimitExceeded" => {
            let limit = activity.setting(Vocabulary::Imsss, "limitConditions", "attemptLimit");
            limit
                .is_none()
                .then(|| format!("`{}` has no attemptLimit", activity.id()))
        }
        "objectiveMeasureGreaterThan" if !condition.negated && condition.threshold >= 1.0 => {
            Some("no measure is greater than 1".to_owned())
        }
        "objectiveMeasureLessThan" if !condition.negated && condition.threshold <= -1.0 => {
            Some("no measure is less than -1".to_owned())
        }
        _ => None,
    }
}

fn contradiction(conditions: &[Condition<'_>]) -> Option<String> {
    let compared = compared(conditions);
    for (at, one) in compared.iter().enumerate() {
        for two in &compared[at + 1..] {
            if one.same_but_sign(two) && one.negated != two.negated {
                return Some(format!("it asks for `{}` and for its opposite", one.name));
            }
            if excludes(one, two) || excludes(two, one) {
                return Some("no measure is so high and so low at once".to_owned());
            }
            if unknown(one, two) || unknown(two, one) {
                return Some(format!("`{}` needs what must not be known", one.name));
            }
        }
    }
    None
}

/// Greater than this and less than that.
fn excludes(greater: &Condition<'_>, less: &Condition<'_>) -> bool {
    greater.name == "objectiveMeasureGreaterThan"
        && less.name == "objectiveMeasureLessThan"
        && !greater.negated
        && !less.negated
        && greater.objective == less.objective
        && greater.threshold >= less.threshold
}

/// Not known, and yet a certain value.
fn unknown(known: &Condition<'_>, value: &Condition<'_>) -> bool {
    let needs = match known.name {
        "objectiveStatusKnown" => value.name == "satisfied",
        "objectiveMeasureKnown" => {
            value.name.starts_with("objectiveMeasure") && value.name.ends_with("Than")
        }
        "activityProgressKnown" => value.name == "completed",
        _ => false,
    };
    needs && known.negated && known.objective == value.objective
}
