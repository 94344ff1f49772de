//! ADL sequencing (`adlseq_v1p3`).

use scorm_package::xml::Vocabulary::Adlseq;

use super::model::{Any, Attr, Content, Element, at_least_one, attr, required_attr};
use super::simple::Simple;

const fn sequencing(name: &'static str, attributes: &'static [Attr], content: Content) -> Element {
    Element {
        vocabulary: Adlseq,
        name,
        attributes,
        any_attribute: Any::No,
        content,
    }
}

const CONSIDERATION: Simple =
    Simple::Token(&["always", "ifAttempted", "ifNotSkipped", "ifNotSuspended"]);

static CONSTRAINED_CHOICE: Element = sequencing(
    "constrainedChoiceConsiderations",
    &[
        attr("preventActivation", Simple::Boolean),
        attr("constrainChoice", Simple::Boolean),
    ],
    Content::Empty,
);

static ROLLUP_CONSIDERATIONS: Element = sequencing(
    "rollupConsiderations",
    &[
        attr("requiredForSatisfied", CONSIDERATION),
        attr("requiredForNotSatisfied", CONSIDERATION),
        attr("requiredForCompleted", CONSIDERATION),
        attr("requiredForIncomplete", CONSIDERATION),
        attr("measureSatisfactionIfActive", Simple::Boolean),
    ],
    Content::Empty,
);

static MAP_INFO: Element = sequencing(
    "mapInfo",
    &[
        required_attr("targetObjectiveID", Simple::Uri),
        attr("readRawScore", Simple::Boolean),
        attr("readMinScore", Simple::Boolean),
        attr("readMaxScore", Simple::Boolean),
        attr("readCompletionStatus", Simple::Boolean),
        attr("readProgressMeasure", Simple::Boolean),
        attr("writeRawScore", Simple::Boolean),
        attr("writeMinScore", Simple::Boolean),
        attr("writeMaxScore", Simple::Boolean),
        attr("writeCompletionStatus", Simple::Boolean),
        attr("writeProgressMeasure", Simple::Boolean),
    ],
    Content::Empty,
);

static OBJECTIVE: Element = sequencing(
    "objective",
    &[required_attr("objectiveID", Simple::Uri)],
    Content::Sequence(&[at_least_one(&MAP_INFO)], Any::No),
);

static OBJECTIVES: Element = sequencing(
    "objectives",
    &[],
    Content::Sequence(&[at_least_one(&OBJECTIVE)], Any::No),
);

pub(super) static DECLARED: &[&Element] = &[
    &CONSTRAINED_CHOICE,
    &ROLLUP_CONSIDERATIONS,
    &OBJECTIVES,
    &OBJECTIVE,
    &MAP_INFO,
];
