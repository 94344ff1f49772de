//! One run: the course from its launch on, played in one manner towards one goal.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use greenroom_stage::course::runtime::Runtime;
use serde::{Deserialize, Serialize};

use crate::act::{Act, Purpose, Scope};
use crate::candidate::Candidate;
use crate::findings::Seen;
use crate::knowledge::Manner;
use crate::moments::FARTHEST_MIDDLE;
use crate::standing::Standing;
use crate::state::View;

/// What a run is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// To see everything.
    Everything,
    Passed,
    Failed,
    Completed,
    /// To be in the middle: on a later page than the first, with something kept to come back to.
    Middle,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Ended {
    Reached,
    /// Nothing is left to do.
    Stuck,
    /// The course is over.
    Over,
    /// The page or the browser gave up.
    Broken,
    Spent,
}

/// A course that plays, and what this run did.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) runtime: Arc<Runtime>,
    pub(crate) manner: Manner,
    pub(crate) goal: Goal,
    done: BTreeSet<(u64, u64)>,
    /// Acts from the launch on.
    pub(crate) path: Vec<Act>,
    /// The words of all acts, also of those that changed nothing.
    pub(crate) log: Vec<String>,
    pub(crate) answers: BTreeMap<u64, Candidate>,
    /// Acts since something new was seen.
    pub(crate) stale: usize,
    pub(crate) seen: Seen,
    pub(crate) first_page: Option<u64>,
    pub(crate) pages: BTreeSet<u64>,
    /// The page on which an activity was completed first, and how.
    pub(crate) completed_on: BTreeMap<String, (String, Option<Purpose>)>,
    /// A forward act that had no effect is tried once more after something else was done.
    pub(crate) second_try: BTreeSet<(u64, u64)>,
    /// Pages with something that would lead on and cannot be used: name, and what it is.
    pub(crate) barred: BTreeMap<u64, (String, String)>,
    /// A learner who only wants to get through: what leads on comes first.
    pub(crate) hasty: bool,
    /// Wrong answers were given on purpose.
    pub(crate) after_wrong: bool,
    /// The page whose open acts come first.
    pub(crate) seeks: Option<u64>,
    /// Activities in which the learner went back.
    pub(crate) went_back: BTreeSet<String>,
    /// States in which more was waited for.
    pub(crate) waited: BTreeSet<u64>,
    /// The learner was here before, and content need not report again what it did then.
    pub(crate) came_back: bool,
    /// How many acts led to the first moment in the middle.
    pub(crate) middle: Option<usize>,
}

impl Run {
    pub(crate) fn new(runtime: Arc<Runtime>, manner: Manner, goal: Goal) -> Self {
        Self {
            runtime,
            manner,
            goal,
            done: BTreeSet::new(),
            path: Vec::new(),
            log: Vec::new(),
            answers: BTreeMap::new(),
            stale: 0,
            seen: Seen::default(),
            first_page: None,
            pages: BTreeSet::new(),
            completed_on: BTreeMap::new(),
            second_try: BTreeSet::new(),
            barred: BTreeMap::new(),
            hasty: false,
            after_wrong: false,
            seeks: None,
            went_back: BTreeSet::new(),
            waited: BTreeSet::new(),
            came_back: false,
            middle: None,
        }
    }

    pub(crate) fn is_reached(&self, view: &View) -> bool {
        let standing: &Standing = &view.standing;
        match self.goal {
            Goal::Everything => false,
            Goal::Passed => standing.is_passed() && standing.completed != Some(false),
            Goal::Failed => standing.is_failed() && !self.answers.is_empty(),
            Goal::Completed => standing.is_completed(),
            Goal::Middle => self.is_in_the_middle(view) || self.keeps_nothing(view),
        }
    }

    /// On a later page than the first, with something kept to come back to.
    fn is_in_the_middle(&self, view: &View) -> bool {
        let standing = &view.standing;
        let later = self.first_page.is_some_and(|first| first != view.page);
        later && standing.keeps_place && !standing.is_completed()
    }

    /// So far into the course that its half is farther than a middle is looked for, and nothing was kept: it is
    /// a course that keeps no place before it is left.
    fn keeps_nothing(&self, view: &View) -> bool {
        let later = self.first_page.is_some_and(|first| first != view.page);
        later && self.path.len() >= 2 * FARTHEST_MIDDLE && !view.standing.keeps_place
    }

    /// Remembers the first moment in the middle on the way to another goal.
    pub(crate) fn note_middle(&mut self, view: &View) {
        if self.middle.is_none() && !view.standing.over && self.is_in_the_middle(view) {
            self.middle = Some(self.path.len());
        }
    }

    fn scope_key(view: &View, act: &Act) -> u64 {
        match act.purpose {
            // An answer is given once on a page; another one may follow.
            Purpose::Answer => view.page,
            purpose => match purpose.scope() {
                Scope::State => view.state,
                Scope::Page => view.page,
                Scope::Activity => crate::state::hash(&view.activity),
            },
        }
    }

    pub(crate) fn is_done(&self, view: &View, act: &Act) -> bool {
        self.done.contains(&(Self::scope_key(view, act), act.key()))
    }

    pub(crate) fn mark(&mut self, view: &View, act: &Act) {
        self.done.insert((Self::scope_key(view, act), act.key()));
        if act.purpose == Purpose::Back {
            self.went_back.insert(view.activity.clone());
        }
    }

    /// What closed a dialog may be needed again when the dialog is back.
    pub(crate) fn allow_again(&mut self, view: &View, act: &Act) {
        self.done.remove(&(Self::scope_key(view, act), act.key()));
    }

    /// Something was touched that nothing shows: an answer may have been chosen, so handing it in is
    /// worth another try.
    pub(crate) fn reconsider(&mut self, view: &View) {
        for offered in &view.offers {
            let act = &offered.act;
            if act.purpose.is_needed() && act.purpose != Purpose::Continue {
                self.done.remove(&(Self::scope_key(view, act), act.key()));
            }
        }
    }

    /// Lets forward acts be tried once more that had no effect here before.
    pub(crate) fn forget_forward(&mut self, view: &View) -> bool {
        let mut forgot = false;
        for offered in &view.offers {
            let act = &offered.act;
            if !matches!(act.purpose, Purpose::Forward | Purpose::Submit) {
                continue;
            }
            let key = (Self::scope_key(view, act), act.key());
            if self.done.contains(&key) && self.second_try.insert(key) {
                self.done.remove(&key);
                forgot = true;
            }
        }
        forgot
    }
}
