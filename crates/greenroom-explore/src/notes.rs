//! What lasts from run to run. Written down, it lets an exploration that was broken off go on.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::act::{Act, Purpose};
use crate::atlas::Atlas;
use crate::concluding::barred_words;
use crate::coverage::Collected;
use crate::dead_ends::DeadEnd;
use crate::findings::Findings;
use crate::knowledge::Knowledge;
use crate::perform::Obstacle;
use crate::resuming::Resumed;
use crate::run::Ended;
use crate::state::View;

/// Everything that an exploration knows.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Notes {
    pub(crate) atlas: Atlas,
    pub(crate) knowledge: Knowledge,
    pub(crate) findings: Findings,
    pub(crate) collected: Collected,
    /// What stood in the way of acts.
    pub(crate) obstacles: Vec<Hindered>,
    /// Controls that could be used, by page.
    pub(crate) used: BTreeSet<(u64, String)>,
    /// The words of all acts, run after run.
    pub(crate) log: Vec<String>,
    /// The shortest way to each status.
    pub(crate) reached: BTreeMap<String, Vec<Act>>,
    /// What the learner did who looked at everything.
    pub(crate) tour: Option<Vec<Act>>,
    /// The way to a moment at which the course was left and come back to as it was.
    pub(crate) middle: Option<Vec<Act>>,
    /// Where runs could not get on.
    pub(crate) dead_ends: Vec<DeadEnd>,
    /// Pages on which everything was tried once more.
    pub(crate) tried_out: BTreeSet<u64>,
    /// The learner who looked at everything.
    pub(crate) first: Option<First>,
    /// What the learners found whose runs are over by themselves, not by the budget.
    pub(crate) hastened: bool,
    pub(crate) fails: Option<bool>,
    pub(crate) resumed: Option<Resumed>,
}

/// An act that could not be done.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Hindered {
    pub(crate) purpose: Purpose,
    pub(crate) words: String,
    /// Key of the page.
    pub(crate) at: u64,
    pub(crate) page: String,
    pub(crate) obstacle: Obstacle,
}

/// How the first run ended, and what its last page showed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct First {
    pub(crate) ended: Ended,
    pub(crate) page: String,
    /// Why nothing there leads on, in brackets; empty where nothing tells.
    pub(crate) held_by: String,
    pub(crate) status: String,
    pub(crate) completed: Option<bool>,
    /// Some content has set a status itself.
    pub(crate) reported: bool,
    /// The content says itself that it is not done yet.
    pub(crate) incomplete: bool,
    pub(crate) over: bool,
    /// Why the page shows nothing.
    pub(crate) blank: Option<String>,
}

impl First {
    pub(crate) fn new(ended: Ended, view: &View, blank: Option<String>) -> Self {
        let held_by = if view.offers_nothing() {
            let said: String = view.scene.text.trim().chars().take(80).collect();
            format!(" (the page offers nothing to do; it says {said:?})")
        } else {
            barred_words(view)
        };
        let standing = &view.standing;
        Self {
            ended,
            page: view.name(),
            held_by,
            status: standing.word().to_owned(),
            completed: standing.completed,
            reported: standing.reported,
            incomplete: standing.incomplete,
            over: standing.over,
            blank,
        }
    }
}
