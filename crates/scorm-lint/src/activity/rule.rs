//! Sequencing and rollup rules with their conditions.

use scorm_package::xml::{Node, Vocabulary};

use super::value::objective_id;

/// A pre-, exit or post-condition rule.
#[derive(Debug)]
pub(crate) struct SequencingRule<'a> {
    pub(crate) node: Node<'a>,
    pub(crate) conditions: Vec<Condition<'a>>,
    /// Must all hold, or one?
    pub(crate) all: bool,
    pub(crate) action: &'a str,
}

/// A rollup rule.
#[derive(Debug)]
pub(crate) struct RollupRule<'a> {
    pub(crate) node: Node<'a>,
    pub(crate) conditions: Vec<Condition<'a>>,
    pub(crate) all: bool,
    pub(crate) action: &'a str,
    pub(crate) child_set: &'a str,
}

/// One condition of a rule.
#[derive(Clone, Debug)]
pub(crate) struct Condition<'a> {
    pub(crate) node: Node<'a>,
    pub(crate) name: &'a str,
    pub(crate) negated: bool,
    /// The objective it looks at; empty for the primary.
    pub(crate) objective: String,
    pub(crate) threshold: f64,
}

impl<'a> SequencingRule<'a> {
    pub(super) fn read(node: Node<'a>) -> Self {
        let (conditions, all) = conditions(node, "ruleConditions", "ruleCondition", true);
        Self {
            node,
            conditions,
            all,
            action: action(node, "ruleAction"),
        }
    }

    /// Does it act whatever the learner does?
    pub(crate) fn is_always(&self) -> bool {
        let always = |c: &Condition<'_>| c.name == "always" && !c.negated;
        if self.all {
            !self.conditions.is_empty() && self.conditions.iter().all(always)
        } else {
            self.conditions.iter().any(always)
        }
    }
}

impl<'a> RollupRule<'a> {
    pub(super) fn read(node: Node<'a>) -> Self {
        let (conditions, all) = conditions(node, "rollupConditions", "rollupCondition", false);
        let child_set = node
            .attribute("childActivitySet")
            .map_or("all", |set| set.value().trim());
        Self {
            node,
            conditions,
            all,
            action: action(node, "rollupAction"),
            child_set,
        }
    }
}

impl Condition<'_> {
    /// Do two conditions say the same?
    pub(crate) fn same(&self, other: &Self) -> bool {
        self.negated == other.negated && self.same_but_sign(other)
    }

    /// Do they say the same, or the opposite?
    pub(crate) fn same_but_sign(&self, other: &Self) -> bool {
        let measured = self.name.starts_with("objectiveMeasure") && self.name.ends_with("Than");
        self.name == other.name
            && self.objective == other.objective
            && (!measured || (self.threshold - other.threshold).abs() < f64::EPSILON)
    }
}

/// How many rules of an activity, or conditions of a rule, are compared with each other. Nobody
/// writes so many, and the work grows with the square.
pub(crate) const COMPARED: usize = 100;

/// Those of a list that are compared with each other.
pub(crate) fn compared<T>(list: &[T]) -> &[T] {
    &list[..list.len().min(COMPARED)]
}

/// Do two rules have the same conditions, in whatever order?
pub(crate) fn same_conditions(a: &[Condition<'_>], b: &[Condition<'_>]) -> bool {
    if a.len().max(b.len()) > COMPARED {
        return false;
    }
    let within = |a: &[Condition<'_>], b: &[Condition<'_>]| {
        a.iter().all(|one| b.iter().any(|other| one.same(other)))
    };
    within(a, b) && within(b, a)
}

fn conditions<'a>(
    rule: Node<'a>,
    list: &str,
    name: &str,
    default_all: bool,
) -> (Vec<Condition<'a>>, bool) {
    let Some(list) = rule.child(Vocabulary::Imsss, list) else {
        return (Vec::new(), default_all);
    };
    let all = match list
        .attribute("conditionCombination")
        .map(|found| found.value().trim())
    {
        Some("all") => true,
        Some("any") => false,
        _ => default_all,
    };
    let conditions = list.children_named(Vocabulary::Imsss, name).map(|node| {
        let text = |name: &str| node.attribute(name).map(|found| found.value().trim());
        Condition {
            node,
            name: text("condition").unwrap_or_default(),
            negated: text("operator") == Some("not"),
            objective: objective_id(text("referencedObjective").unwrap_or_default()),
            threshold: text("measureThreshold")
                .and_then(|t| t.parse().ok())
                .unwrap_or_default(),
        }
    });
    (conditions.collect(), all)
}

fn action<'a>(rule: Node<'a>, name: &str) -> &'a str {
    let action = rule
        .child(Vocabulary::Imsss, name)
        .and_then(|node| node.attribute("action"));
    action.map_or("", |action| action.value().trim())
}
