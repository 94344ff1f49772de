//! `lms_exit`: the exit of the LMS, with the page still there.

use futures::FutureExt as _;
use futures::future::BoxFuture;
use greenroom_stage::StageError;
use greenroom_stage::course::runtime::Ending;

use super::{Leaving, Left, Way};

pub(super) struct LmsExit;

impl Way for LmsExit {
    fn name(&self) -> &'static str {
        "lms_exit"
    }

    fn says(&self) -> &'static str {
        "uses the exit of the LMS"
    }

    fn leave<'a>(&'a self, from: &'a Leaving<'a>) -> BoxFuture<'a, Result<Left, StageError>> {
        async move {
            let id = from.runtime.session.id().as_str();
            from.learners
                .close_as(id, "close", Ending::AsTheCourseSaid)
                .await?;
            Ok(Left::Away)
        }
        .boxed()
    }
}
