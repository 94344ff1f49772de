//! What a course believes and what is stored: each difference with its reason.

use std::collections::BTreeMap;

use super::{Lost, Record};
use crate::profile::dialect::{Dialect, FinishRule, Send};
use crate::profile::{Profile, SequencingExtent, Version};

const NAVIGATION: &str = "adl.nav.request";

impl Record {
    /// The values that a course believes to be saved, and that are stored otherwise or not at all.
    ///
    /// `believed` is what the course set last, by element.
    pub fn differs(&self, profile: &Profile, believed: &BTreeMap<String, String>) -> Vec<Lost> {
        let mut lost = Vec::new();
        for (element, value) in believed {
            if element == NAVIGATION {
                lost.extend(self.unheard(profile, value));
                continue;
            }
            // A time that is stored as it was set may count as nothing all the same.
            if element == self.version.session_time_element()
                && let Some(known) = self.lost.iter().rev().find(|it| it.is(element, value))
            {
                lost.push(known.clone());
                continue;
            }
            if self.stored.get(element) == Some(value)
                || (value.is_empty() && !self.stored.contains_key(element))
            {
                continue;
            }
            let known = self
                .lost
                .iter()
                .rev()
                .find(|known| known.element == *element);
            let reason = match known {
                Some(known) => known.reason.clone(),
                None => self.reason(profile, element, value),
            };
            lost.push(Lost {
                element: element.clone(),
                value: value.clone(),
                reason,
            });
        }
        lost
    }

    /// A navigation request is nothing to be stored, but something to be done.
    fn unheard(&self, profile: &Profile, value: &str) -> Option<Lost> {
        let sequencing = &profile.sequencing.as_ref()?.value;
        let word = value.rsplit('}').next().unwrap_or(value);
        let is_heard = sequencing.extent == SequencingExtent::Full
            || sequencing.requests.iter().any(|known| known == word);
        if is_heard || word == "_none_" {
            return None;
        }
        Some(Lost {
            element: NAVIGATION.to_owned(),
            value: value.to_owned(),
            reason: format!(
                "{} does not carry out the navigation request {word}.",
                self.title
            ),
        })
    }

    /// Why a value is not stored as it was set.
    fn reason(&self, profile: &Profile, element: &str, value: &str) -> String {
        let title = &self.title;
        let dialect = profile.dialect(self.version);
        if element == "cmi.core.lesson_status"
            && let Some(reason) = dialect.and_then(|dialect| self.status_reason(dialect, value))
        {
            return reason;
        }
        if let Some(dialect) = dialect {
            if dialect.sending.never_sent.contains(&element) {
                return format!("{title} never sends {element} to its server.");
            }
            let chosen = match dialect.sending.set {
                Send::Chosen(chosen) => Some(chosen),
                _ => None,
            };
            if chosen.is_some_and(|chosen| chosen.iter().all(|row| row.element != element)) {
                return format!("{title} does not save {element}.");
            }
        }
        match self.stored.get(element) {
            Some(stored) => format!(
                "The last save of {element} did not arrive; {title} still has {}.",
                shortened(stored)
            ),
            None => format!("No save of {element} arrived in {title}."),
        }
    }

    /// Why the status of SCORM 1.2 is another.
    fn status_reason(&self, dialect: &Dialect, value: &str) -> Option<String> {
        if self.version != Version::Scorm12 {
            return None;
        }
        let stored = self.stored.get("cmi.core.lesson_status")?;
        let title = &self.title;
        let rule = dialect.finish.iter().find(|rule| {
            matches!(
                rule,
                FinishRule::MasteryOverridesAll | FinishRule::MasteryIfCompleted
            )
        })?;
        let by_mastery =
            matches!(stored.as_str(), "passed" | "failed") && self.mastery_score.is_some();
        match rule {
            FinishRule::MasteryOverridesAll if by_mastery => Some(format!(
                "{title} replaces {value:?} by {stored:?} at LMSFinish, because the manifest has a \
                 mastery score and a raw score is set."
            )),
            FinishRule::MasteryIfCompleted if by_mastery && value == "completed" => Some(format!(
                "{title} makes {stored:?} of \"completed\" at LMSFinish, because the manifest has \
                 a mastery score."
            )),
            _ => None,
        }
    }
}

fn shortened(text: &str) -> String {
    const LONGEST: usize = 60;
    if text.chars().count() <= LONGEST {
        return format!("{text:?}");
    }
    let head: String = text.chars().take(LONGEST).collect();
    format!("{head:?}… ({} characters)", text.chars().count())
}
