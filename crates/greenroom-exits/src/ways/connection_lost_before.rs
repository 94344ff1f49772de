//! `connection_lost_before`: the network is gone, then the tab is closed.

use futures::FutureExt as _;
use futures::future::BoxFuture;
use greenroom_stage::StageError;
use greenroom_stage::course::lms::LmsFault;
use greenroom_web::stage::Connection;

use super::{Leaving, Left, Way};

pub(super) struct ConnectionLostBefore;

impl Way for ConnectionLostBefore {
    fn name(&self) -> &'static str {
        "connection_lost_before"
    }

    fn says(&self) -> &'static str {
        "loses the connection, then closes the tab"
    }

    fn leave<'a>(&'a self, from: &'a Leaving<'a>) -> BoxFuture<'a, Result<Left, StageError>> {
        async move {
            from.fail(Connection::Cut, LmsFault::NoConnection);
            from.runtime.context.set_offline(true).await?;
            from.close_tab().await?;
            Ok(Left::Away)
        }
        .boxed()
    }
}
