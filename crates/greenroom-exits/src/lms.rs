//! In which LMSs a course is left.

use greenroom_stage::course::runtimes::Runtimes;
use greenroom_stage::{Fault, StageError};

/// The engine by the book.
pub(crate) const STANDARD: &str = "standard";

/// The profiles of these names, each once; `standard` if none is named.
pub(crate) fn playable(names: &[String], runtimes: &Runtimes) -> Result<Vec<String>, StageError> {
    let mut found: Vec<String> = Vec::new();
    for name in names {
        let profile = runtimes.profiles().find(name);
        let profile = profile.map_err(|_| unknown(name, &runtimes.lms_names()))?;
        let name = profile.name.to_string();
        if !found.contains(&name) {
            found.push(name);
        }
    }
    if found.is_empty() {
        found.push(STANDARD.to_owned());
    }
    Ok(found)
}

fn unknown(name: &str, known: &[String]) -> StageError {
    let message = format!("lms_profiles: no profile is called {name}");
    StageError::new(Fault::InvalidParams, message)
        .hint(format!("There are {}.", known.join(", ")))
        .detail("profiles", known)
}
