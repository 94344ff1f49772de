//! `unload_blocked`: the LMS forbids `unload` by its permissions policy, and the tab is closed.

use futures::FutureExt as _;
use futures::future::BoxFuture;
use greenroom_stage::StageError;

use super::{Leaving, Left, Way};

pub(super) struct UnloadBlocked;

impl Way for UnloadBlocked {
    fn name(&self) -> &'static str {
        "unload_blocked"
    }

    fn says(&self) -> &'static str {
        "closes the tab where the LMS blocks unload"
    }

    fn blocks_unload(&self) -> bool {
        true
    }

    fn leave<'a>(&'a self, from: &'a Leaving<'a>) -> BoxFuture<'a, Result<Left, StageError>> {
        async move {
            from.close_tab().await?;
            Ok(Left::Away)
        }
        .boxed()
    }
}
