//! Plays all rehearsals that were asked for, several at a time if wanted, reported in their order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use greenroom_stage::rehearsal::{Scenarios, Unreadable};
use scorm_session::rehearsal::Report;

use super::Rehearse;
use super::place::Place;

/// Plays everything; `tell` gets the results in the order in which they were asked for.
pub(super) fn play_all(
    command: &Rehearse,
    scenarios: &Scenarios,
    place: &Place,
    mut tell: impl FnMut(Report),
) {
    let wanted = scenarios.wanted();
    if command.one_learner {
        let mut learners = BTreeMap::new();
        for wanted in wanted {
            tell(match wanted {
                Err(unreadable) => not_played(unreadable),
                Ok(id) => place.play(scenarios, id, &mut learners),
            });
        }
        return;
    }
    let next = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..command.jobs {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(wanted) = wanted.get(index) else {
                        return;
                    };
                    let report = match wanted {
                        Err(unreadable) => not_played(unreadable),
                        Ok(id) => play_with_retries(scenarios, place, id, command.retries),
                    };
                    if sender.send((index, report)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        // What is done early waits for those before it.
        let mut early = BTreeMap::new();
        let mut told = 0;
        for (index, report) in results {
            early.insert(index, report);
            while let Some(report) = early.remove(&told) {
                tell(report);
                told += 1;
            }
        }
    });
}

fn not_played(unreadable: &Unreadable) -> Report {
    Report::not_played(&unreadable.id, &unreadable.fault)
}

/// Plays a rehearsal with a fresh learner, and again if it fails.
fn play_with_retries(scenarios: &Scenarios, place: &Place, id: &str, retries: u32) -> Report {
    let mut retried = 0;
    loop {
        let mut fresh = BTreeMap::new();
        for required in scenarios.required_by(id) {
            place.play(scenarios, required, &mut fresh);
        }
        let mut report = place.play(scenarios, id, &mut fresh);
        report.retries = retried;
        if report.passed || retried == retries {
            return report;
        }
        retried += 1;
    }
}
