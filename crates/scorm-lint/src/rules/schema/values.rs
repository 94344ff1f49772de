//! Faulty values of attributes and elements, for the rules about them.

use scorm_package::xml::{Node, Span};

use crate::content_model::{Fault, FaultKind, ValueFault};
use crate::suggestion::quoted;
use crate::{Findings, LintCx, Place};

/// Every value that is not of its type: the fault, the value, what is wrong with it.
pub(super) fn invalid<'c>(
    cx: &'c LintCx<'_>,
) -> impl Iterator<Item = (&'c Fault<'c>, &'c str, &'c ValueFault)> {
    cx.faults().iter().filter_map(|fault| match &fault.kind {
        FaultKind::InvalidValue { value, fault: kind } => Some((fault, value.as_str(), kind)),
        _ => None,
    })
}

/// Reports every value of which `wanted` says what it must be.
pub(super) fn must_be(
    cx: &LintCx<'_>,
    out: &mut Findings<'_>,
    wanted: impl Fn(&ValueFault) -> Option<&'static str>,
) {
    for (fault, value, kind) in invalid(cx) {
        let Some(wanted) = wanted(kind) else {
            continue;
        };
        let message = format!("{} is `{value}`; it must be {wanted}", name(fault));
        out.at(place(fault), message)
            .suggest(format!("Write {wanted} instead of {}.", quoted(value)));
    }
}

/// Where the value stands.
pub(super) fn place(fault: &Fault<'_>) -> Place {
    fault.attribute.map_or(Place::from(fault.node), Place::from)
}

/// What the value is of.
pub(super) fn name(fault: &Fault<'_>) -> String {
    match fault.attribute {
        Some(attribute) => format!("`{}`", attribute.qualified_name()),
        None => format!("<{}>", fault.node.qualified_name()),
    }
}

/// The bytes between start and end tag.
pub(super) fn content(node: Node<'_>) -> Span {
    let text = node.document().text();
    let end = node
        .span()
        .of(text)
        .rfind("</")
        .map_or(node.span().end, |at| node.span().start + at as u32);
    Span {
        start: node.start_tag().end,
        end,
    }
}

/// Do the content models type an attribute of this name as boolean? No name is boolean on one
/// element and something else on another.
pub(super) fn is_boolean(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "isvisible",
        "objectivesGlobalToSystem",
        "sharedDataGlobalToSystem",
        "completedByMeasure",
        "readSharedData",
        "writeSharedData",
        "choice",
        "choiceExit",
        "flow",
        "forwardOnly",
        "useCurrentAttemptObjectiveInfo",
        "useCurrentAttemptProgressInfo",
        "rollupObjectiveSatisfied",
        "rollupProgressCompletion",
        "satisfiedByMeasure",
        "readSatisfiedStatus",
        "readNormalizedMeasure",
        "writeSatisfiedStatus",
        "writeNormalizedMeasure",
        "reorderChildren",
        "tracked",
        "completionSetByContent",
        "objectiveSetByContent",
        "preventActivation",
        "constrainChoice",
        "measureSatisfactionIfActive",
        "readRawScore",
        "readMinScore",
        "readMaxScore",
        "readCompletionStatus",
        "readProgressMeasure",
        "writeRawScore",
        "writeMinScore",
        "writeMaxScore",
        "writeCompletionStatus",
        "writeProgressMeasure",
    ];
    NAMES.contains(&name)
}
