//! Why what a course saves while its page goes away does not arrive: what the LMS's code sends then,
//! and how.

use crate::moment::Phase;
use crate::network::Via;
use crate::profile::dialect::{Carries, Dialect, Send};
use crate::profile::{Profile, Version};

/// What browsers take of beacons and keep-alive requests in flight, in bytes.
const BEACON_CAP: usize = 65_536;

/// What a course did with a value before its page was gone.
#[derive(Clone, Copy, Debug, Default)]
pub struct LastWords {
    /// The event in which it was set.
    pub phase: Phase,
    /// `Commit` was called after it.
    pub committed: bool,
    /// `Finish` was called after it.
    pub finished: bool,
    /// Bytes of all that was set then, in UTF-8.
    pub bytes: usize,
}

impl Profile {
    /// Why the LMS does not have a value that no request carried to it; none where its code would
    /// have sent it, or never sends it.
    pub fn why_lost(&self, version: Version, element: &str, words: LastWords) -> Option<String> {
        let dialect = self.dialect(version)?;
        let sending = &dialect.sending;
        let title = &self.title;
        if sending.never_sent.contains(&element) {
            return None;
        }
        match sending.set {
            Send::Async(_, true) => {
                return Some(format!(
                    "{title} sends values one after another, each when the one before it is answered: \
                     the page was gone before the turn of {element}."
                ));
            }
            Send::Async(_, false) => return Some(self.broken_off("SetValue")),
            Send::Chosen(rows) => {
                let row = rows.iter().find(|row| row.element == element)?;
                return Some(match row.delay_ms {
                    0 => self.broken_off("SetValue"),
                    ms => format!(
                        "{title} sends {element} {ms} ms after it was set, and the page was gone before."
                    ),
                });
            }
            Send::Sync | Send::Beacon => return self.way(dialect, sending.set, "SetValue", words),
            Send::Nothing | Send::Delayed(_) => {}
        }
        let calls = [
            (words.committed, sending.commit, "Commit"),
            (words.finished, sending.finish, "Finish"),
        ];
        let made = calls.into_iter().filter(|(made, ..)| *made);
        let mut sends = made
            .clone()
            .filter(|(_, send, _)| *send != Send::Nothing)
            .map(|(_, send, call)| self.way(dialect, send, call, words));
        match sends.next_back() {
            Some(why) => why,
            None if made.count() > 0 => Some(format!(
                "{title} sends nothing at Commit and Finish, whatever it answers."
            )),
            None => Some(format!(
                "{title} keeps {element} in its page until Commit or Finish, and the page was gone \
                 before either was called."
            )),
        }
    }

    /// Whether a save that failed is made up for by the next one; none where it is not known.
    pub fn sends_again(&self, version: Version) -> Option<bool> {
        let carries = self.dialect(version)?.sending.carries;
        let again = match carries {
            Carries::Changes | Carries::ChangesIfAny | Carries::One => false,
            Carries::UnlikeLaunch | Carries::Everything | Carries::EverythingAndChanges => true,
        };
        Some(again)
    }

    /// Whether the course is told that all is well when its save is answered with the login page.
    pub fn takes_login_page(&self, version: Version) -> Option<bool> {
        Some(self.dialect(version)?.sending.login_page_is_success)
    }

    /// Why what leaves the page in this way does not arrive.
    fn way(&self, dialect: &Dialect, send: Send, call: &str, words: LastWords) -> Option<String> {
        let title = &self.title;
        let dismissal = dialect.sending.dismissal;
        let otherwise = dismissal.filter(|it| it.phases.contains(&words.phase));
        match (send, otherwise.map(|it| it.via)) {
            (Send::Beacon, _) | (Send::Sync, Some(Via::Beacon)) => {
                let transport = self.transport.as_ref();
                let cap = transport.and_then(|it| it.value.beacon_cap);
                let cap = cap.unwrap_or(BEACON_CAP);
                (words.bytes.saturating_mul(11) / 10 > cap).then(|| {
                    format!(
                        "{title} saves at {call} by a beacon, and browsers take no more than {cap} \
                         bytes of these at a time; the course set {} bytes.",
                        words.bytes
                    )
                })
            }
            (Send::Sync, None) => words.phase.is_dismissal().then(|| {
                format!(
                    "{title} saves at {call} by a synchronous request, which browsers refuse in {}.",
                    event(words.phase)
                )
            }),
            (Send::Async(..), _) | (Send::Sync, Some(_)) => Some(self.broken_off(call)),
            (Send::Delayed(ms), _) => Some(format!(
                "{title} saves {ms} ms after {call}, and the page was gone before."
            )),
            (Send::Nothing | Send::Chosen(_), _) => None,
        }
    }

    fn broken_off(&self, call: &str) -> String {
        let races = self.transport.as_ref().is_some_and(|it| it.value.race);
        let luck = if races {
            "; another time it may arrive"
        } else {
            ""
        };
        format!(
            "{} saves at {call} by an asynchronous request, which the end of the page broke off{luck}.",
            self.title
        )
    }
}

/// What the event is called.
fn event(phase: Phase) -> &'static str {
    match phase {
        Phase::Beforeunload => "beforeunload",
        Phase::Pagehide => "pagehide",
        Phase::Unload => "unload",
        Phase::Hidden => "visibilitychange",
        Phase::Normal | Phase::Click => "scripts",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(lms: &str, words: LastWords) -> String {
        let profile = crate::find(lms).expect("a profile");
        let why = profile.why_lost(Version::Scorm12, "cmi.suspend_data", words);
        why.unwrap_or_default()
    }

    #[test]
    fn each_lms_loses_last_words_for_its_own_reason() {
        let in_pagehide = LastWords {
            phase: Phase::Pagehide,
            committed: true,
            finished: true,
            bytes: 20,
        };
        for (lms, part) in [
            (
                "ilias",
                "synchronous request, which browsers refuse in pagehide",
            ),
            ("openedx", "one after another"),
            ("chamilo", "another time it may arrive"),
            ("openolat", "another time it may arrive"),
            ("frappe", "300 ms after it was set"),
            // A beacon of this size arrives.
            ("moodle", ""),
            ("scorm_again", ""),
        ] {
            let why = why(lms, in_pagehide);
            assert!(
                why.contains(part) && why.is_empty() == part.is_empty(),
                "{lms}: {why}"
            );
        }
    }

    #[test]
    fn a_beacon_has_a_size_and_what_is_never_committed_stays_in_the_page() {
        let large = LastWords {
            phase: Phase::Pagehide,
            committed: true,
            finished: true,
            bytes: 64_500,
        };
        assert!(why("moodle", large).contains("65536 bytes"));
        let open = LastWords::default();
        assert!(why("moodle", open).contains("until Commit or Finish"));
        assert!(why("openedx", open).contains("one after another"));
        let committed = LastWords {
            committed: true,
            ..open
        };
        assert!(why("openolat", committed).contains("500 ms after Commit"));
    }

    #[test]
    fn who_sends_changes_only_never_sends_them_again() {
        for (lms, again) in [
            ("moodle", false),
            ("ilias", false),
            ("scorm_again", true),
            ("openolat", true),
        ] {
            let profile = crate::find(lms).expect("a profile");
            assert_eq!(profile.sends_again(Version::Scorm12), Some(again), "{lms}");
        }
        let standard = crate::find("standard").expect("a profile");
        assert_eq!(standard.sends_again(Version::Scorm12), None);
    }
}
