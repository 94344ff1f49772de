//! What is known about the answers to one question.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::candidate::Candidate;
use crate::pairs;

/// Of more answers than these, not all are tried.
const MOST_TRIED: usize = 30;

/// Answers to one question.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Known {
    pub(crate) text: String,
    /// In words, for reports.
    #[serde(with = "pairs")]
    pub(crate) names: BTreeMap<Candidate, String>,
    pub(crate) all: Vec<Candidate>,
    pub(crate) right: Option<Candidate>,
    pub(crate) wrong: BTreeSet<Candidate>,
    /// Given without being told whether it is right.
    pub(crate) given: BTreeSet<Candidate>,
    /// In the run with the best score so far.
    pub(crate) best: Option<Candidate>,
    /// Some attempt told whether an answer is right.
    pub(crate) judged: bool,
    /// Recorded as the right answer, and judged wrong when it was given.
    #[serde(default)]
    pub(crate) denied: Option<Candidate>,
    /// Recorded as a question without a right answer.
    #[serde(default)]
    pub(crate) neutral: bool,
}

impl Known {
    pub(crate) fn learn(
        &mut self,
        given: &Candidate,
        judged: Option<bool>,
        told: Option<Candidate>,
    ) {
        if let Some(right) = told
            && (judged != Some(false) || right != *given)
            && !self.wrong.contains(&right)
        {
            self.judged = true;
            self.right = Some(right);
        }
        match judged {
            Some(true) => {
                self.judged = true;
                self.right = Some(given.clone());
            }
            Some(false) => {
                self.judged = true;
                self.wrong.insert(given.clone());
                // What was taken for right, as a mark in the page said, is not.
                if self.right.as_ref() == Some(given) {
                    self.right = None;
                }
            }
            None => {}
        }
    }

    /// Whether an answer that was not judged yet may be right.
    pub(crate) fn is_open(&self) -> bool {
        self.right.is_none() && self.all.iter().any(|one| !self.wrong.contains(one))
    }

    /// Why no answer is right; nothing if one is, or may be.
    pub(crate) fn why_hopeless(&self) -> Option<String> {
        if !self.judged || self.right.is_some() {
            return None;
        }
        if let Some(denied) = &self.denied {
            let text = match denied {
                Candidate::Text(text) => Some(text),
                Candidate::Chosen(_) => self.names.get(denied),
            };
            let denied = text.map(String::as_str).unwrap_or_default();
            return Some(format!(
                "{:?}: {denied:?} is recorded as the right answer and judged wrong",
                self.text
            ));
        }
        let all_wrong = self.all.iter().all(|each| self.wrong.contains(each));
        let tried = 1 < self.all.len() && self.all.len() < MOST_TRIED && all_wrong;
        let names: Vec<&str> = self.names.values().map(String::as_str).collect();
        tried.then(|| format!("{:?} ({})", self.text, names.join(" | ")))
    }
}

#[cfg(test)]
mod tests {
    use super::Known;
    use crate::candidate::Candidate;

    fn asked() -> Known {
        let one = |at| Candidate::Chosen(vec![at]);
        let names = [(one(0), "hot".to_owned()), (one(1), "cold".to_owned())];
        Known {
            text: "How is tea?".to_owned(),
            names: names.into_iter().collect(),
            all: vec![one(0), one(1)],
            ..Known::default()
        }
    }

    #[test]
    fn what_was_judged_wrong_is_not_taken_for_right_because_a_record_says_so() {
        let mut known = asked();
        let one = |at| Candidate::Chosen(vec![at]);
        known.learn(&one(1), Some(false), Some(one(0)));
        assert_eq!(known.right, Some(one(0)));
        known.learn(&one(0), Some(false), Some(one(0)));
        known.learn(&one(1), Some(false), Some(one(0)));
        assert_eq!(known.right, None);
        let why = known.why_hopeless().unwrap_or_default();
        assert_eq!(why, "\"How is tea?\" (hot | cold)");
        known.denied = Some(one(0));
        let why = known.why_hopeless().unwrap_or_default();
        assert!(why.contains("\"hot\" is recorded as the right"), "{why}");
    }

    #[test]
    fn a_question_with_a_right_answer_is_not_hopeless() {
        let mut known = asked();
        known.learn(&Candidate::Chosen(vec![0]), Some(false), None);
        assert_eq!(known.why_hopeless(), None);
        known.learn(&Candidate::Chosen(vec![1]), Some(true), None);
        assert_eq!(known.why_hopeless(), None);
    }
}
