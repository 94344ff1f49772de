//! Plays rehearsals on the engine alone and prints one JSON line for each.
//!
//! `cargo run -p scorm-session --example rehearse -- FOLDER [ID…]`
#![expect(clippy::print_stdout, reason = "a command-line example")]
#![expect(
    clippy::disallowed_methods,
    reason = "an example reads files, unlike the crate"
)]

use std::collections::BTreeMap;
use std::path::PathBuf;

use scorm_session::rehearsal::format::Rehearsal;
use scorm_session::rehearsal::{self, Case};
use scorm_session::{Learner, Options};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().ok_or("name a folder of rehearsals")?);
    let wanted: Vec<String> = arguments.collect();
    let mut cases = BTreeMap::new();
    for entry in std::fs::read_dir(&folder)? {
        let text = std::fs::read_to_string(entry?.path())?;
        let rehearsal: Rehearsal = serde_json::from_str(&text)?;
        let text_of = |manifest: &str| {
            std::fs::read_to_string(folder.join(manifest)).map_err(|fault| fault.to_string())
        };
        cases.insert(rehearsal.id.clone(), Case::new(rehearsal, text_of)?);
    }
    let options = Options {
        trace: !wanted.is_empty(),
        ..Options::default()
    };
    let mut passed = 0;
    let mut played = 0;
    for case in cases.values() {
        if !wanted.is_empty() && !wanted.contains(&case.rehearsal.id) {
            continue;
        }
        let mut learner = Learner::new("learner_1", "Learner, One");
        for required in case
            .rehearsal
            .requires
            .iter()
            .filter_map(|id| cases.get(id))
        {
            rehearsal::run(required, &mut learner, &options);
        }
        let report = rehearsal::run(case, &mut learner, &options);
        played += 1;
        passed += usize::from(report.passed);
        println!("{}", serde_json::to_string(&report)?);
    }
    println!("{passed} of {played} passed");
    Ok(())
}
