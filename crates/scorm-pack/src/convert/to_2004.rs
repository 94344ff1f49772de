//! From SCORM 1.2 to 2004.

use scorm_package::Manifest;
use scorm_package::manifest::Item;
use scorm_package::xml::{Node, Vocabulary};

use super::{Work, place};

/// What an LMS of 1.2 does by itself: the learner may go on, back, and anywhere.
const FREE: &str = "<imsss:controlMode choice=\"true\" flow=\"true\"/>";

pub(super) fn convert(work: &mut Work<'_>, manifest: &Manifest) {
    work.spell_scorm_types(manifest, "scormType");
    for organization in &manifest.organizations {
        if let Some(node) = work.document.element(organization.source.element) {
            let element = format!("<imsss:sequencing>{FREE}</imsss:sequencing>");
            work.append(node, &element);
        }
        for item in organization.all_items() {
            of_item(work, item);
        }
    }
}

fn of_item(work: &mut Work<'_>, item: &Item) {
    let Some(node) = work.document.element(item.source.element) else {
        return;
    };
    let mut sequencing = String::new();
    if !item.children.is_empty() {
        sequencing.push_str(FREE);
    }
    let mut objectives = String::new();
    let children: Vec<Node<'_>> = node.children().collect();
    let of_adl = children
        .into_iter()
        .filter(|child| child.vocabulary() == Vocabulary::Adlcp);
    for child in of_adl {
        let place = place(child);
        match child.name() {
            "datafromlms" => work.rename(child, "dataFromLMS"),
            "timelimitaction" => work.rename(child, "timeLimitAction"),
            "masteryscore" => {
                work.take_out(child);
                let score = child.text().trim().parse::<f64>().ok();
                if let Some(score) = score.filter(|score| (0.0..=100.0).contains(score)) {
                    let measure = score / 100.0;
                    objectives = format!(
                        "<imsss:objectives><imsss:primaryObjective satisfiedByMeasure=\"true\"><imsss:minNormalizedMeasure>{measure}</imsss:minNormalizedMeasure></imsss:primaryObjective></imsss:objectives>"
                    );
                    work.notes.push(format!("{place}: the mastery score {score} became the measure {measure}, which counts only if the content sets cmi.score.scaled"));
                } else {
                    work.lost
                        .push(format!("{place}: a mastery score that is no number"));
                }
            }
            "maxtimeallowed" => {
                work.take_out(child);
                match duration(child.text().trim()) {
                    Some(limit) => {
                        sequencing += "<imsss:limitConditions attemptAbsoluteDurationLimit=\"";
                        sequencing += &limit;
                        sequencing += "\"/>";
                    }
                    None => work
                        .lost
                        .push(format!("{place}: the time allowed, which is no time")),
                }
            }
            "prerequisites" => {
                work.take_out(child);
                let script = child.text().trim().to_owned();
                work.lost
                    .push(format!("{place}: the prerequisites {script:?}"));
            }
            _ => {}
        }
    }
    sequencing.push_str(&objectives);
    if !sequencing.is_empty() {
        work.append(
            node,
            &format!("<imsss:sequencing>{sequencing}</imsss:sequencing>"),
        );
    }
}

/// `HHHH:MM:SS.SS` as an ISO duration.
fn duration(time: &str) -> Option<String> {
    let parts: Vec<&str> = time.split(':').collect();
    let [hours, minutes, seconds] = parts.as_slice() else {
        return None;
    };
    let (hours, minutes): (u32, u32) = (hours.parse().ok()?, minutes.parse().ok()?);
    let seconds: f64 = seconds.parse().ok()?;
    (0.0..60.0)
        .contains(&seconds)
        .then(|| format!("PT{hours}H{minutes}M{seconds}S"))
}
