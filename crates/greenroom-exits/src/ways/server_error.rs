//! `server_error`: the LMS refuses to save from now on and says so, then the tab is closed.

use futures::FutureExt as _;
use futures::future::BoxFuture;
use greenroom_stage::StageError;
use greenroom_stage::course::lms::LmsFault;
use greenroom_web::stage::Connection;

use super::{Leaving, Left, Way};

use std::time::Duration;

const HEARING: Duration = Duration::from_millis(500);

pub(super) struct ServerError;

impl Way for ServerError {
    fn name(&self) -> &'static str {
        "server_error"
    }

    fn says(&self) -> &'static str {
        "closes the tab while the server fails to save"
    }

    fn leave<'a>(&'a self, from: &'a Leaving<'a>) -> BoxFuture<'a, Result<Left, StageError>> {
        async move {
            from.fail(Connection::Refusing, LmsFault::ServerError);
            // The page learns of it before its next save.
            from.runtime.settle_within(HEARING).await?;
            from.close_tab().await?;
            Ok(Left::Away)
        }
        .boxed()
    }
}
