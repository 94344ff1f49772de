//! IMS simple sequencing (`imsss`).

use scorm_package::xml::Vocabulary::Imsss;

use super::model::{
    Any, Attr, Content, Element, Particle, any_number, at_least_one, attr, optional, required,
    required_attr,
};
use super::simple::Simple;

const fn sequencing(name: &'static str, attributes: &'static [Attr], content: Content) -> Element {
    Element {
        vocabulary: Imsss,
        name,
        attributes,
        any_attribute: Any::No,
        content,
    }
}

const fn inside(particles: &'static [Particle]) -> Content {
    Content::Sequence(particles, Any::No)
}

const MEASURE: Simple = Simple::Decimal {
    min: -1.0,
    max: 1.0,
};
const UNIT: Simple = Simple::Decimal { min: 0.0, max: 1.0 };
const COMBINATION: Simple = Simple::Token(&["all", "any"]);
const OPERATOR: Simple = Simple::Token(&["not", "noOp"]);
const TIMING: Simple = Simple::Token(&["never", "once", "onEachNewAttempt"]);

static CONTROL_MODE: Element = sequencing(
    "controlMode",
    &[
        attr("choice", Simple::Boolean),
        attr("choiceExit", Simple::Boolean),
        attr("flow", Simple::Boolean),
        attr("forwardOnly", Simple::Boolean),
        attr("useCurrentAttemptObjectiveInfo", Simple::Boolean),
        attr("useCurrentAttemptProgressInfo", Simple::Boolean),
    ],
    Content::Empty,
);

static RULE_CONDITION: Element = sequencing(
    "ruleCondition",
    &[
        attr("referencedObjective", Simple::Uri),
        attr("measureThreshold", MEASURE),
        attr("operator", OPERATOR),
        required_attr(
            "condition",
            Simple::Token(&[
                "satisfied",
                "objectiveStatusKnown",
                "objectiveMeasureKnown",
                "objectiveMeasureGreaterThan",
                "objectiveMeasureLessThan",
                "completed",
                "activityProgressKnown",
                "attempted",
                "attemptLimitExceeded",
                "timeLimitExceeded",
                "outsideAvailableTimeRange",
                "always",
            ]),
        ),
    ],
    Content::Empty,
);

static RULE_CONDITIONS: Element = sequencing(
    "ruleConditions",
    &[attr("conditionCombination", COMBINATION)],
    inside(&[at_least_one(&RULE_CONDITION)]),
);

static PRE_ACTION: Element = sequencing(
    "ruleAction",
    &[required_attr(
        "action",
        Simple::Token(&[
            "skip",
            "disabled",
            "hiddenFromChoice",
            "stopForwardTraversal",
        ]),
    )],
    Content::Empty,
);
static EXIT_ACTION: Element = sequencing(
    "ruleAction",
    &[required_attr("action", Simple::Token(&["exit"]))],
    Content::Empty,
);
static POST_ACTION: Element = sequencing(
    "ruleAction",
    &[required_attr(
        "action",
        Simple::Token(&[
            "exitParent",
            "exitAll",
            "retry",
            "retryAll",
            "continue",
            "previous",
        ]),
    )],
    Content::Empty,
);

static PRE_RULE: Element = sequencing(
    "preConditionRule",
    &[],
    inside(&[optional(&RULE_CONDITIONS), required(&PRE_ACTION)]),
);
static EXIT_RULE: Element = sequencing(
    "exitConditionRule",
    &[],
    inside(&[optional(&RULE_CONDITIONS), required(&EXIT_ACTION)]),
);
static POST_RULE: Element = sequencing(
    "postConditionRule",
    &[],
    inside(&[optional(&RULE_CONDITIONS), required(&POST_ACTION)]),
);
static SEQUENCING_RULES: Element = sequencing(
    "sequencingRules",
    &[],
    inside(&[
        any_number(&PRE_RULE),
        any_number(&EXIT_RULE),
        any_number(&POST_RULE),
    ]),
);

static LIMIT_CONDITIONS: Element = sequencing(
    "limitConditions",
    &[
        attr("attemptLimit", Simple::Count),
        attr("attemptAbsoluteDurationLimit", Simple::Duration),
        attr("attemptExperiencedDurationLimit", Simple::Duration),
        attr("activityAbsoluteDurationLimit", Simple::Duration),
        attr("activityExperiencedDurationLimit", Simple::Duration),
        attr("beginTimeLimit", Simple::DateTime),
        attr("endTimeLimit", Simple::DateTime),
    ],
    Content::Empty,
);

static AUXILIARY_RESOURCE: Element = sequencing(
    "auxiliaryResource",
    &[
        required_attr("auxiliaryResourceID", Simple::Uri),
        required_attr("purpose", Simple::String),
    ],
    Content::Empty,
);
static AUXILIARY_RESOURCES: Element = sequencing(
    "auxiliaryResources",
    &[],
    inside(&[any_number(&AUXILIARY_RESOURCE)]),
);

static ROLLUP_CONDITION: Element = sequencing(
    "rollupCondition",
    &[
        attr("operator", OPERATOR),
        required_attr(
            "condition",
            Simple::Token(&[
                "satisfied",
                "objectiveStatusKnown",
                "objectiveMeasureKnown",
                "completed",
                "activityProgressKnown",
                "attempted",
                "attemptLimitExceeded",
                "timeLimitExceeded",
                "outsideAvailableTimeRange",
            ]),
        ),
    ],
    Content::Empty,
);
static ROLLUP_CONDITIONS: Element = sequencing(
    "rollupConditions",
    &[attr("conditionCombination", COMBINATION)],
    inside(&[at_least_one(&ROLLUP_CONDITION)]),
);
static ROLLUP_ACTION: Element = sequencing(
    "rollupAction",
    &[required_attr(
        "action",
        Simple::Token(&["satisfied", "notSatisfied", "completed", "incomplete"]),
    )],
    Content::Empty,
);
static ROLLUP_RULE: Element = sequencing(
    "rollupRule",
    &[
        attr(
            "childActivitySet",
            Simple::Token(&["all", "any", "none", "atLeastCount", "atLeastPercent"]),
        ),
        attr("minimumCount", Simple::Count),
        attr("minimumPercent", UNIT),
    ],
    inside(&[required(&ROLLUP_CONDITIONS), required(&ROLLUP_ACTION)]),
);
static ROLLUP_RULES: Element = sequencing(
    "rollupRules",
    &[
        attr("rollupObjectiveSatisfied", Simple::Boolean),
        attr("rollupProgressCompletion", Simple::Boolean),
        attr("objectiveMeasureWeight", UNIT),
    ],
    inside(&[any_number(&ROLLUP_RULE)]),
);

static MIN_NORMALIZED_MEASURE: Element =
    sequencing("minNormalizedMeasure", &[], Content::Text(MEASURE));
static MAP_INFO: Element = sequencing(
    "mapInfo",
    &[
        required_attr("targetObjectiveID", Simple::Uri),
        attr("readSatisfiedStatus", Simple::Boolean),
        attr("readNormalizedMeasure", Simple::Boolean),
        attr("writeSatisfiedStatus", Simple::Boolean),
        attr("writeNormalizedMeasure", Simple::Boolean),
    ],
    Content::Empty,
);
static PRIMARY_OBJECTIVE: Element = sequencing(
    "primaryObjective",
    &[
        attr("objectiveID", Simple::Uri),
        attr("satisfiedByMeasure", Simple::Boolean),
    ],
    inside(&[optional(&MIN_NORMALIZED_MEASURE), any_number(&MAP_INFO)]),
);
static OBJECTIVE: Element = sequencing(
    "objective",
    &[
        required_attr("objectiveID", Simple::Uri),
        attr("satisfiedByMeasure", Simple::Boolean),
    ],
    inside(&[optional(&MIN_NORMALIZED_MEASURE), any_number(&MAP_INFO)]),
);
static OBJECTIVES: Element = sequencing(
    "objectives",
    &[],
    inside(&[required(&PRIMARY_OBJECTIVE), any_number(&OBJECTIVE)]),
);

static RANDOMIZATION_CONTROLS: Element = sequencing(
    "randomizationControls",
    &[
        attr("randomizationTiming", TIMING),
        attr("selectCount", Simple::Count),
        attr("reorderChildren", Simple::Boolean),
        attr("selectionTiming", TIMING),
    ],
    Content::Empty,
);

static DELIVERY_CONTROLS: Element = sequencing(
    "deliveryControls",
    &[
        attr("tracked", Simple::Boolean),
        attr("completionSetByContent", Simple::Boolean),
        attr("objectiveSetByContent", Simple::Boolean),
    ],
    Content::Empty,
);

static SEQUENCING: Element = sequencing(
    "sequencing",
    &[attr("ID", Simple::Id), attr("IDRef", Simple::IdRef)],
    Content::Sequence(
        &[
            optional(&CONTROL_MODE),
            optional(&SEQUENCING_RULES),
            optional(&LIMIT_CONDITIONS),
            optional(&AUXILIARY_RESOURCES),
            optional(&ROLLUP_RULES),
            optional(&OBJECTIVES),
            optional(&RANDOMIZATION_CONTROLS),
            optional(&DELIVERY_CONTROLS),
        ],
        Any::Strict,
    ),
);
static SEQUENCING_COLLECTION: Element = sequencing(
    "sequencingCollection",
    &[],
    inside(&[at_least_one(&SEQUENCING)]),
);

pub(super) static DECLARED: &[&Element] = &[&SEQUENCING, &SEQUENCING_COLLECTION];
