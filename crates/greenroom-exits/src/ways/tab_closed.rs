//! `tab_closed`: the tab is closed as people do; a question before is answered with yes.

use futures::FutureExt as _;
use futures::future::BoxFuture;
use greenroom_stage::StageError;

use super::{Leaving, Left, Way};

pub(super) struct TabClosed;

impl Way for TabClosed {
    fn name(&self) -> &'static str {
        "tab_closed"
    }

    fn says(&self) -> &'static str {
        "closes the tab"
    }

    fn leave<'a>(&'a self, from: &'a Leaving<'a>) -> BoxFuture<'a, Result<Left, StageError>> {
        async move {
            from.close_tab().await?;
            Ok(Left::Away)
        }
        .boxed()
    }
}
