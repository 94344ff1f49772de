//! `frame_removed`: the LMS takes the frame of the course out of its page.

use futures::FutureExt as _;
use futures::future::BoxFuture;
use greenroom_browser::EvaluateOptions;
use greenroom_stage::StageError;
use scorm_lms::profile::FrameEnd;

use super::{Leaving, Left, Way};

const REMOVE: &str = "document.getElementById('content').remove()";

pub(super) struct FrameRemoved;

impl Way for FrameRemoved {
    fn name(&self) -> &'static str {
        "frame_removed"
    }

    fn says(&self) -> &'static str {
        "has the LMS remove the frame of the course"
    }

    fn obstacle(&self, from: &Leaving<'_>) -> Option<String> {
        let (profile, leave) = from.lms_leave()?;
        let removes = leave.how == FrameEnd::RemoveFrame;
        let title = &profile.title;
        (!removes).then(|| format!("{title} never takes the frame of a course out of its page"))
    }

    fn leave<'a>(&'a self, from: &'a Leaving<'a>) -> BoxFuture<'a, Result<Left, StageError>> {
        async move {
            let player = from.runtime.player();
            let options = EvaluateOptions::default();
            player.evaluate(REMOVE, &options).await?;
            Ok(Left::Away)
        }
        .boxed()
    }
}
