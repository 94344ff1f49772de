//! From SCORM 2004 to 1.2.

use scorm_package::Manifest;
use scorm_package::manifest::sequencing::{Objective, Sequencing};
use scorm_package::manifest::{Item, Organization};
use scorm_package::xml::{Node, Vocabulary};

use super::{Work, place};
use crate::edits::Edit;

pub(super) fn convert(work: &mut Work<'_>, manifest: &Manifest) {
    work.spell_scorm_types(manifest, "scormtype");
    let foreign = [Vocabulary::Imsss, Vocabulary::Adlseq, Vocabulary::Adlnav];
    for node in work.document.elements() {
        let parent = node.parent().map(Node::vocabulary);
        let is_outermost = parent.is_some_and(|around| !foreign.contains(&around));
        if foreign.contains(&node.vocabulary()) && is_outermost {
            work.take_out(node);
        }
    }
    for organization in &manifest.organizations {
        of_organization(work, organization);
        for item in organization.all_items() {
            of_item(work, item);
        }
    }
}

fn of_organization(work: &mut Work<'_>, organization: &Organization) {
    let Some(node) = work.document.element(organization.source.element) else {
        return;
    };
    let place = place(node);
    for attribute in node.attributes() {
        if matches!(
            attribute.vocabulary(),
            Vocabulary::Adlseq | Vocabulary::Adlcp
        ) {
            work.edits.push(Edit::replace(attribute.span(), ""));
        }
    }
    if organization.completion_threshold.is_some() {
        work.lost.push(format!("{place}: the completion threshold"));
    }
    take_out_adl(work, node, &["completionThreshold"]);
    of_sequencing(work, &place, &organization.sequencing, false);
}

fn of_item(work: &mut Work<'_>, item: &Item) {
    let Some(node) = work.document.element(item.source.element) else {
        return;
    };
    let place = place(node);
    let children: Vec<Node<'_>> = node.children().collect();
    for child in children {
        if child.vocabulary() == Vocabulary::Adlcp {
            match child.name() {
                "dataFromLMS" => work.rename(child, "datafromlms"),
                "timeLimitAction" => work.rename(child, "timelimitaction"),
                _ => {}
            }
        }
    }
    take_out_adl(work, node, &["completionThreshold", "data"]);
    if item.completion_threshold.is_some() {
        work.lost.push(format!("{place}: the completion threshold"));
    }
    if !item.shared_data.is_empty() {
        work.lost.push(format!("{place}: shared data"));
    }
    if !item.hide_lms_ui.is_empty() {
        work.lost
            .push(format!("{place}: controls of the LMS that it hides"));
    }
    let is_leaf = item.children.is_empty();
    let (mastery, time) = of_sequencing(work, &place, &item.sequencing, is_leaf);
    let adlcp = work.adlcp.clone();
    // In the order of the schema of 1.2.
    if let Some(time) = time {
        work.append(
            node,
            &format!("<{adlcp}maxtimeallowed>{time}</{adlcp}maxtimeallowed>"),
        );
    }
    if let Some(mastery) = mastery {
        let element = format!("<{adlcp}masteryscore>{mastery}</{adlcp}masteryscore>");
        work.append(node, &element);
        work.notes.push(format!("{place}: the measure became the mastery score {mastery}, which counts only if the content sets cmi.core.score.raw of 0 to 100"));
    }
}

fn take_out_adl(work: &mut Work<'_>, node: Node<'_>, names: &[&str]) {
    for child in node.children() {
        if child.vocabulary() == Vocabulary::Adlcp && names.contains(&child.name()) {
            work.take_out(child);
        }
    }
}

/// Tells what of the sequencing is lost; gives mastery score and time that 1.2 can say.
fn of_sequencing(
    work: &mut Work<'_>,
    place: &str,
    sequencing: &Sequencing,
    is_leaf: bool,
) -> (Option<f64>, Option<String>) {
    let usual = Sequencing::default();
    let mut lose = |what: &str| work.lost.push(format!("{place}: {what}"));
    let mode = &sequencing.control_mode;
    if !mode.choice || !mode.choice_exit || mode.forward_only {
        lose("where the learner may go (control mode)");
    }
    let rules = &sequencing.rules;
    let count = rules.pre_condition.len() + rules.exit_condition.len() + rules.post_condition.len();
    if count > 0 {
        lose(&format!("{count} sequencing rules"));
    }
    if sequencing.rollup_rules != usual.rollup_rules {
        lose("rollup rules");
    }
    if sequencing.constrained_choice != usual.constrained_choice
        || sequencing.rollup_considerations != usual.rollup_considerations
        || sequencing.randomization != usual.randomization
        || sequencing.delivery != usual.delivery
    {
        lose("constrained choice, randomization or delivery controls");
    }
    let limits = &sequencing.limit_conditions;
    if limits.attempt_limit.is_some() {
        lose("the number of attempts allowed");
    }
    let time = limits.attempt_absolute_duration_limit.as_deref();
    let converted = time.and_then(clock_time);
    if time.is_some() && converted.is_none() {
        lose("the time allowed");
    }
    let is_shared = |one: &Objective| !one.maps.is_empty() || !one.adl_maps.is_empty();
    let objectives = &sequencing.objectives;
    if objectives.iter().any(is_shared) || !objectives.others.is_empty() {
        lose("objectives beside the score");
    }
    let primary = objectives
        .primary
        .as_ref()
        .filter(|one| one.satisfied_by_measure);
    let mastery = primary.map(|one| one.min_normalized_measure * 100.0);
    let fits = mastery.filter(|score| is_leaf && (0.0..=100.0).contains(score));
    if mastery.is_some() && fits.is_none() {
        lose("the measure from which it is satisfied");
    }
    (fits, converted.filter(|_| is_leaf))
}

/// `PT1H2M3S` as `01:02:03`.
fn clock_time(duration: &str) -> Option<String> {
    let mut rest = duration.strip_prefix("PT")?;
    let mut take = |unit: char| -> Option<f64> {
        match rest.split_once(unit) {
            Some((number, behind)) => {
                rest = behind;
                number.parse().ok()
            }
            None => Some(0.0),
        }
    };
    let (hours, minutes, seconds) = (take('H')?, take('M')?, take('S')?);
    let total = hours * 3600.0 + minutes * 60.0 + seconds;
    let whole = total as u64;
    let is_clear = rest.is_empty() && (total - whole as f64).abs() < 1e-9 && whole < 36_000_000;
    is_clear.then(|| {
        format!(
            "{:02}:{:02}:{:02}",
            whole / 3600,
            whole / 60 % 60,
            whole % 60
        )
    })
}
