//! Plays a course in an LMS whose server fails once.

use std::ops::Range;
use std::sync::Arc;

use greenroom_explore::Path;
use greenroom_stage::StageError;
use greenroom_stage::course::lms::LmsFault;
use greenroom_stage::course::runtime::{Ending, Runtime};
use greenroom_stage::rehearsal::ActLog;
use scorm_session::rehearsal::Case;

use crate::facts::{Outage, Played};
use crate::noting::{noted, saves_are_told_true};
use crate::playing::{InLms, Route, Stand, calls};

impl Stand<'_> {
    /// Plays the course to its end while the server fails during one act, and is well again after it.
    pub(crate) async fn outage(&self, lms: InLms<'_>, route: &Route, act: usize) -> Played<Outage> {
        let played = match route {
            Route::Path(path) => self.outage_on_path(lms, path, act).await,
            Route::Rehearsal(case) => self.outage_in_rehearsal(lms, case, act).await,
        };
        match played {
            Ok(Some(outage)) => Played::Yes(Box::new(outage)),
            Ok(None) => Played::Nothing("the course did not go on"),
            Err(error) => Played::Failed(error.to_string()),
        }
    }

    async fn outage_on_path(
        &self,
        lms: InLms<'_>,
        path: &Path,
        act: usize,
    ) -> Result<Option<Outage>, StageError> {
        let open = self.open(self.launch_in(lms.name)).await?;
        let played = self.fail_during(&open.runtime, path, act, lms).await;
        open.close(self.runtimes).await;
        played
    }

    /// What the rehearsal states need not hold while the server fails.
    async fn outage_in_rehearsal(
        &self,
        lms: InLms<'_>,
        case: &Case,
        act: usize,
    ) -> Result<Option<Outage>, StageError> {
        let acts = Arc::new(ActLog::failing_during(act));
        let case = case.without_statements();
        let launch = self.launch_in(lms.name);
        let open = self
            .rehearse(&case, launch, Some(Arc::clone(&acts)))
            .await?;
        let noted = acts.acts();
        let ended = match (noted.get(act), noted.get(act + 1)) {
            (Some(before), Some(failed)) => {
                let outage = Outage {
                    act: failed.words.clone(),
                    told_true: told_true(&open.runtime, before.calls..failed.calls),
                    ..Outage::default()
                };
                let ended = self.end_outage(&open.runtime, outage, lms).await;
                ended.map(Some)
            }
            _ => Ok(None),
        };
        open.close(self.runtimes).await;
        ended
    }

    async fn fail_during(
        &self,
        runtime: &Arc<Runtime>,
        path: &Path,
        failing: usize,
        lms: InLms<'_>,
    ) -> Result<Option<Outage>, StageError> {
        let mut outage = Outage::default();
        for (number, act) in path.each().enumerate() {
            let before = calls(runtime);
            if number == failing {
                runtime.lms_at_rest().await;
                runtime.lms_fault(Some(LmsFault::ServerError));
            }
            if act.follow(runtime).await.stopped.is_some() {
                return Ok(None);
            }
            if number == failing {
                runtime.lms_at_rest().await;
                runtime.lms_fault(None);
                outage.act = act.words().concat();
                outage.told_true = told_true(runtime, before..calls(runtime));
            }
        }
        self.end_outage(runtime, outage, lms).await.map(Some)
    }

    /// The LMS takes the course away, and has what it has.
    async fn end_outage(
        &self,
        runtime: &Arc<Runtime>,
        mut outage: Outage,
        lms: InLms<'_>,
    ) -> Result<Outage, StageError> {
        let id = runtime.session.id().as_str();
        let closed = self.runtimes.close_as(id, "close", Ending::AsTheCourseSaid);
        closed.await?;
        let visit = noted(runtime, lms, &[]);
        outage.stored = visit.stored;
        outage.set_at = visit.set_at;
        Ok(outage)
    }
}

/// The saves of these calls were told to have succeeded.
fn told_true(runtime: &Runtime, calls: Range<usize>) -> bool {
    let live = &runtime.live;
    live.read(|replica| saves_are_told_true(replica.calls.get(calls).unwrap_or_default()))
}
