//! Replays measured call sequences against a profile.
//!
//! A file of sequences names an LMS and its settings, which map to exactly one profile. Each
//! sequence is one launch. A call is the same if the result, the error and the ways in which
//! requests left the page are. Methods that begin with `$` steer the network; they, and error
//! texts of which only the length was measured, count in no number.

mod compare;
mod file;
mod simulated_network;

pub use file::{Sequences, profile_of};

use serde::Serialize;

use crate::client::Client;
use crate::launch::Launch;
use crate::moment::Moment;
use crate::profile::Version;
use compare::Mismatch;
use file::{Call, Sequence};
use simulated_network::SimulatedNetwork;

/// Of the calls so many must be the same.
pub const CALLS_GOAL: f64 = 0.97;
/// Of the sequences so many must be the same from the first to the last call.
pub const SEQUENCES_GOAL: f64 = 0.90;
/// So many differences are listed.
const LISTED: usize = 20;

/// How faithful a profile is to one file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FileReport {
    /// The file's name.
    pub file: String,
    /// The LMS, as the file names it.
    pub lms: String,
    /// The version.
    pub scorm: String,
    /// The profile that answered.
    pub profile: String,
    /// Calls that count.
    pub calls: usize,
    /// Calls with the same result and error.
    pub same: usize,
    /// Sequences.
    pub sequences: usize,
    /// Sequences that are the same from the first to the last call.
    pub sequences_same: usize,
    /// The first differences.
    pub differences: Vec<Difference>,
}

impl FileReport {
    /// Is the profile faithful enough?
    pub fn at_goal(&self) -> bool {
        self.same as f64 >= CALLS_GOAL * self.calls as f64
            && self.sequences_same as f64 >= SEQUENCES_GOAL * self.sequences as f64
    }
}

/// A call that was answered otherwise.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// The sequence's id.
    pub sequence: String,
    /// The position of the call, from 0.
    pub call: usize,
    /// The function and its arguments.
    pub called: String,
    /// What was measured.
    pub measured: String,
    /// What the profile answers.
    pub answered: String,
}

/// Replays a file. The error says why it cannot be replayed.
pub fn file(name: &str, json: &str) -> Result<FileReport, String> {
    selected(name, json, |_| true)
}

/// Replays the sequences of a file that are chosen by their id.
pub fn selected(
    name: &str,
    json: &str,
    chosen: impl Fn(&str) -> bool,
) -> Result<FileReport, String> {
    let sequences = Sequences::parse(json)?;
    let profile = profile_of(&sequences)?;
    let mut report = FileReport {
        file: name.to_owned(),
        lms: sequences.lms.clone(),
        scorm: sequences.scorm.as_str().to_owned(),
        profile: profile.name.to_string(),
        calls: 0,
        same: 0,
        sequences: 0,
        sequences_same: 0,
        differences: Vec::new(),
    };
    for sequence in sequences
        .launches
        .iter()
        .filter(|sequence| chosen(&sequence.id))
    {
        let replayed = replay(profile, sequences.scorm, sequence);
        report.sequences += 1;
        report.calls += replayed.calls;
        report.same += replayed.calls - replayed.differences.len();
        report.sequences_same += usize::from(replayed.differences.is_empty());
        let room = LISTED.saturating_sub(report.differences.len());
        report
            .differences
            .extend(replayed.differences.into_iter().take(room));
    }
    Ok(report)
}

struct Replayed {
    calls: usize,
    differences: Vec<Difference>,
}

fn replay(profile: &crate::Profile, version: Version, sequence: &Sequence) -> Replayed {
    let mut net = SimulatedNetwork::default();
    let launch = Launch::from(&sequence.launch);
    let mut client = Client::new(profile, version, launch);
    let mut replayed = Replayed {
        calls: 0,
        differences: Vec::new(),
    };
    // The reference data model was driven without a session.
    let without_session = !sequence
        .calls
        .iter()
        .any(|call| call.method.ends_with("Initialize"))
        && profile.name == "standard";
    if without_session {
        client.call("Initialize", &["".into()], Moment::default(), &mut net);
    }
    for (position, call) in sequence.calls.iter().enumerate() {
        if let Some(wish) = call.method.strip_prefix('$') {
            if wish == "net" {
                net.answer_as(call.args.first());
            }
            continue;
        }
        let moment = Moment {
            at_ms: position as u64,
            ..Moment::default()
        };
        let args = call.arguments();
        let called = client.call(&call.method, &args, moment, &mut net);
        let sent = net.take_sent();
        net.settle(&mut client);
        net.take_sent();
        if call.is_error_text() {
            continue;
        }
        replayed.calls += 1;
        if let Some(mismatch) = compare::compare(call, &args, &called, &sent) {
            replayed
                .differences
                .push(difference(sequence, position, call, mismatch));
        }
    }
    replayed
}

fn difference(sequence: &Sequence, call: usize, measured: &Call, mismatch: Mismatch) -> Difference {
    let args: Vec<String> = measured.args.iter().map(ToString::to_string).collect();
    Difference {
        sequence: sequence.id.clone(),
        call,
        called: format!("{}({})", measured.method, args.join(", ")),
        measured: mismatch.measured,
        answered: mismatch.answered,
    }
}
