//! `connection_lost_during`: the connection is cut while the first save of the closed tab is under way.

use futures::FutureExt as _;
use futures::future::BoxFuture;
use greenroom_stage::StageError;
use greenroom_stage::course::lms::LmsFault;
use greenroom_web::stage::Connection;

use super::{Leaving, Left, Way};

pub(super) struct ConnectionLostDuring;

impl Way for ConnectionLostDuring {
    fn name(&self) -> &'static str {
        "connection_lost_during"
    }

    fn says(&self) -> &'static str {
        "closes the tab and loses the connection during the save"
    }

    fn leave<'a>(&'a self, from: &'a Leaving<'a>) -> BoxFuture<'a, Result<Left, StageError>> {
        async move {
            from.fail(Connection::CutByNext, LmsFault::NoConnection);
            from.close_tab().await?;
            Ok(Left::Away)
        }
        .boxed()
    }
}
