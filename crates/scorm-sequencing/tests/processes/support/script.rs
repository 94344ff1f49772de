//! A script of requests, reports and expectations, one per line.
//!
//! ```text
//! start -> a                      what is delivered; or ended, suspended, nothing CODE,
//! | SB.2.3 [R]: a                 refused CODE; then steps that its trace must hold, in order
//! report a passed 0.8 completed   what content reports (also suspend) before it is left
//! is P satisfied incomplete       state and status of an activity
//! valid choice c                  look-ahead; also `invalid`
//! selectable a b                  the whole menu, by what can be selected; also `visible`
//! ```

use std::sync::Arc;

use scorm_sequencing::{
    ActivityId, ActivityTree, Draws, LessonStatus, MenuEntry, NavigationRequest, ObjectiveReport,
    Outcome, Report, Sequencer, TrackingReport,
};

use super::tree;

/// Plays a script on a tree and checks every expectation in it.
pub(crate) fn play(tree_text: &str, script: &str) {
    let mut course = ScriptedCourse::new(tree(tree_text));
    for (number, line) in script.lines().enumerate() {
        let line = line.split("//").next().unwrap_or_default().trim();
        if !line.is_empty() {
            course.line(line).unwrap_or_else(|Unmet(fault)| {
                panic!(
                    "line {}: `{line}`: {fault}\ntrace of the last request:\n{}",
                    number + 1,
                    course.trace.join("\n")
                )
            });
        }
    }
}

struct ScriptedCourse {
    sequencer: Sequencer,
    seed: u64,
    trace: Vec<String>,
    /// Steps of the trace that are already matched.
    matched: usize,
}

/// What does not hold, in words.
#[derive(Debug)]
struct Unmet(String);

type Checked = Result<(), Unmet>;

fn check(holds: bool, fault: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(Unmet(fault())) }
}

impl ScriptedCourse {
    fn new(tree: Arc<ActivityTree>) -> Self {
        let mut sequencer = Sequencer::new(tree);
        sequencer.set_tracing(true);
        Self {
            sequencer,
            seed: 1,
            trace: Vec::new(),
            matched: 0,
        }
    }

    fn line(&mut self, line: &str) -> Checked {
        if let Some(step) = line.strip_prefix("| ") {
            return self.expect_step(step);
        }
        if let Some((request, expected)) = line.split_once(" -> ") {
            return self.request(request, expected);
        }
        let words: Vec<&str> = line.split(' ').collect();
        match words[0] {
            "report" => {
                self.report(words[1], &words[2..]);
                Ok(())
            }
            "lesson" => {
                self.lesson(words[1], words[2]);
                Ok(())
            }
            "is" => self.expect_status(words[1], &words[2..]),
            "valid" => self.expect_validity(&words[1..], true),
            "invalid" => self.expect_validity(&words[1..], false),
            "selectable" => self.expect_menu(&words[1..], MenuEntry::is_selectable),
            "visible" => self.expect_menu(&words[1..], |entry| entry.visible),
            "menu" => {
                let offered = self.sequencer.menu().offered;
                check(offered == (words[1] == "offered"), || {
                    format!("offered: {offered}")
                })
            }
            "order" => self.expect_order(words[1], &words[2..]),
            "sees" => self.expect_objective(words[1], words[2], &words[3..]),
            _ => Err(Unmet("unknown line".to_owned())),
        }
    }

    fn id(&self, name: &str) -> ActivityId {
        self.sequencer
            .tree()
            .find(name)
            .unwrap_or_else(|| panic!("no activity {name}"))
    }

    fn name(&self, id: ActivityId) -> &str {
        &self.sequencer.tree().activity(id).identifier
    }

    fn parse_request(&self, text: &str) -> NavigationRequest {
        let text = match text.split_once(' ') {
            Some((verb, target)) => format!("{{target={target}}}{verb}"),
            None => text.to_owned(),
        };
        NavigationRequest::parse(&text, self.sequencer.tree()).expect("a request")
    }

    fn request(&mut self, request: &str, expected: &str) -> Checked {
        let request = self.parse_request(request);
        self.seed += 1;
        let seed = self.seed;
        let predicted = self.sequencer.predict(request, seed);
        self.sequencer.take_trace();
        let outcome = self.sequencer.navigate(request, &mut Draws::new(seed));
        let steps = self.sequencer.take_trace();
        let tree = self.sequencer.tree();
        self.trace = steps
            .iter()
            .map(|step| step.display(tree).to_string())
            .collect();
        self.matched = 0;
        let told = match outcome {
            Outcome::Delivered(delivery) if delivery.resumed => {
                format!("{} resumed", self.name(delivery.activity))
            }
            Outcome::Delivered(delivery) => self.name(delivery.activity).to_owned(),
            Outcome::Refused(exception) => format!("refused {}", exception.code()),
            Outcome::NothingDelivered(None) => "nothing".to_owned(),
            Outcome::NothingDelivered(Some(exception)) => format!("nothing {}", exception.code()),
            Outcome::Ended { suspended: true } => "suspended".to_owned(),
            Outcome::Ended { suspended: false } => "ended".to_owned(),
        };
        check(told == expected, || format!("got `{told}`"))?;
        check(predicted == outcome, || format!("predicted {predicted:?}"))
    }

    fn expect_step(&mut self, step: &str) -> Checked {
        let found = self.trace[self.matched..]
            .iter()
            .position(|traced| traced == step);
        let Some(offset) = found else {
            return Err(Unmet(
                "this step is not in the rest of the trace".to_owned(),
            ));
        };
        self.matched += offset + 1;
        Ok(())
    }

    fn report(&mut self, name: &str, words: &[&str]) {
        let activity = self.id(name);
        let mut report = TrackingReport::default();
        let mut objective = ObjectiveReport::default();
        let mut objective_id: Option<&str> = None;
        let mut suspended = false;
        for word in words {
            let number = |text: &str| Report::Known(text.parse::<f64>().expect("a number"));
            match *word {
                "passed" => objective.satisfied = Report::Known(true),
                "failed" => objective.satisfied = Report::Known(false),
                "success-unknown" => objective.satisfied = Report::Unknown,
                "completed" => objective.completed = Report::Known(true),
                "incomplete" => objective.completed = Report::Known(false),
                "completion-unknown" => objective.completed = Report::Unknown,
                "suspend" => suspended = true,
                word if word.starts_with("raw=") => objective.raw_score = number(&word[4..]),
                word if word.starts_with("progress=") => objective.progress = number(&word[9..]),
                word if word.starts_with('@') => objective_id = Some(&word[1..]),
                word => objective.measure = number(word),
            }
        }
        match objective_id {
            Some(id) => report.objectives.push((id.to_owned(), objective)),
            None => report.primary = objective,
        }
        self.sequencer.transfer_in(activity, &report);
        self.sequencer.set_suspended(activity, suspended);
    }

    fn lesson(&mut self, name: &str, status: &str) {
        let status = LessonStatus::parse(status).expect("a lesson status");
        self.sequencer.record_lesson(self.id(name), status, None);
    }

    fn expect_status(&self, name: &str, words: &[&str]) -> Checked {
        let activity = self.id(name);
        let status = self.sequencer.status(activity);
        let state = self.sequencer.activity_state(activity);
        for word in words {
            let holds = match *word {
                "satisfied" => status.satisfied == Some(true),
                "notSatisfied" => status.satisfied == Some(false),
                "satisfaction-unknown" => status.satisfied.is_none(),
                "completed" => status.completed == Some(true),
                "incomplete" => status.completed == Some(false),
                "completion-unknown" => status.completed.is_none(),
                "active" => state.active,
                "inactive" => !state.active,
                "suspended" => state.suspended,
                "not-suspended" => !state.suspended,
                "current" => self.sequencer.current() == Some(activity),
                _ => match word.split_once('=') {
                    Some(("measure", value)) => is_number(status.measure, value),
                    Some(("progress", value)) => is_number(status.progress, value),
                    Some(("attempts", value)) => state.attempt_count.to_string() == value,
                    _ => return Err(Unmet(format!("unknown word {word}"))),
                },
            };
            check(holds, || format!("not {word}: {status:?} {state:?}"))?;
        }
        Ok(())
    }

    fn expect_validity(&self, words: &[&str], expected: bool) -> Checked {
        let request = self.parse_request(&words.join(" "));
        let result = self.sequencer.request_valid(request);
        check(result.is_ok() == expected, || format!("{result:?}"))
    }

    fn expect_menu(&self, expected: &[&str], holds: fn(&MenuEntry) -> bool) -> Checked {
        let menu = self.sequencer.menu();
        let entries = menu.entries.iter().filter(|entry| holds(entry));
        let names: Vec<&str> = entries.map(|entry| self.name(entry.activity)).collect();
        check(names == expected, || format!("got {names:?}"))
    }

    fn expect_order(&self, cluster: &str, expected: &[&str]) -> Checked {
        let children = self.sequencer.available_children(self.id(cluster));
        let names: Vec<&str> = children.iter().map(|child| self.name(*child)).collect();
        check(names == expected, || format!("got {names:?}"))
    }

    fn expect_objective(&self, name: &str, objective: &str, words: &[&str]) -> Checked {
        let launch = self.sequencer.initial_data(self.id(name));
        let seen = launch.objectives.iter().find(|seen| seen.id == objective);
        let progress = seen.expect("the objective is there").progress;
        for word in words {
            let holds = match *word {
                "passed" => progress.satisfied == Some(true),
                "failed" => progress.satisfied == Some(false),
                "unknown" => progress.satisfied.is_none(),
                "completed" => progress.completed == Some(true),
                "incomplete" => progress.completed == Some(false),
                _ => match word.split_once('=') {
                    Some(("measure", value)) => is_number(progress.measure, value),
                    Some(("raw", value)) => is_number(progress.raw_score, value),
                    Some(("progress", value)) => is_number(progress.progress, value),
                    _ => return Err(Unmet(format!("unknown word {word}"))),
                },
            };
            check(holds, || format!("not {word}: {progress:?}"))?;
        }
        Ok(())
    }
}

fn is_number(value: Option<f64>, expected: &str) -> bool {
    match (value, expected.parse::<f64>()) {
        (None, Err(_)) => expected == "unknown",
        (Some(value), Ok(expected)) => (value - expected).abs() < 1e-9,
        _ => false,
    }
}
