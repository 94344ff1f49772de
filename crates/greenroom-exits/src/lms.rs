//! In which LMSs exits can be tried out.

use greenroom_stage::course::runtimes::Runtimes;
use greenroom_stage::{Fault, StageError};

/// The engine by the book.
pub(crate) const STANDARD: &str = "standard";
/// What launches call it.
pub(crate) const GENERIC: &str = "generic";

/// The profile of this name, if it can be played; `generic` is `standard`.
pub(crate) fn playable(name: &str, runtimes: &Runtimes) -> Result<&'static str, StageError> {
    if name == STANDARD || name == GENERIC {
        return Ok(STANDARD);
    }
    let known = runtimes.lms_names();
    let message = if known.iter().any(|one| one == name) {
        format!(
            "lms_profiles: a course cannot be left in {name} yet: only its limits are known here"
        )
    } else {
        format!("lms_profiles: no profile is called {name}")
    };
    Err(StageError::new(Fault::InvalidParams, message)
        .hint(format!("Give {STANDARD}."))
        .detail("profiles", [STANDARD]))
}
