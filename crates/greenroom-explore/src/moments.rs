//! Moments of a course and the ways to them, for those who try out what happens there.

use std::sync::Arc;

use greenroom_stage::course::private::Home;
use greenroom_stage::course::runtime::Runtime;
use greenroom_stage::course::runtimes::Runtimes;
use greenroom_stage::{Fault, StageError};
use scorm_session::LearnerRequest;
use tokio_util::sync::CancellationToken;

use crate::act::{Act, Deed, Purpose};
use crate::explorer::Explorer;
use crate::knowledge::Manner;
use crate::options::ExploreOptions;
use crate::perform;
use crate::resuming::asks_to_resume;
use crate::run::{Ended, Goal, Run};
use crate::standing::Standing;
use crate::state::View;

/// Acts to a middle that is only half of the way: each visit plays them again.
pub(crate) const FARTHEST_MIDDLE: usize = 4;

/// Acts that lead from the launch to a moment. They can be played again with the same seed.
#[derive(Clone, Debug, Default)]
pub struct Path(pub(crate) Vec<Act>);

/// How far a course followed a path.
#[derive(Clone, Debug, Default)]
pub struct Followed {
    /// Acts that were carried out.
    pub acts: usize,
    /// Why it went no further.
    pub stopped: Option<Stopped>,
}

/// An act that could not be carried out.
#[derive(Clone, Debug)]
pub struct Stopped {
    /// The act in words.
    pub act: String,
    pub why: String,
    /// The LMS has no control for it.
    pub lms_lacks: bool,
}

/// The ways to the moments of a course.
#[derive(Clone, Debug)]
pub struct Paths {
    /// To a page after the first, with something kept where the course keeps a place.
    pub middle: Option<Path>,
    /// To where the course is completed, or to its last page.
    pub end: Option<Path>,
}

impl Path {
    /// Its acts in words.
    pub fn words(&self) -> Vec<&str> {
        self.0.iter().map(|act| act.words.as_str()).collect()
    }

    /// Its acts one by one.
    pub fn each(&self) -> impl Iterator<Item = Self> {
        self.0.iter().map(|act| Self(vec![act.clone()]))
    }

    /// It needs the LMS's own controls: Continue, or its menu.
    pub fn needs_lms_controls(&self) -> bool {
        let navigates = |deed: &Deed| matches!(deed, Deed::Navigate(_));
        self.0.iter().any(|act| act.deeds.iter().any(navigates))
    }

    /// Plays it from where the course stands, and tells where the course did not follow. A course
    /// that is over has followed.
    pub async fn follow(&self, runtime: &Runtime) -> Followed {
        for (acts, act) in self.0.iter().enumerate() {
            let (why, lms_lacks) = match perform::perform(runtime, act).await {
                Ok(None) => continue,
                Ok(Some(obstacle)) => (obstacle.detail, false),
                Err(error) => {
                    let fault = match &error {
                        StageError::Refused(refused) => Some(refused.fault),
                        _ => None,
                    };
                    let lacks = fault == Some(Fault::NavUnsupportedAction);
                    (error.to_string(), lacks)
                }
            };
            let act = act.words.clone();
            let stopped = Some(Stopped {
                act,
                why,
                lms_lacks,
            });
            return Followed { acts, stopped };
        }
        Followed {
            acts: self.0.len(),
            stopped: None,
        }
    }

    /// Plays it from where the course stands; false if the course did not follow.
    pub async fn play(&self, runtime: &Runtime) -> Result<bool, StageError> {
        for act in &self.0 {
            if perform::perform(runtime, act).await?.is_some() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// What a learner has before them.
#[derive(Debug)]
pub struct Sight(View);

impl Sight {
    /// Looks at a course that has come to rest.
    pub async fn look(runtime: &Runtime) -> Result<Self, StageError> {
        View::look(runtime).await.map(Self)
    }

    /// Looks at a course that a learner comes back to from `left`; where it asks whether to go on
    /// there, they do.
    pub async fn met(runtime: &Runtime, left: &Self) -> Result<Self, StageError> {
        let met = Self::look(runtime).await?;
        if !met.is_at(left)
            && let Some(path) = met.resume()
            && path.play(runtime).await?
        {
            return Self::look(runtime).await;
        }
        Ok(met)
    }

    /// Chooses the activity of this place in the LMS, if another is open.
    pub async fn choose(&self, runtime: &Runtime) {
        let target = self.activity();
        if !target.is_empty() && runtime.activity().unwrap_or_default() != target {
            let target = target.to_owned();
            // Where the LMS offers no way back, the learner meets what it offers instead.
            let _refused = runtime.navigate(&LearnerRequest::Choice { target }).await;
        }
    }

    /// What the place is called.
    pub fn name(&self) -> String {
        self.0.name()
    }

    /// Identifier of the activity; empty without one.
    pub fn activity(&self) -> &str {
        &self.0.activity
    }

    /// The course is completed, by its own word.
    pub fn is_completed(&self) -> bool {
        self.0.standing.is_completed()
    }

    /// Where the learner stands with the LMS, by the book.
    pub fn standing(&self) -> &Standing {
        &self.0.standing
    }

    /// The words on the page.
    pub fn text(&self) -> &str {
        &self.0.scene.text
    }

    /// Addresses within the course of what is shown.
    pub fn urls(&self) -> &[String] {
        &self.0.scene.urls
    }

    /// Both show the same place.
    pub fn is_at(&self, other: &Self) -> bool {
        self.0.is_at(&other.0)
    }

    /// The control of the content that ends the course.
    pub fn exit(&self) -> Option<Path> {
        let mut offers = self.0.offers.iter();
        let exit = offers.find(|offered| offered.act.purpose == Purpose::Exit)?;
        Some(Path(vec![exit.act.clone()]))
    }

    /// The control that takes a learner back to where they were, on a page that asks first.
    fn resume(&self) -> Option<Path> {
        asks_to_resume(&self.0).map(|act| Path(vec![act]))
    }
}

/// Plays the course once and gives the ways to its middle and, if it is wanted, to its end.
pub async fn paths(
    runtimes: &Arc<Runtimes>,
    home: &Home,
    options: ExploreOptions,
    to_the_end: bool,
    cancel: &CancellationToken,
) -> Result<Paths, StageError> {
    let mut explorer = Explorer::begin(runtimes, home, options, cancel, &|_| {}).await?;
    let goal = if to_the_end {
        Goal::Completed
    } else {
        Goal::Middle
    };
    let runtime = explorer.open(None).await?;
    let mut run = Run::new(runtime, Manner::Right, goal);
    run.hasty = true;
    let (ended, _) = explorer.walk(&mut run, 100).await?;
    let mut path = run.path.clone();
    let is_kept = run.middle.is_some();
    explorer.close(run).await?;
    explorer.notebook.throw_away();
    if ended == Ended::Over {
        // The last act has left the course.
        path.pop();
    }
    let there = |path: Vec<Act>| (!path.is_empty()).then_some(Path(path));
    if goal == Goal::Middle && ended == Ended::Reached && is_kept {
        return Ok(Paths {
            middle: there(path),
            end: None,
        });
    }
    let half = path.len().div_ceil(2).min(FARTHEST_MIDDLE);
    let half = path[..half].to_vec();
    Ok(Paths {
        middle: there(half),
        end: there(path).filter(|_| to_the_end),
    })
}
