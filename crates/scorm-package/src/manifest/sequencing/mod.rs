//! The sequencing definition model (SN, Sequencing Definition Model) with its defaults.

mod control;
mod objective;
mod rollup;
mod rule;
mod template;

pub use control::{
    ConstrainedChoice, ControlMode, DeliveryControls, LimitConditions, RandomizationControls,
    Timing,
};
pub use objective::{AdlObjectiveMap, Objective, ObjectiveMap, Objectives};
pub use rollup::{
    ChildActivitySet, Required, RollupAction, RollupCondition, RollupConditionType,
    RollupConsiderations, RollupRule, RollupRules,
};
pub use rule::{
    Combination, ExitAction, Operator, PostConditionAction, PreConditionAction, RuleCondition,
    RuleConditionType, SequencingRule, SequencingRules,
};

pub(crate) use template::TEMPLATE_ELEMENTS;
pub use template::TemplateBudget;
pub(super) use template::Templates;

use super::Source;
use super::reader::Reader;
use crate::problem::ProblemKind;
use crate::xml::{Node, Vocabulary};

/// All sequencing information of one activity, template merged, defaults applied.
///
/// An activity without a `sequencing` element has [`Sequencing::default`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sequencing {
    /// `@ID`: the name of a template.
    pub id: Option<String>,
    /// `@IDRef`: the template that was merged in.
    pub id_ref: Option<String>,
    /// `imsss:controlMode`.
    pub control_mode: ControlMode,
    /// `adlseq:constrainedChoiceConsiderations`.
    pub constrained_choice: ConstrainedChoice,
    /// `imsss:sequencingRules`.
    pub rules: SequencingRules,
    /// `imsss:limitConditions`.
    pub limit_conditions: LimitConditions,
    /// `imsss:rollupRules`.
    pub rollup_rules: RollupRules,
    /// `adlseq:rollupConsiderations`.
    pub rollup_considerations: RollupConsiderations,
    /// `imsss:objectives`, with the maps of `adlseq:objectives` added to their objectives.
    pub objectives: Objectives,
    /// `imsss:randomizationControls`.
    pub randomization: RandomizationControls,
    /// `imsss:deliveryControls`.
    pub delivery: DeliveryControls,
    /// Children that the model does not know, `imsss:auxiliaryResources` among them.
    pub extensions: Vec<Source>,
    /// The `sequencing` element, if there is one.
    pub source: Option<Source>,
}

/// Reads one `imsss:sequencing` and merges its template.
pub(super) fn read(
    reader: &mut Reader<'_>,
    node: Node<'_>,
    templates: &Templates<'_>,
) -> Sequencing {
    let mut sequencing = Sequencing {
        id: reader.id(node, "ID"),
        id_ref: reader.id(node, "IDRef"),
        source: Some(node.into()),
        ..Sequencing::default()
    };
    let mut template = None;
    if let Some(id_ref) = &sequencing.id_ref {
        template = templates.get(id_ref);
        if template.is_none() {
            let span = node
                .attribute("IDRef")
                .map_or(node.start_tag(), crate::xml::Attribute::value_span);
            let message = format!("IDRef `{id_ref}` names no sequencing of a collection");
            reader.problem(ProblemKind::SequencingIdrefUnknown, span, message);
        }
        template = template.filter(|template| reader.may_take_over(*template, node.start_tag()));
    }
    let mut adl_objectives = None;
    for child in template::merged(node, template) {
        match (child.vocabulary(), child.name()) {
            (Vocabulary::Imsss, "controlMode") => {
                sequencing.control_mode = control::read_control_mode(reader, child);
            }
            (Vocabulary::Adlseq, "constrainedChoiceConsiderations") => {
                sequencing.constrained_choice = control::read_constrained_choice(reader, child);
            }
            (Vocabulary::Imsss, "sequencingRules") => {
                sequencing.rules = rule::read(reader, child);
            }
            (Vocabulary::Imsss, "limitConditions") => {
                sequencing.limit_conditions = control::read_limit_conditions(reader, child);
            }
            (Vocabulary::Imsss, "rollupRules") => {
                sequencing.rollup_rules = rollup::read(reader, child);
            }
            (Vocabulary::Adlseq, "rollupConsiderations") => {
                sequencing.rollup_considerations = rollup::read_considerations(reader, child);
            }
            (Vocabulary::Imsss, "objectives") => {
                sequencing.objectives = objective::read(reader, child);
            }
            (Vocabulary::Adlseq, "objectives") => adl_objectives = Some(child),
            (Vocabulary::Imsss, "randomizationControls") => {
                sequencing.randomization = control::read_randomization(reader, child);
            }
            (Vocabulary::Imsss, "deliveryControls") => {
                sequencing.delivery = control::read_delivery(reader, child);
            }
            _ => sequencing.extensions.push(child.into()),
        }
    }
    if let Some(maps) = adl_objectives {
        // The users of a template may bring the objectives that its maps are meant for.
        let is_template = node
            .parent()
            .is_some_and(|parent| parent.is(Vocabulary::Imsss, "sequencingCollection"));
        objective::add_adl_maps(reader, maps, &mut sequencing.objectives, is_template);
    }
    sequencing
}
