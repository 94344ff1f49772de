//! `tab_discarded`: the page is hidden, frozen, and its process ended, as on a phone that needs memory.

use futures::FutureExt as _;
use futures::future::BoxFuture;
use greenroom_stage::StageError;

use super::{Leaving, Left, Way};

pub(super) struct TabDiscarded;

impl Way for TabDiscarded {
    fn name(&self) -> &'static str {
        "tab_discarded"
    }

    fn says(&self) -> &'static str {
        "lets the tab go into the back and be discarded"
    }

    fn leave<'a>(&'a self, from: &'a Leaving<'a>) -> BoxFuture<'a, Result<Left, StageError>> {
        async move {
            from.runtime.page.freeze().await?;
            from.dust().await;
            from.runtime.page.discard().await?;
            Ok(Left::Away)
        }
        .boxed()
    }
}
