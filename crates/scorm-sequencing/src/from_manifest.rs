//! Makes an activity tree from an organization of a manifest.

use std::collections::HashMap;

use scorm_package::manifest::sequencing as model;
use scorm_package::manifest::{self as manifest, Item, Manifest, Organization};
use scorm_package::{Edition, ScormVersion};

use crate::definition::{CompletionThreshold, Definition};
use crate::prerequisites::Prerequisites;
use crate::tree::{ActivityParts, ActivityTree, GlobalId};

mod objectives;
mod rules;

/// Something in the sequencing of an activity that cannot be carried out as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeProblem {
    /// Identifier of the activity.
    pub activity: String,
    /// What is wrong and what was done instead.
    pub message: String,
}

impl ActivityTree {
    /// The tree of one organization.
    ///
    /// SCORM 1.2 has no sequencing: its items are taken in order or by free choice, as far as
    /// their prerequisites allow.
    pub fn new(manifest: &Manifest, organization: &Organization) -> (Self, Vec<TreeProblem>) {
        Self::run_as(manifest.version, organization)
    }

    /// The tree of one organization by the rules of a version, whatever its package declares.
    /// What came with a later edition is ignored.
    pub fn run_as(version: ScormVersion, organization: &Organization) -> (Self, Vec<TreeProblem>) {
        let mut builder = Builder {
            version,
            parts: Vec::new(),
            globals: Vec::new(),
            global_ids: HashMap::new(),
            problems: Vec::new(),
        };
        builder.add_organization(organization);
        // Depth first without recursion: a manifest can be nested deeper than the stack.
        let mut open: Vec<(&Item, u32)> = organization
            .items
            .iter()
            .rev()
            .map(|item| (item, 1))
            .collect();
        while let Some((item, depth)) = open.pop() {
            builder.add_item(item, depth);
            open.extend(item.children.iter().rev().map(|child| (child, depth + 1)));
        }
        debug_assert!(version != ScormVersion::Scorm12 || builder.globals.is_empty());
        let to_system = organization.objectives_global_to_system;
        (
            Self::assemble(builder.parts, builder.globals, to_system),
            builder.problems,
        )
    }
}

struct Builder {
    version: ScormVersion,
    parts: Vec<ActivityParts>,
    globals: Vec<String>,
    global_ids: HashMap<String, GlobalId>,
    problems: Vec<TreeProblem>,
}

impl Builder {
    fn add_organization(&mut self, organization: &Organization) {
        let mut definition = self.definition(&organization.identifier, &organization.sequencing);
        let threshold = organization.completion_threshold.as_ref();
        definition.completion_threshold = self.threshold(&organization.identifier, threshold);
        definition.run_time_threshold = None;
        self.parts.push(ActivityParts {
            depth: 0,
            identifier: organization.identifier.clone(),
            title: organization.title.clone(),
            is_visible: true,
            resource: None,
            definition,
        });
    }

    fn add_item(&mut self, item: &Item, depth: u32) {
        let mut definition = self.definition(&item.identifier, &item.sequencing);
        let threshold = item.completion_threshold.as_ref();
        definition.completion_threshold = self.threshold(&item.identifier, threshold);
        let by_attributes = &definition.completion_threshold;
        definition.run_time_threshold = if by_attributes.completed_by_measure {
            Some(by_attributes.min_progress_measure)
        } else {
            threshold.and_then(|threshold| threshold.text)
        };
        if !item.shared_data.is_empty() && self.offers_4th(&item.identifier, "adlcp:data") {
            definition.shared_data.clone_from(&item.shared_data);
        }
        if item.children.is_empty() {
            definition.hide_lms_ui.clone_from(&item.hide_lms_ui);
        }
        if let Some(prerequisites) = &item.prerequisites
            && !self.version.is_2004()
        {
            match Prerequisites::parse(&prerequisites.script) {
                Ok(expression) => definition.prerequisites = Some(expression),
                Err(fault) => self.problem(
                    &item.identifier,
                    format!("the prerequisites cannot be read and are ignored: {fault}"),
                ),
            }
        }
        self.parts.push(ActivityParts {
            depth,
            identifier: item.identifier.clone(),
            title: item.title.clone(),
            is_visible: item.is_visible,
            resource: item.identifierref.clone(),
            definition,
        });
    }

    /// The threshold that takes part in sequencing: the attributes of the 4th Edition. Text, which
    /// is all that older editions know, is for the run-time only, and says nothing beside them.
    fn threshold(
        &mut self,
        activity: &str,
        threshold: Option<&manifest::CompletionThreshold>,
    ) -> CompletionThreshold {
        let Some(threshold) = threshold else {
            return CompletionThreshold::default();
        };
        let threshold = CompletionThreshold {
            completed_by_measure: threshold.completed_by_measure,
            min_progress_measure: threshold.min_progress_measure,
            progress_weight: threshold.progress_weight,
        };
        let says_something = threshold != CompletionThreshold::default();
        if says_something && !self.offers_4th(activity, "a completionThreshold by attributes") {
            return CompletionThreshold::default();
        }
        threshold
    }

    /// Whether the course is run as 4th Edition; if not, `what` is told to be ignored.
    fn offers_4th(&mut self, activity: &str, what: &str) -> bool {
        let ScormVersion::Scorm2004(edition @ (Edition::Second | Edition::Third)) = self.version
        else {
            return true;
        };
        let edition = match edition {
            Edition::Second => "2nd",
            _ => "3rd",
        };
        let why = " came with the 4th Edition and is ignored, since the course is run as ";
        self.problem(activity, [what, why, edition, " Edition"].concat());
        false
    }

    fn problem(&mut self, activity: &str, message: String) {
        self.problems.push(TreeProblem {
            activity: activity.to_owned(),
            message,
        });
    }

    fn definition(&mut self, activity: &str, sequencing: &model::Sequencing) -> Definition {
        if !self.version.is_2004() {
            return scorm12_definition();
        }
        let objectives = self.objectives(activity, &sequencing.objectives);
        let rules = &sequencing.rules;
        Definition {
            control_mode: sequencing.control_mode,
            constrained_choice: sequencing.constrained_choice,
            pre_condition_rules: self.rules(activity, &rules.pre_condition, &objectives),
            exit_condition_rules: self
                .rules(activity, &rules.exit_condition, &objectives)
                .into_iter()
                .map(|rule| rule.conditions)
                .collect(),
            post_condition_rules: self.rules(activity, &rules.post_condition, &objectives),
            attempt_limit: sequencing.limit_conditions.attempt_limit,
            attempt_absolute_duration_limit: sequencing
                .limit_conditions
                .attempt_absolute_duration_limit
                .clone(),
            rollup: rules::rollup(sequencing),
            objectives,
            randomization: sequencing.randomization,
            delivery_controls: sequencing.delivery,
            ..Definition::default()
        }
    }
}

/// Item order and free choice; what the content reports is all that is known.
fn scorm12_definition() -> Definition {
    let mut definition = Definition::default();
    definition.control_mode.flow = true;
    definition.delivery_controls.completion_set_by_content = true;
    definition.delivery_controls.objective_set_by_content = true;
    definition
}
