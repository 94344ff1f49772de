//! The answers, one file per question: pure functions of what was seen.

mod completes;
mod exits;
mod imports;
mod launches;
mod no_end;
mod outage;
mod resumes;
mod score;
#[cfg(test)]
mod tests;

use scorm_lms::profile::SequencingExtent;
use scorm_lms::{Profile, Version};

use crate::answer::{Answer, Judged, Question, Reason, Verdict, Word};
use crate::facts::{Differs, Facts};
use crate::otherwise::{Otherwise, telling};

/// Reasons of one kind that are told.
const TOLD: usize = 3;

/// What answers are made from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Case<'a> {
    pub(crate) profile: &'a Profile,
    /// The version of the course.
    pub(crate) version: Version,
    pub(crate) facts: &'a Facts,
    /// What was seen in the standard itself.
    pub(crate) base: &'a Facts,
    /// SCOs of the course.
    pub(crate) scos: usize,
    /// The way through the course uses controls of the LMS.
    pub(crate) needs_controls: bool,
    /// The course is launched in a window of its own: it finds no API in a frame.
    pub(crate) in_window: bool,
    /// How far the way goes.
    pub(crate) way: Way,
}

/// How far the way through the course goes, where it does not complete it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// To where nothing was left to do.
    Exhausted,
    /// To where the search gave up.
    Unfinished,
    /// To where the caller's rehearsal ends.
    Rehearsed,
}

impl Case<'_> {
    fn title(&self) -> &str {
        &self.profile.title
    }

    fn is_standard(&self) -> bool {
        self.profile.is_called("standard")
    }

    /// How it answers courses is known.
    fn is_played(&self) -> bool {
        self.is_by_the_book() || self.profile.dialect(self.version).is_some()
    }

    /// The engine itself answers, with limits of this LMS, and nothing else is different in it.
    fn is_by_the_book(&self) -> bool {
        let profile = self.profile;
        self.is_standard() || (!profile.partial && profile.dialect(self.version).is_none())
    }

    fn dialect_source(&self) -> Option<&str> {
        self.profile
            .dialect(self.version)
            .map(|dialect| dialect.source)
    }

    fn rules_source(&self) -> Option<&str> {
        let rules = self.profile.rules(self.version);
        rules.map(|rules| rules.source.as_ref())
    }

    fn sequencing_source(&self) -> Option<&str> {
        let sequencing = self.profile.sequencing.as_ref();
        sequencing.map(|sequencing| sequencing.source.as_ref())
    }

    /// The LMS has no place for it: no course gets it in there.
    fn has_no_place_for(&self, one: &Differs) -> bool {
        let version = self.version;
        self.profile
            .never_keeps(version, &one.element, &one.believed)
    }

    /// The state of a course that is done is erased.
    fn erases_when_done(&self) -> bool {
        let rules = self.profile.rules(self.version);
        rules.is_some_and(|rules| rules.value.erased_at_completion)
    }

    /// The LMS leads to no other SCO: neither by controls nor when a course asks it to.
    fn leads_nowhere(&self) -> bool {
        let sequencing = self.profile.sequencing.as_ref().map(|it| &it.value);
        let is_deaf = sequencing.is_some_and(|it| {
            it.extent == SequencingExtent::None && !it.requests.iter().any(|one| one == "continue")
        });
        self.scos > 1 && (self.launches_first_only() || is_deaf)
    }

    /// What the LMS does not do of the sequencing between SCOs, in words.
    fn unfollowed_sequencing(&self) -> Option<&'static str> {
        let sequencing = self.profile.sequencing.as_ref().filter(|_| self.scos > 1);
        match sequencing?.value.extent {
            SequencingExtent::None => Some("does not follow sequencing"),
            SequencingExtent::Flow => Some("follows sequencing only in part"),
            SequencingExtent::Full => None,
        }
    }

    /// Only the first SCO is ever launched, and there are more.
    fn launches_first_only(&self) -> bool {
        let sequencing = self.profile.sequencing.as_ref();
        self.scos > 1 && sequencing.is_some_and(|it| it.value.first_only)
    }

    /// The learner has no controls of the LMS.
    fn lacks_controls(&self) -> bool {
        let sequencing = self.profile.sequencing.as_ref().map(|it| &it.value);
        sequencing.is_some_and(|it| it.first_only || (!it.menu_visible && !it.buttons_visible))
    }

    /// A reason for each kind of call that is answered otherwise.
    fn otherwise<'o>(
        &'o self,
        about: Question,
        calls: impl IntoIterator<Item = &'o Otherwise>,
    ) -> Vec<Reason> {
        // What the course does wrong by the standard too is its own affair.
        let base = self.base.whole.get();
        let wrong = base.map_or(&[][..], |base| base.otherwise.as_slice());
        let new = calls
            .into_iter()
            .filter(|call| wrong.iter().all(|known| known.key() != call.key()));
        let calls: Vec<Otherwise> = new.cloned().collect();
        let told = telling(&calls).into_iter().take(TOLD).map(|call| {
            Reason::new(about, call.says(self.title()))
                .at(call.at.as_ref())
                .source(self.dialect_source())
        });
        told.collect()
    }

    /// Calls that are refused here and not by the book, of one kind of elements.
    fn refused(&self, wanted: impl Fn(&str) -> bool) -> Vec<&Otherwise> {
        let (_, here) = self.all_refused(wanted);
        here
    }

    /// Calls of one kind of elements that are refused: by the book too, and here only.
    fn all_refused(&self, wanted: impl Fn(&str) -> bool) -> (Vec<&Otherwise>, Vec<&Otherwise>) {
        let known: Vec<_> = self.base.otherwise().map(Otherwise::key).collect();
        let calls = self.facts.otherwise();
        calls
            .filter(|call| call.is_refused_set() && wanted(&call.element))
            .partition(|call| known.contains(&call.key()))
    }
}

/// All answers about one LMS.
#[derive(Debug)]
pub(crate) struct Answers {
    pub(crate) answers: Vec<(Question, Answer)>,
    pub(crate) reasons: Vec<Reason>,
}

impl Answers {
    pub(crate) fn of(case: &Case<'_>) -> Self {
        let imports = imports::judge(case);
        let refused = imports.answer.word == Word::No;
        let mut told = Self {
            answers: Vec::new(),
            reasons: Vec::new(),
        };
        told.take(Question::Imports, imports);
        for (question, judge) in [
            (
                Question::Launches,
                launches::judge as fn(&Case<'_>) -> Judged,
            ),
            (Question::Completes, completes::judge),
            (Question::ScoreArrives, score::judge),
            (Question::ExitsKeepData, exits::judge),
            (Question::Resumes, resumes::judge),
        ] {
            let judged = if refused {
                Judged::of(Answer::not_reached())
            } else {
                judge(case)
            };
            told.take(question, judged);
        }
        told
    }

    fn take(&mut self, question: Question, judged: Judged) {
        self.answers.push((question, judged.answer));
        for reason in judged.reasons {
            if !self.reasons.iter().any(|known| known.text == reason.text) {
                self.reasons.push(reason);
            }
        }
    }

    pub(crate) fn verdict(&self) -> Verdict {
        Verdict::of(&self.answers, &self.reasons)
    }

    pub(crate) fn get(&self, question: Question) -> Option<&Answer> {
        let mut answers = self.answers.iter();
        answers
            .find(|(asked, _)| *asked == question)
            .map(|(_, answer)| answer)
    }

    /// What playing cannot show worsens an answer that was well.
    pub(crate) fn worsen(&mut self, detail: &str, reason: Reason) {
        let mut answers = self.answers.iter_mut();
        let answer = answers.find(|(question, _)| *question == reason.about);
        let Some((_, answer)) = answer.filter(|(_, one)| one.word != Word::NotReached) else {
            return;
        };
        if answer.word == Word::Yes {
            answer.worsen(Word::Partly, detail);
        }
        if !self.reasons.iter().any(|known| known.text == reason.text) {
            self.reasons.push(reason);
        }
    }
}

/// A number without needless digits.
fn short(number: f64) -> String {
    let rounded = (number * 10.0).round() / 10.0;
    format!("{rounded}")
}
