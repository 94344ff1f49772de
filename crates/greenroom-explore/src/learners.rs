//! The learners of an exploration, one after the other: each takes the course in another manner.

use greenroom_stage::StageError;
use greenroom_stage::page::blank;

use crate::candidate::Candidate;
use crate::concluding::barred_words;
use crate::explorer::Explorer;
use crate::findings::{Place, Severity};
use crate::knowledge::Manner;
use crate::notes::First;
use crate::run::{Ended, Goal, Run};
use crate::state::View;
use crate::verdict::Verdict;

/// Runs to pass are given up after this number.
const MOST_ROUNDS: usize = 24;

impl Explorer<'_> {
    /// One learner who looks at everything.
    pub(crate) async fn see_everything(&mut self) -> Result<First, StageError> {
        if let Some(first) = &self.notes.first
            && first.ended != Ended::Spent
        {
            return Ok(first.clone());
        }
        (self.progress)("opening the course".to_owned());
        let runtime = self.open(None).await?;
        let mut run = Run::new(runtime, Manner::Right, Goal::Everything);
        let (ended, view) = self.walk(&mut run, 45).await?;
        let answers = run.answers.clone();
        // What was broken off by the budget shows nothing that the others do not.
        self.notes.tour =
            (ended != Ended::Spent && ended != Ended::Broken).then(|| run.path.clone());
        let is_blank = view.scene.text.trim().is_empty() && view.offers_nothing();
        let blank = if is_blank && !view.standing.over {
            Some(blank::cause(&run.runtime).await)
        } else {
            None
        };
        let first = First::new(ended, &view, blank);
        // Closing writes down what is known, and this is over now.
        self.notes.first = Some(first.clone());
        let after = self.close(run).await?;
        self.notes
            .knowledge
            .conclude(&answers, view.standing.total());
        self.tell_losses(&view, &after, "leaving at the end");
        Ok(first)
    }

    /// One learner who only wants to get through, where looking at everything did not.
    pub(crate) async fn hasten(&mut self, first: &First) -> Result<(), StageError> {
        let reached = ["completed", "passed"].map(|word| self.notes.reached.contains_key(word));
        let over = first.over || first.completed == Some(true);
        let broken = first.ended == Ended::Broken || self.cancel.is_cancelled();
        if self.notes.hastened || reached != [false, false] || over || broken {
            return Ok(());
        }
        (self.progress)("going straight through".to_owned());
        let runtime = self.open(None).await?;
        let mut run = Run::new(runtime, Manner::Right, Goal::Completed);
        run.hasty = true;
        let (ended, view) = self.walk(&mut run, 65).await?;
        self.notes.hastened = ended != Ended::Spent;
        let answers = run.answers.clone();
        let after = self.close(run).await?;
        self.notes
            .knowledge
            .conclude(&answers, view.standing.total());
        self.tell_losses(&view, &after, "leaving at the end");
        Ok(())
    }

    /// Learners who try until they pass.
    pub(crate) async fn pass(&mut self, verdict: &mut Verdict) -> Result<(), StageError> {
        let mut rounds = 0;
        // A learner who knew every answer has tried.
        let mut known_tried = false;
        // The budget ended what might have passed.
        let mut cut_short = false;
        while !self.notes.reached.contains_key("passed")
            && !self.notes.knowledge.questions.is_empty()
        {
            let knows = self.notes.knowledge.is_complete();
            let may_help = self.notes.knowledge.vary() || (!known_tried && knows);
            if !may_help || rounds >= MOST_ROUNDS {
                break;
            }
            if self.budget.is_spent(70) || self.cancel.is_cancelled() {
                cut_short = true;
                break;
            }
            rounds += 1;
            known_tried |= knows;
            (self.progress)(format!("round {rounds} to pass the course"));
            let runtime = self.open(None).await?;
            let mut run = Run::new(runtime, Manner::Right, Goal::Passed);
            let (ended, view) = self.walk(&mut run, 70).await?;
            cut_short = ended == Ended::Spent;
            if knows && ended != Ended::Spent && ended != Ended::Broken {
                self.judge_failure(&run, &view);
            }
            let answers = run.answers.clone();
            let after = self.close(run).await?;
            self.notes
                .knowledge
                .conclude(&answers, view.standing.total());
            self.tell_losses(&view, &after, "leaving at the end");
        }
        let passed = self.notes.reached.contains_key("passed");
        let asked = !self.notes.knowledge.questions.is_empty();
        verdict.passes = (passed || asked && !cut_short).then_some(passed);
        if cut_short && !passed {
            let why = "whether right answers pass it was not decided within the budget";
            verdict.why.push(why.to_owned());
        }
        Ok(())
    }

    /// Who gave the right answers from the start must not have failed.
    fn judge_failure(&mut self, run: &Run, view: &View) {
        if !view.standing.is_failed() || !self.notes.knowledge.are_right(&run.answers) {
            return;
        }
        let name = view.name();
        let place = Place {
            page: &name,
            after: run.log.last().map(String::as_str),
        };
        let score = view.standing.score.as_deref().unwrap_or("none");
        let message =
            format!("the course is failed although every answer was right; the score is {score}");
        self.notes
            .findings
            .add(Severity::Error, "failed_though_right", message, place);
    }

    /// A learner who answers wrong, and then has to find a way on.
    pub(crate) async fn fail(&mut self, verdict: &mut Verdict) -> Result<(), StageError> {
        if self.notes.fails.is_some() {
            verdict.fails = self.notes.fails;
            return Ok(());
        }
        if self.notes.knowledge.questions.is_empty()
            || self.budget.is_spent(80)
            || self.cancel.is_cancelled()
        {
            return Ok(());
        }
        (self.progress)("answering wrong".to_owned());
        let runtime = self.open(None).await?;
        let mut run = Run::new(runtime, Manner::Wrong, Goal::Failed);
        run.after_wrong = true;
        let (ended, view) = self.walk(&mut run, 80).await?;
        let wrong = |(key, candidate): (&u64, &Candidate)| {
            let known = self.notes.knowledge.questions.get(key);
            known.is_some_and(|known| known.wrong.contains(candidate))
        };
        let all_wrong = !run.answers.is_empty() && run.answers.iter().all(wrong);
        let name = view.name();
        let place = Place {
            page: &name,
            after: run.log.last().map(String::as_str),
        };
        if view.standing.is_passed() && all_wrong {
            let message = "the course is passed although every answer was wrong";
            self.notes
                .findings
                .add(Severity::Error, "passed_though_wrong", message, place);
        }
        let failed = self.notes.reached.contains_key("failed");
        if failed || ended != Ended::Spent {
            verdict.fails = Some(failed);
        } else {
            let why = "whether wrong answers fail it was not decided within the budget";
            verdict.why.push(why.to_owned());
        }
        if ended != Ended::Spent {
            self.notes.fails = verdict.fails;
        }
        if ended == Ended::Stuck && !view.standing.is_completed() && !view.standing.is_passed() {
            self.find_way_on(&mut run).await?;
        }
        self.close(run).await?;
        Ok(())
    }

    /// After wrong answers nothing leads on: right ones may, or the course has a dead end.
    async fn find_way_on(&mut self, run: &mut Run) -> Result<(), StageError> {
        let last = run.log.last().cloned();
        run.manner = Manner::Right;
        run.goal = Goal::Completed;
        run.after_wrong = true;
        run.stale = 0;
        let (ended, view) = self.walk(run, 85).await?;
        let completes = self.notes.reached.contains_key("completed")
            || self.notes.reached.contains_key("passed");
        let done =
            view.standing.is_completed() || view.standing.is_failed() || view.standing.is_passed();
        if ended == Ended::Stuck && completes && !done {
            let name = view.name();
            let place = Place {
                page: &name,
                after: last.as_deref(),
            };
            let message = format!(
                "a dead end: after a wrong answer nothing on {name:?} leads on{}",
                barred_words(&view)
            );
            self.notes
                .findings
                .add(Severity::Error, "dead_end", message, place);
        }
        Ok(())
    }

    /// Goes back by replaying to pages where something was never done.
    pub(crate) async fn visit_the_rest(&mut self) -> Result<(), StageError> {
        let mut given_up = Vec::new();
        while let Some((page, path)) = self.notes.atlas.nearest_open(&given_up) {
            if self.budget.is_spent(100) || self.cancel.is_cancelled() {
                break;
            }
            given_up.push(page);
            (self.progress)("going back to what was left out".to_owned());
            let runtime = self.open(None).await?;
            let mut run = Run::new(runtime, Manner::Right, Goal::Everything);
            run.seeks = Some(page);
            if self.replay(&mut run, &path).await? {
                self.walk(&mut run, 100).await?;
            }
            self.close(run).await?;
        }
        Ok(())
    }
}
