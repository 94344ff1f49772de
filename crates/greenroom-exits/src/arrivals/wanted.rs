//! What the content wants to be kept: what it set last, and when it asked for it to be saved.

use std::collections::BTreeMap;

use scorm_lms::Phase;
use scorm_session::{ApiCall, ApiFunction};

use crate::eavesdropping::Tried;

/// What is refused by the length that the LMS takes, and not because it is wrong.
const LIMITED: &str = "cmi.suspend_data";

/// What the content set last, by element.
#[derive(Debug, Default)]
pub(super) struct Set {
    pub(super) values: BTreeMap<String, Last>,
    /// Commits and Terminates, with their places among the calls.
    saves: Vec<(usize, &'static str)>,
}

/// One value that it set.
#[derive(Debug)]
pub(super) struct Last {
    pub(super) value: String,
    /// Only the beginning of it is known.
    cut: bool,
    bytes: usize,
    pub(super) phase: Phase,
    /// Its place among the content's calls.
    pub(super) at: usize,
    /// The LMS refused what the standard takes, with this error.
    pub(super) refused: Option<String>,
}

impl Last {
    /// The LMS has this value.
    pub(super) fn is(&self, stored: &str) -> bool {
        stored == self.value || (self.cut && stored.starts_with(&self.value))
    }
}

impl Set {
    /// From the journal, and from what was heard of a page whose last calls are not in it.
    pub(super) fn of<'a>(known: impl Iterator<Item = &'a ApiCall>, tried: &[Tried]) -> Self {
        let mut set = Self::default();
        let mut at = 0;
        for call in known {
            at += 1;
            match call.function() {
                ApiFunction::SetValue if call.result == "true" || call.element() == LIMITED => {
                    let told = call.lms.as_ref();
                    let answered = match told {
                        Some(told) => told.value.as_deref() == Some("true"),
                        None => call.result == "true",
                    };
                    let error = told.and_then(|told| told.error.clone());
                    let refused = (!answered).then(|| {
                        let code = error.unwrap_or_else(|| call.error_code.to_string());
                        format!(" with error {code}")
                    });
                    let last = Last {
                        value: call.value().to_owned(),
                        cut: false,
                        bytes: call.value().len(),
                        phase: Phase::Normal,
                        at,
                        refused,
                    };
                    set.values.insert(call.element().to_owned(), last);
                }
                ApiFunction::Commit => set.saves.push((at, "Commit")),
                ApiFunction::Terminate => set.saves.push((at, "Terminate")),
                _ => {}
            }
        }
        for tried in tried {
            at += 1;
            set.hear(tried, at);
        }
        set
    }

    /// The journal knows the value, the witness the event.
    fn hear(&mut self, tried: &Tried, at: usize) {
        match tried.function.as_str() {
            "Commit" => self.saves.push((at, "Commit")),
            "Terminate" | "Finish" => self.saves.push((at, "Terminate")),
            _ => {}
        }
        let Some((element, value)) = tried.sets() else {
            return;
        };
        let phase = phase(tried.event.as_deref());
        if let Some(last) = self.values.get_mut(element)
            && last.value.starts_with(value)
        {
            (last.phase, last.at) = (phase, at);
            last.bytes = last.bytes.max(tried.bytes);
            return;
        }
        if tried.is_refused() && element != LIMITED {
            return;
        }
        let last = Last {
            value: value.to_owned(),
            cut: tried.bytes > value.len(),
            bytes: tried.bytes,
            phase,
            at,
            refused: tried.is_refused().then(String::new),
        };
        self.values.insert(element.to_owned(), last);
    }

    pub(super) fn believed(&self) -> BTreeMap<String, String> {
        let all = self.values.iter();
        all.map(|(element, last)| (element.clone(), last.value.clone()))
            .collect()
    }

    /// Whether such a call came after.
    pub(super) fn follows(&self, at: usize, call: &str) -> bool {
        self.saves
            .iter()
            .any(|(when, name)| *when > at && *name == call)
    }

    pub(super) fn bytes(&self) -> usize {
        self.values.values().map(|last| last.bytes).sum()
    }
}

fn phase(event: Option<&str>) -> Phase {
    match event {
        Some("beforeunload") => Phase::Beforeunload,
        Some("pagehide") => Phase::Pagehide,
        Some("unload") => Phase::Unload,
        Some("visibilitychange") => Phase::Hidden,
        Some("click") => Phase::Click,
        _ => Phase::Normal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(function: &str, args: &[&str], bytes: usize) -> Tried {
        Tried {
            function: function.to_owned(),
            args: args.iter().map(ToString::to_string).collect(),
            bytes,
            result: "true".to_owned(),
            event: Some("pagehide".to_owned()),
            at: None,
        }
    }

    #[test]
    fn what_is_heard_of_a_page_that_ended_counts_with_its_event_and_its_saves() {
        let tried = [
            heard("SetValue", &["cmi.suspend_data", "beginning"], 70_000),
            heard("Commit", &[""], 0),
            heard("SetValue", &["cmi.core.exit", "suspend"], 7),
        ];
        let set = Set::of(std::iter::empty(), &tried);
        let data = &set.values["cmi.suspend_data"];
        assert_eq!(data.phase, Phase::Pagehide);
        assert!(data.is("beginning and the rest") && !data.is("another"));
        assert!(set.follows(data.at, "Commit") && !set.follows(data.at, "Terminate"));
        let exit = &set.values["cmi.core.exit"];
        assert!(exit.is("suspend") && !exit.is("suspended"));
        assert!(!set.follows(exit.at, "Commit"));
        assert_eq!(set.bytes(), 70_007);
    }

    #[test]
    fn what_is_wrong_is_not_wanted_and_what_is_too_long_is() {
        let refused = |element, value| Tried {
            result: "false".to_owned(),
            ..heard("SetValue", &[element, value], 70_000)
        };
        let wrong = [refused("cmi.core.lesson_status", "done")];
        assert!(Set::of(std::iter::empty(), &wrong).values.is_empty());
        let long = [refused(LIMITED, "beginning")];
        let set = Set::of(std::iter::empty(), &long);
        assert!(set.values[LIMITED].refused.is_some());
    }
}
