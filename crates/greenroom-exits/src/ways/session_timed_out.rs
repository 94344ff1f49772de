//! `session_timed_out`: the learner is logged out meanwhile, then the tab is closed.

use futures::FutureExt as _;
use futures::future::BoxFuture;
use greenroom_stage::StageError;
use greenroom_stage::course::lms::LmsFault;
use greenroom_web::stage::Connection;

use super::{Leaving, Left, Way};

pub(super) struct SessionTimedOut;

impl Way for SessionTimedOut {
    fn name(&self) -> &'static str {
        "session_timed_out"
    }

    fn says(&self) -> &'static str {
        "closes the tab after the session of the LMS has timed out"
    }

    fn leave<'a>(&'a self, from: &'a Leaving<'a>) -> BoxFuture<'a, Result<Left, StageError>> {
        async move {
            from.fail(Connection::LoggedOut, LmsFault::SessionTimedOut);
            from.close_tab().await?;
            Ok(Left::Away)
        }
        .boxed()
    }
}
