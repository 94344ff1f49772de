//! Answers to a question: all that are worth trying, and how each is given.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::act::Deed;
use crate::fields::SOME_TEXT;
use crate::question::{Choice, Question};

/// More answers than these are not tried for one question.
const MOST: usize = 40;

/// One answer: for each option a number, what it means depends on the kind of question.
///
/// Of choices, the chosen ones; of lists, the entry of each; of things to drag, the zone of each.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) enum Candidate {
    Chosen(Vec<usize>),
    Text(String),
}

impl Question {
    /// Each thing where its key says that it belongs.
    pub(crate) fn fitting(&self) -> Option<Candidate> {
        let place = |choice: &Choice| {
            let mut zones = self.zones.iter();
            zones.position(|(_, key)| key.is_some() && *key == choice.key)
        };
        let places: Option<Vec<usize>> = self.options.iter().map(place).collect();
        places.map(Candidate::Chosen)
    }

    /// All answers worth trying, the likeliest first.
    pub(crate) fn candidates(&self) -> Vec<Candidate> {
        let count = self.options.len();
        let one = |at| Candidate::Chosen(vec![at]);
        let mut all: Vec<Candidate> = self.exposed.iter().cloned().collect();
        match self.kind.as_str() {
            "multiple_select" => {
                let most = 1_usize << count.min(5);
                let sets = (1..most).map(|bits| (0..count).filter(move |at| bits >> at & 1 == 1));
                let mut sets: Vec<Vec<usize>> = sets.map(Iterator::collect).collect();
                sets.sort_by_key(|set| (set.len() < 2, set.len()));
                all.extend(sets.into_iter().map(Candidate::Chosen));
            }
            "fill_in" if self.options.iter().all(|one| one.list.is_empty()) => {
                let field = self.options.first().map(|one| one.value.clone());
                let text = field.filter(|text| !text.is_empty());
                all.push(Candidate::Text(
                    text.unwrap_or_else(|| SOME_TEXT.to_owned()),
                ));
            }
            "fill_in" | "matching" => {
                let most = self.options.iter().map(|one| one.list.len()).max();
                let turns = most.unwrap_or(0).max(1);
                let shifted = |by| (0..count).map(|at| at + by).collect();
                all.extend((0..turns).map(shifted).map(Candidate::Chosen));
            }
            "drag_drop" => {
                let zones = self.zones.len().max(1);
                let shifted = |by| (0..count).map(|at| (at + by) % zones).collect();
                all.extend((0..zones).map(shifted).map(Candidate::Chosen));
            }
            _ => all.extend((0..count).map(one)),
        }
        let mut tried = BTreeSet::new();
        all.retain(|candidate| tried.insert(candidate.clone()));
        all.truncate(MOST);
        all
    }

    /// What is done to give an answer, without handing it in.
    pub(crate) fn deeds(&self, candidate: &Candidate) -> Vec<Deed> {
        match candidate {
            Candidate::Text(text) => {
                let fill = |one: &Choice| Deed::Fill(one.selector.clone(), text.clone());
                self.options.iter().map(fill).collect()
            }
            Candidate::Chosen(chosen) => match self.kind.as_str() {
                "multiple_select" => {
                    let check = |(at, one): (usize, &Choice)| {
                        Deed::Check(one.selector.clone(), chosen.contains(&at))
                    };
                    self.options.iter().enumerate().map(check).collect()
                }
                "fill_in" | "matching" => {
                    let pairs = self.options.iter().zip(chosen);
                    let pick = |(one, at): (&Choice, &usize)| match one.list.len() {
                        0 => Deed::Fill(one.selector.clone(), SOME_TEXT.to_owned()),
                        count => Deed::Fill(one.selector.clone(), one.list[at % count].clone()),
                    };
                    pairs.map(pick).collect()
                }
                "drag_drop" => {
                    let pairs = self.options.iter().zip(chosen);
                    let drag = |(one, at): (&Choice, &usize)| {
                        let (zone, _) = self.zones.get(*at)?;
                        Some(Deed::Drag(one.selector.clone(), zone.clone()))
                    };
                    pairs.filter_map(drag).collect()
                }
                _ => {
                    let chosen = chosen.iter().filter_map(|at| self.options.get(*at));
                    let click = |one: &Choice| Deed::Click(one.selector.clone());
                    chosen.map(click).collect()
                }
            },
        }
    }

    /// An answer in words.
    pub(crate) fn words(&self, candidate: &Candidate) -> String {
        match candidate {
            Candidate::Text(text) => text.clone(),
            Candidate::Chosen(chosen) => {
                let name = |at: &usize| match self.kind.as_str() {
                    "matching" | "drag_drop" | "fill_in" => at.to_string(),
                    _ => self.options.get(*at).map_or_else(String::new, |one| {
                        let label = if one.label.is_empty() {
                            &one.value
                        } else {
                            &one.label
                        };
                        label.chars().take(40).collect()
                    }),
                };
                let names: Vec<String> = chosen.iter().map(name).collect();
                names.join(", ")
            }
        }
    }
}
