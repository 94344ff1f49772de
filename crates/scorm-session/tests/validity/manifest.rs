//! Courses at random, as manifests: every control mode, limit, rule and constraint.

use std::fmt::Write as _;

use proptest::prelude::*;

/// One activity of a course.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    depth: usize,
    sequencing: String,
    is_visible: bool,
    hides: Option<&'static str>,
}

const CONDITIONS: [&str; 10] = [
    "objectiveMeasureGreaterThan\" measureThreshold=\"0.4",
    "objectiveMeasureLessThan\" measureThreshold=\"0.4",
    "satisfied",
    "objectiveStatusKnown",
    "objectiveMeasureKnown",
    "completed",
    "activityProgressKnown",
    "attempted",
    "attemptLimitExceeded",
    "always",
];

fn rule(kind: &'static str, actions: &'static [&'static str]) -> impl Strategy<Value = String> {
    let condition = (prop::sample::select(&CONDITIONS[..]), any::<bool>());
    let conditions = prop::collection::vec(condition, 1..3);
    let rule = (conditions, prop::sample::select(actions), any::<bool>()).prop_map(
        move |(conditions, action, all)| {
            let combination = if all { "all" } else { "any" };
            let mut text = format!(
                "<imsss:{kind}><imsss:ruleConditions conditionCombination=\"{combination}\">"
            );
            for (condition, negated) in conditions {
                let operator = if negated { "not" } else { "noOp" };
                let _ = write!(
                    text,
                    "<imsss:ruleCondition condition=\"{condition}\" operator=\"{operator}\"/>"
                );
            }
            let _ = write!(
                text,
                "</imsss:ruleConditions><imsss:ruleAction action=\"{action}\"/></imsss:{kind}>"
            );
            text
        },
    );
    // Most activities have no rule; else hardly anything would ever be delivered.
    prop_oneof![5 => Just(String::new()), 1 => rule]
}

fn rules() -> impl Strategy<Value = String> {
    let pre = &[
        "skip",
        "disabled",
        "hiddenFromChoice",
        "stopForwardTraversal",
    ];
    let post = &[
        "exitParent",
        "exitAll",
        "retry",
        "retryAll",
        "continue",
        "previous",
    ];
    (
        rule("preConditionRule", pre),
        rule("exitConditionRule", &["exit"]),
        rule("postConditionRule", post),
    )
        .prop_map(|(pre, exit, post)| {
            format!("<imsss:sequencingRules>{pre}{exit}{post}</imsss:sequencingRules>")
        })
}

/// A rollup rule, what an activity gives to its parent's, and a share of children.
fn rollup() -> impl Strategy<Value = String> {
    let sets = &["all", "any", "none", "atLeastCount\" minimumCount=\"1"];
    let conditions = &[
        "satisfied",
        "completed",
        "attempted",
        "objectiveStatusKnown",
    ];
    let actions = &["satisfied", "notSatisfied", "completed", "incomplete"];
    let rule = (
        prop::sample::select(&sets[..]),
        prop::sample::select(&conditions[..]),
        prop::sample::select(&actions[..]),
        any::<bool>(),
    );
    let rule = rule.prop_map(|(set, condition, action, gives)| {
        format!(
            "<imsss:rollupRules rollupObjectiveSatisfied=\"{gives}\">\
             <imsss:rollupRule childActivitySet=\"{set}\"><imsss:rollupConditions>\
             <imsss:rollupCondition condition=\"{condition}\"/></imsss:rollupConditions>\
             <imsss:rollupAction action=\"{action}\"/></imsss:rollupRule></imsss:rollupRules>"
        )
    });
    prop_oneof![3 => Just(String::new()), 1 => rule]
}

/// Fewer children than there are; which, is drawn once.
fn selection() -> impl Strategy<Value = String> {
    let selection = (1..3u32).prop_map(|count| {
        format!("<imsss:randomizationControls selectionTiming=\"once\" selectCount=\"{count}\"/>")
    });
    prop_oneof![6 => Just(String::new()), 1 => selection]
}

fn node() -> impl Strategy<Value = Node> {
    let rare = || prop::bool::weighted(0.15);
    (
        1..4usize,
        (prop::bool::weighted(0.85), prop::bool::weighted(0.8), rare(), rare()),
        (rare(), rare(), rare()),
        prop::option::weighted(0.15, 0..3u32),
        rules(),
        (0..5u32, rare(), rare(), rollup(), selection()),
    )
        .prop_map(
            |(depth, (choice, flow, holds, forward_only), constrained, limit, rules, rest)| {
                let (prevent, constrain, untracked) = constrained;
                let (objective, hidden, by_content, rollup, selection) = rest;
                let by_measure = objective == 4;
                let choice_exit = !holds;
                let limit = limit.map_or(String::new(), |limit| {
                    format!("<imsss:limitConditions attemptLimit=\"{limit}\"/>")
                });
                let map = match objective {
                    1 => "<imsss:mapInfo targetObjectiveID=\"g\" writeSatisfiedStatus=\"true\"/>",
                    2 => "<imsss:mapInfo targetObjectiveID=\"g\" readSatisfiedStatus=\"true\"/>",
                    _ => "",
                };
                let sequencing = format!(
                    "<imsss:sequencing>\
                     <imsss:controlMode choice=\"{choice}\" flow=\"{flow}\" \
                      choiceExit=\"{choice_exit}\" forwardOnly=\"{forward_only}\"/>{rules}{limit}{rollup}\
                     <imsss:objectives><imsss:primaryObjective objectiveID=\"p\" \
                      satisfiedByMeasure=\"{by_measure}\">{map}\
                     </imsss:primaryObjective></imsss:objectives>{selection}\
                     <imsss:deliveryControls tracked=\"{}\" completionSetByContent=\"{by_content}\"/>\
                     <adlseq:constrainedChoiceConsiderations preventActivation=\"{prevent}\" \
                      constrainChoice=\"{constrain}\"/></imsss:sequencing>",
                    !untracked
                );
                Node {
                    depth,
                    sequencing,
                    is_visible: !hidden,
                    hides: (objective == 3).then_some("continue"),
                }
            },
        )
}

/// A course of up to a dozen activities.
pub(crate) fn course() -> impl Strategy<Value = Vec<Node>> {
    prop::collection::vec(node(), 2..12)
}

/// The manifest of a course; the first node is the organization.
pub(crate) fn manifest(nodes: &[Node]) -> String {
    let mut text = String::from(
        r#"<manifest identifier="M" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"
 xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss"
 xmlns:adlseq="http://www.adlnet.org/xsd/adlseq_v1p3" xmlns:adlnav="http://www.adlnet.org/xsd/adlnav_v1p3">
<metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>
<organizations default="n0"><organization identifier="n0"><title>Course</title>"#,
    );
    let mut open: Vec<&Node> = Vec::new();
    let mut depth = 0;
    for (index, node) in nodes.iter().enumerate().skip(1) {
        let wanted = node.depth.min(depth + 1);
        while depth >= wanted {
            close(&mut text, &mut open);
            depth -= 1;
        }
        depth = wanted;
        let is_leaf = nodes
            .get(index + 1)
            .is_none_or(|next| next.depth.min(depth + 1) <= depth);
        let resource = if is_leaf { " identifierref=\"r\"" } else { "" };
        let _ = write!(
            text,
            "<item identifier=\"n{index}\" isvisible=\"{}\"{resource}><title>N</title>",
            node.is_visible
        );
        open.push(node);
    }
    while !open.is_empty() {
        close(&mut text, &mut open);
    }
    text.push_str(&nodes[0].sequencing);
    text.push_str(
        r#"</organization></organizations><resources>
<resource identifier="r" type="webcontent" adlcp:scormType="sco" href="a.html"/></resources></manifest>"#,
    );
    text
}

fn close(text: &mut String, open: &mut Vec<&Node>) {
    let Some(node) = open.pop() else { return };
    text.push_str(&node.sequencing);
    if let Some(control) = node.hides {
        let _ = write!(
            text,
            "<adlnav:presentation><adlnav:navigationInterface>\
             <adlnav:hideLMSUI>{control}</adlnav:hideLMSUI>\
             </adlnav:navigationInterface></adlnav:presentation>"
        );
    }
    text.push_str("</item>");
}
