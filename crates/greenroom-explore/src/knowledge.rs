//! What was learned about questions: which answers are right, which are wrong.

use std::collections::BTreeMap;

use scorm_session::ApiCall;
use serde::{Deserialize, Serialize};

use crate::candidate::Candidate;
use crate::feedback::{Recorded, recorded};
use crate::known::Known;
use crate::question::Question;

/// How a run answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// As well as is known; what is not known is tried.
    Right,
    /// Wrong on purpose.
    Wrong,
}

/// All questions of a course, by key.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Knowledge {
    pub(crate) questions: BTreeMap<u64, Known>,
    best_score: Option<f64>,
    /// The one question that this run answers otherwise than the best run.
    varied: Option<(u64, Candidate)>,
}

impl Knowledge {
    /// The answer to give.
    pub(crate) fn pick(&mut self, question: &Question, manner: Manner) -> Option<Candidate> {
        let varied = self.varied.clone();
        let known = self.questions.entry(question.key).or_insert_with(|| Known {
            text: question.text.clone(),
            all: question.candidates(),
            right: question.exposed.clone(),
            ..Known::default()
        });
        for candidate in &known.all {
            let words = || question.words(candidate);
            known.names.entry(candidate.clone()).or_insert_with(words);
        }
        let untried = || {
            let open = |one: &&Candidate| !known.wrong.contains(one);
            let mut open = known.all.iter().filter(open);
            let fresh = open.clone().find(|one| !known.given.contains(one));
            fresh.or_else(|| open.next())
        };
        let picked = match manner {
            Manner::Right => match (&varied, &known.right) {
                (_, Some(right)) => Some(right),
                (Some((key, candidate)), None) if *key == question.key => Some(candidate),
                (_, None) if varied.is_some() && known.best.is_some() => known.best.as_ref(),
                (_, None) => untried(),
            },
            Manner::Wrong => {
                let not_right = |one: &&Candidate| known.right.as_ref() != Some(one);
                let mut others = known.all.iter().filter(not_right);
                let surely = known.wrong.iter().next();
                surely
                    .or_else(|| others.clone().next_back())
                    .or_else(|| others.next())
            }
        };
        picked.or(known.all.first()).cloned()
    }

    /// Learns from the calls that followed answers, or from what the page says.
    pub(crate) fn learn(
        &mut self,
        questions: &[Question],
        answers: &[(u64, Candidate)],
        calls: &[ApiCall],
        said: Option<bool>,
    ) {
        let mut records = recorded(calls);
        let alone = answers.len() == 1;
        // As many records as answers are in the order of the page, unless their names say otherwise.
        let some_named = records.iter().any(|one| {
            let id = one.id.as_deref().unwrap_or_default();
            questions.iter().any(|question| question.is_named(id))
        });
        let in_order = !some_named && (alone || records.len() == answers.len());
        for (key, candidate) in answers {
            let Some(known) = self.questions.get_mut(key) else {
                continue;
            };
            known.given.insert(candidate.clone());
            let Some(question) = questions.iter().find(|one| one.key == *key) else {
                continue;
            };
            let named = |one: &Recorded| one.id.as_deref().is_some_and(|id| question.is_named(id));
            let meant = |one: &Recorded| {
                let response = one.response.as_deref().unwrap_or_default();
                question.means(candidate, response)
            };
            let by_name = records.iter().position(named);
            let at = by_name
                .or_else(|| records.iter().position(meant).filter(|_| !some_named))
                .or_else(|| (in_order && !records.is_empty()).then_some(0));
            let record = at.map(|at| records.remove(at));
            let told = record.as_ref().and_then(|one| {
                let pattern = one.pattern.as_deref()?;
                question.told(pattern, &known.all)
            });
            if let Some(told) = &told
                && !known.all.contains(told)
            {
                known.all.push(told.clone());
            }
            let is_meant = record.as_ref().is_some_and(|one| {
                let response = one.response.as_deref().unwrap_or_default();
                let pattern = one.pattern.as_deref().unwrap_or_default();
                question.means(candidate, response) && question.is_pattern(candidate, pattern)
            });
            let result = record.and_then(|one| one.result);
            known.neutral |= result.as_deref() == Some("neutral");
            let judged = match result.as_deref() {
                Some("correct") => Some(true),
                Some("incorrect" | "wrong") => Some(false),
                _ => None,
            };
            if is_meant && judged == Some(false) {
                known.denied = Some(candidate.clone());
            }
            known.learn(candidate, judged.or(said.filter(|_| alone)), told);
        }
    }

    /// A run is over. If its answers were not judged one by one, its score judges them together.
    pub(crate) fn conclude(&mut self, answers: &BTreeMap<u64, Candidate>, score: Option<f64>) {
        let score = score.unwrap_or(0.0);
        let best = self.best_score;
        if let (Some((key, candidate)), Some(best)) = (self.varied.take(), best)
            && let Some(known) = self.questions.get_mut(&key)
            && answers.get(&key) == Some(&candidate)
        {
            let before = known.best.clone();
            if score > best {
                known.right = Some(candidate);
            } else if score < best {
                known.right = before;
            } else {
                known.wrong.insert(candidate);
            }
        }
        if best.is_none_or(|best| score > best) {
            self.best_score = Some(score);
            for (key, candidate) in answers {
                if let Some(known) = self.questions.get_mut(key) {
                    known.best = Some(candidate.clone());
                }
            }
        }
    }

    /// Chooses what the next run shall answer otherwise; false if nothing is left to try.
    pub(crate) fn vary(&mut self) -> bool {
        // Answers that are judged one by one are learned all at once.
        let judged = self
            .questions
            .values()
            .any(|one| one.judged && one.is_open());
        if judged {
            return true;
        }
        for (key, known) in &self.questions {
            if known.right.is_some() {
                continue;
            }
            let open =
                |one: &&Candidate| !known.wrong.contains(one) && known.best.as_ref() != Some(one);
            if let Some(candidate) = known.all.iter().find(open) {
                self.varied = Some((*key, candidate.clone()));
                return true;
            }
        }
        false
    }

    /// Questions to which every answer was judged wrong, or the one that is recorded as right.
    pub(crate) fn never_right(&self) -> Vec<String> {
        let all = self.questions.values();
        all.filter_map(Known::why_hopeless).collect()
    }

    /// Whether all that was ever answered is known, but for what has no right answer.
    pub(crate) fn is_complete(&self) -> bool {
        let mut all = self.questions.values();
        all.all(|one| one.right.is_some() || one.neutral)
    }

    /// Every answer is the right one, as far as there is one.
    pub(crate) fn are_right(&self, answers: &BTreeMap<u64, Candidate>) -> bool {
        let asked = self.questions.iter().filter(|(_, one)| !one.neutral);
        let mut asked = asked.peekable();
        asked.peek().is_some()
            && asked.all(|(key, one)| one.right.is_some() && one.right.as_ref() == answers.get(key))
    }
}
