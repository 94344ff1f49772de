//! In which LMSs a course is left.

use greenroom_stage::course::replica::Replica;
use greenroom_stage::course::runtime::Runtime;
use greenroom_stage::course::runtimes::Runtimes;
use greenroom_stage::{Fault, StageError};
use scorm_lms::Version;

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

/// Why the LMS does not play the course: it knows another version of SCORM only.
pub(crate) fn unknown_there(runtime: &Runtime, runtimes: &Runtimes, lms: &str) -> Option<String> {
    let profile = runtimes.profiles().played_as(lms);
    let profile = profile.filter(|_| runtime.live.lms.is_none())?;
    let is_12 = |replica: &Replica| replica.engine.course().version.is_scorm12();
    let (version, other) = if runtime.live.read(is_12) {
        (Version::Scorm12, Version::Scorm2004)
    } else {
        (Version::Scorm2004, Version::Scorm12)
    };
    let knows_other = profile.dialect(version).is_none() && profile.dialect(other).is_some();
    let (title, version) = (&profile.title, version.as_str());
    knows_other.then(|| format!("{title} does not play SCORM {version}"))
}
