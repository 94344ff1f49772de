//! A way through a course that completes it, for those who play it again elsewhere.

use std::sync::Arc;

use greenroom_stage::StageError;
use greenroom_stage::course::private::Home;
use greenroom_stage::course::runtimes::Runtimes;
use tokio_util::sync::CancellationToken;

use crate::explorer::Explorer;
use crate::knowledge::Manner;
use crate::moments::{FARTHEST_MIDDLE, Path};
use crate::options::ExploreOptions;
use crate::run::{Ended, Goal, Run};
use crate::standing::Standing;

/// Further runs in which a course is to be passed that was failed.
const MOST_ROUNDS: usize = 4;

/// A way from the launch to the end of a course. It can be played again with the same seed.
#[derive(Clone, Debug)]
pub struct WayThrough {
    /// All acts, also one with which the course ends by itself.
    pub whole: Path,
    /// To the first page after the launch page on which the course has kept a place; where it keeps
    /// none, half of the way.
    pub middle: Option<Path>,
    /// Where the learner stands after it, by the book, when the course is left.
    pub standing: Standing,
    /// Nothing was left to do when the search ended: neither time nor the page gave out.
    pub exhausted: bool,
}

/// Plays the course until it is completed and, if it can be failed, passed.
pub async fn way_through(
    runtimes: &Arc<Runtimes>,
    home: &Home,
    options: ExploreOptions,
    cancel: &CancellationToken,
    progress: &(dyn Fn(String) + Send + Sync),
) -> Result<WayThrough, StageError> {
    let mut explorer = Explorer::begin(runtimes, home, options, cancel, progress).await?;
    let mut best = explorer.go_through(Goal::Completed).await?;
    // A learner who knew every answer has tried.
    let mut known_tried = false;
    for _ in 0..MOST_ROUNDS {
        let knowledge = &mut explorer.notes.knowledge;
        let wants_more = best.standing.is_failed() && !knowledge.questions.is_empty();
        let knows = knowledge.is_complete();
        let may_help = wants_more && (knowledge.vary() || (!known_tried && knows));
        known_tried |= knows;
        if !may_help || explorer.budget.is_spent(70) || cancel.is_cancelled() {
            break;
        }
        let next = explorer.go_through(Goal::Passed).await?;
        let is_better = next.standing.is_completed() && next.standing.satisfied == Some(true);
        if is_better {
            best = next;
        }
    }
    explorer.notebook.throw_away();
    Ok(best)
}

impl Explorer<'_> {
    /// One learner in haste.
    async fn go_through(&mut self, goal: Goal) -> Result<WayThrough, StageError> {
        let runtime = self.open(None).await?;
        let mut run = Run::new(runtime, Manner::Right, goal);
        run.hasty = true;
        let (ended, view) = self.walk(&mut run, 100).await?;
        let path = run.path.clone();
        // The last act of a course that is over has left it.
        let stays = path.len() - usize::from(ended == Ended::Over && !path.is_empty());
        let half = path.len().div_ceil(2).min(FARTHEST_MIDDLE).min(stays);
        let middle = path[..run.middle.unwrap_or(half)].to_vec();
        let answers = run.answers.clone();
        let standing = self.close(run).await?;
        let total = view.standing.total();
        self.notes.knowledge.conclude(&answers, total);
        Ok(WayThrough {
            whole: Path(path),
            middle: (!middle.is_empty()).then_some(Path(middle)),
            standing,
            exhausted: !matches!(ended, Ended::Spent | Ended::Broken),
        })
    }
}
