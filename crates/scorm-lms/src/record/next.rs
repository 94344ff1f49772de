//! What the next launch gets.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Record;
use crate::profile::{Launched, Profile, ReviewWrites};

/// What belongs to one launch, or is said anew at each: where code sends all that it has, the mode
/// and credit of the last launch are stored too.
const OF_ONE_LAUNCH: [&str; 6] = [
    "cmi.core.session_time",
    "cmi.session_time",
    "cmi.core.credit",
    "cmi.credit",
    "cmi.core.lesson_mode",
    "cmi.mode",
];

/// The next launch of the attempt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Next {
    /// What [`crate::Launch::prior`] holds. The client takes of it what its LMS gives back.
    pub prior: BTreeMap<String, String>,
    /// `normal` or `review`.
    pub mode: String,
    /// What a course may not expect, in sentences.
    pub reasons: Vec<String>,
}

impl Record {
    /// What the next launch of this attempt gets.
    pub fn next(&self, profile: &Profile) -> Next {
        let mut prior = self.stored.clone();
        prior.retain(|element, _| !OF_ONE_LAUNCH.contains(&element.as_str()));
        let mut reasons = Vec::new();
        let attempts = profile.attempts.as_ref().map(|attempts| &attempts.value);
        let done = attempts.is_some_and(|attempts| {
            let words = self.statuses();
            attempts
                .done
                .iter()
                .any(|word| words.contains(&word.as_ref()))
        });
        let mode = match attempts {
            Some(attempts) if done && attempts.after_done == Launched::Review => {
                let writes = match attempts.review_writes {
                    ReviewWrites::Stored => "and what the course writes then is still stored",
                    ReviewWrites::Ignored => "and scores and statuses are ignored then",
                };
                reasons.push(format!(
                    "{} opens the course for review, because its status is {}, {writes}.",
                    self.title,
                    self.status()
                ));
                "review"
            }
            _ => "normal",
        };
        if let Some(reason) = self.forgotten_on_return(profile, &prior) {
            reasons.push(reason);
        }
        Next {
            prior,
            mode: mode.to_owned(),
            reasons,
        }
    }

    /// What the client will not get back, though it is stored.
    fn forgotten_on_return(
        &self,
        profile: &Profile,
        prior: &BTreeMap<String, String>,
    ) -> Option<String> {
        use crate::profile::dialect::Restore;
        let dialect = profile.dialect(self.version)?;
        let exit = prior.get("cmi.core.exit").or_else(|| prior.get("cmi.exit"));
        let exit = exit.map_or("", String::as_str);
        let title = &self.title;
        match dialect.restore {
            Restore::SuspendOnly if exit != "suspend" && !prior.is_empty() => Some(format!(
                "{title} gives nothing back at the next launch, because the exit was {exit:?} and \
                 not \"suspend\"."
            )),
            Restore::AlwaysBut(lost) if exit != "suspend" => {
                let lost: Vec<&str> = lost
                    .iter()
                    .copied()
                    .filter(|element| prior.contains_key(*element))
                    .collect();
                (!lost.is_empty()).then(|| {
                    format!(
                        "{title} does not give {} back, because the exit was not \"suspend\".",
                        lost.join(", ")
                    )
                })
            }
            _ => None,
        }
    }
}
