//! What an LMS has no place for whatever a course does, and what it lets wait.

use super::dialect::Send;
use super::{Profile, Version};

impl Profile {
    /// This value never gets into the LMS's store, however and whenever a course sets it: the LMS's code
    /// does not send it, or its server does not store the element.
    pub fn never_keeps(&self, version: Version, element: &str, value: &str) -> bool {
        let is_sent = self.dialect(version).is_none_or(|dialect| {
            let sending = &dialect.sending;
            let is_chosen = match sending.set {
                Send::Chosen(rows) => rows.iter().any(|row| {
                    row.element == element && row.value.is_none_or(|only| only == value)
                }),
                _ => true,
            };
            is_chosen && !sending.never_sent.contains(&element)
        });
        let rules = self.rules(version);
        let is_stored = rules.is_none_or(|rules| rules.value.stores(element));
        !is_sent || !is_stored
    }
}

impl Profile {
    /// How long a save may wait in the LMS's page before it is sent, in milliseconds.
    pub fn longest_delay_ms(&self, version: Version) -> u64 {
        let delay = |send: Send| match send {
            Send::Delayed(ms) => ms,
            Send::Chosen(rows) => rows.iter().map(|row| row.delay_ms).max().unwrap_or(0),
            _ => 0,
        };
        let sending = self.dialect(version).map(|dialect| &dialect.sending);
        let ways = sending.map(|sending| [sending.set, sending.commit, sending.finish]);
        ways.into_iter().flatten().map(delay).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_lmss_let_saves_wait() {
        for (lms, delay) in [
            ("openolat", 500),
            ("frappe", 300),
            ("moodle", 0),
            ("standard", 0),
        ] {
            let profile = crate::find(lms).expect("a profile");
            assert_eq!(profile.longest_delay_ms(Version::Scorm12), delay, "{lms}");
        }
    }

    #[test]
    fn what_an_lms_has_no_place_for_is_told_by_name_and_value() {
        let version = Version::Scorm2004;
        for (lms, element, value, never) in [
            ("frappe", "cmi.location", "page-2", true),
            ("frappe", "cmi.score.raw", "80", true),
            ("frappe", "cmi.suspend_data", "x", false),
            ("frappe", "cmi.completion_status", "completed", false),
            ("frappe", "cmi.completion_status", "incomplete", true),
            ("chamilo", "cmi.learner_preference.language", "de", true),
            ("chamilo", "cmi.location", "page-2", false),
            ("moodle", "cmi.location", "page-2", false),
            ("standard", "cmi.location", "page-2", false),
        ] {
            let profile = crate::find(lms).expect("a profile");
            let told = profile.never_keeps(version, element, value);
            assert_eq!(told, never, "{lms} {element}={value}");
        }
    }
}
