//! `item`: a node of the activity tree, with what SCORM 1.2 and 2004 add to it.

use super::Source;
use super::metadata::{self, Metadata};
use super::reader::{Reader, collapse, tokens, trimmed};
use super::sequencing::{self, Sequencing, Templates};
use crate::xml::{Node, Vocabulary};

/// An item.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// `@identifier`; empty if absent.
    pub identifier: String,
    /// `@identifierref`: the resource of a leaf.
    pub identifierref: Option<String>,
    /// `@isvisible`, true by default.
    pub is_visible: bool,
    /// `@parameters` as written; see [`join_parameters`](super::join_parameters).
    pub parameters: Option<String>,
    /// `title`.
    pub title: String,
    /// Items inside this one.
    pub children: Vec<Item>,
    /// `adlcp:dataFromLMS` (1.2: `datafromlms`), passed to the SCO unchanged.
    pub data_from_lms: Option<String>,
    /// `adlcp:timeLimitAction` (1.2: `timelimitaction`).
    pub time_limit_action: Option<TimeLimitAction>,
    /// `adlcp:completionThreshold`.
    pub completion_threshold: Option<CompletionThreshold>,
    /// `adlcp:data/map`.
    pub shared_data: Vec<SharedDataMap>,
    /// `adlcp:prerequisites` (1.2).
    pub prerequisites: Option<Prerequisites>,
    /// `adlcp:maxtimeallowed` (1.2).
    pub max_time_allowed: Option<String>,
    /// `adlcp:masteryscore` (1.2) as written, if it is a number from 0 to 100.
    pub mastery_score: Option<String>,
    /// `adlnav:presentation/navigationInterface/hideLMSUI`.
    pub hide_lms_ui: Vec<HideLmsUi>,
    /// Sequencing of the activity.
    pub sequencing: Sequencing,
    /// Metadata of the item.
    pub metadata: Option<Metadata>,
    /// Children that the model does not know.
    pub extensions: Vec<Source>,
    /// The `item` element.
    pub source: Source,
}

/// `adlcp:completionThreshold`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CompletionThreshold {
    /// `@completedByMeasure`, false by default.
    pub completed_by_measure: bool,
    /// `@minProgressMeasure`, 1.0 by default.
    pub min_progress_measure: f64,
    /// `@progressWeight`, 1.0 by default.
    pub progress_weight: f64,
    /// The 3rd Edition's form: a number as text. It counts at run time only, not in sequencing.
    pub text: Option<f64>,
}

/// `adlcp:map`: a shared data store of an activity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedDataMap {
    /// `@targetID`.
    pub target_id: String,
    /// `@readSharedData`, true by default.
    pub read_shared_data: bool,
    /// `@writeSharedData`. The schema says false by default, but ADL's own test courses write
    /// through maps without the attribute, so a missing one is true.
    pub write_shared_data: bool,
}

/// `adlcp:prerequisites`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prerequisites {
    /// `@type`; `aicc_script` is the only one defined.
    pub script_type: Option<String>,
    /// The expression.
    pub script: String,
}

tokens! {
    /// What happens when the time limit is reached.
    TimeLimitAction {
        /// Leave, with a message.
        ExitMessage = "exit,message",
        /// Leave without a message.
        ExitNoMessage = "exit,no message",
        /// Go on, with a message.
        ContinueMessage = "continue,message",
        /// Go on without a message.
        ContinueNoMessage = "continue,no message",
    }
}

tokens! {
    /// Controls of the LMS that an activity hides.
    HideLmsUi {
        /// The next activity.
        Continue = "continue",
        /// The activity before.
        Previous = "previous",
        /// Leave the activity.
        Exit = "exit",
        /// Leave the course (4th Edition).
        ExitAll = "exitAll",
        /// Leave the activity without a result.
        Abandon = "abandon",
        /// Leave the course without a result (4th Edition).
        AbandonAll = "abandonAll",
        /// Suspend the course (4th Edition).
        SuspendAll = "suspendAll",
    }
}

pub(super) fn read(reader: &mut Reader<'_>, node: Node<'_>, templates: &Templates<'_>) -> Item {
    let mut item = Item {
        identifier: reader.required_id(node, "identifier").unwrap_or_default(),
        identifierref: reader.id(node, "identifierref"),
        is_visible: reader.boolean(node, "isvisible", true),
        parameters: node
            .attribute("parameters")
            .map(|found| found.value().to_owned()),
        title: String::new(),
        children: Vec::new(),
        data_from_lms: None,
        time_limit_action: None,
        completion_threshold: None,
        shared_data: Vec::new(),
        prerequisites: None,
        max_time_allowed: None,
        mastery_score: None,
        hide_lms_ui: Vec::new(),
        sequencing: Sequencing::default(),
        metadata: None,
        extensions: Vec::new(),
        source: node.into(),
    };
    for child in node.children() {
        match (child.vocabulary(), child.name()) {
            (Vocabulary::Imscp | Vocabulary::None, "title") => {
                item.title = trimmed(child).unwrap_or_default();
            }
            (Vocabulary::Imscp | Vocabulary::None, "item") => {
                item.children.push(read(reader, child, templates));
            }
            (Vocabulary::Imscp | Vocabulary::None, "metadata") => {
                item.metadata = Some(metadata::read(child));
            }
            (Vocabulary::Imsss, "sequencing") => {
                item.sequencing = sequencing::read(reader, child, templates);
            }
            (Vocabulary::Adlnav, "presentation") => {
                item.hide_lms_ui.extend(read_presentation(reader, child));
            }
            (Vocabulary::Adlcp, _) if read_adlcp(reader, child, &mut item) => {}
            _ => item.extensions.push(child.into()),
        }
    }
    item
}

/// Reads one `adlcp` child of an item; false if we do not know it.
fn read_adlcp(reader: &mut Reader<'_>, node: Node<'_>, item: &mut Item) -> bool {
    match node.name() {
        "dataFromLMS" | "datafromlms" => item.data_from_lms = Some(node.text().into_owned()),
        "timeLimitAction" | "timelimitaction" => {
            let text = node.text();
            if !text.trim().is_empty() {
                item.time_limit_action = reader.token_value(node.name(), &text, node.span());
            }
        }
        "completionThreshold" => item.completion_threshold = Some(read_threshold(reader, node)),
        "data" => {
            for map in node.children_named(Vocabulary::Adlcp, "map") {
                item.shared_data.extend(read_shared_data_map(reader, map));
            }
        }
        "prerequisites" => {
            item.prerequisites = trimmed(node).map(|script| Prerequisites {
                script_type: reader.id(node, "type"),
                script,
            });
        }
        "maxtimeallowed" => item.max_time_allowed = trimmed(node),
        "masteryscore" => {
            if let Some(text) = trimmed(node) {
                let score = reader.real_value(node.name(), &text, node.span(), (0.0, 100.0));
                item.mastery_score = score.map(|_| text);
            }
        }
        _ => return false,
    }
    true
}

pub(super) fn read_threshold(reader: &mut Reader<'_>, node: Node<'_>) -> CompletionThreshold {
    let text = trimmed(node)
        .and_then(|text| reader.real_value(node.name(), &text, node.span(), (0.0, 1.0)));
    CompletionThreshold {
        completed_by_measure: reader.boolean(node, "completedByMeasure", false),
        min_progress_measure: reader.real(node, "minProgressMeasure", 1.0, (0.0, 1.0)),
        progress_weight: reader.real(node, "progressWeight", 1.0, (0.0, 1.0)),
        text,
    }
}

fn read_shared_data_map(reader: &mut Reader<'_>, node: Node<'_>) -> Option<SharedDataMap> {
    Some(SharedDataMap {
        target_id: reader.required_id(node, "targetID")?,
        read_shared_data: reader.boolean(node, "readSharedData", true),
        write_shared_data: reader.boolean(node, "writeSharedData", true),
    })
}

fn read_presentation(reader: &mut Reader<'_>, node: Node<'_>) -> Vec<HideLmsUi> {
    let mut hidden = Vec::new();
    for interface in node.children_named(Vocabulary::Adlnav, "navigationInterface") {
        for hide in interface.children_named(Vocabulary::Adlnav, "hideLMSUI") {
            let token = collapse(&hide.text());
            hidden.extend(reader.token_value::<HideLmsUi>("hideLMSUI", &token, hide.span()));
        }
    }
    hidden
}
