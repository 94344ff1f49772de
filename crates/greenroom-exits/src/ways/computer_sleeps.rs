//! `computer_sleeps`: the page is hidden and frozen, and goes on later.

use futures::FutureExt as _;
use futures::future::BoxFuture;
use greenroom_stage::StageError;

use super::{Leaving, Left, Way};

use std::time::Duration;

const WAKING: Duration = Duration::from_secs(1);

pub(super) struct ComputerSleeps;

impl Way for ComputerSleeps {
    fn name(&self) -> &'static str {
        "computer_sleeps"
    }

    fn says(&self) -> &'static str {
        "lets the computer sleep and wake up"
    }

    fn leave<'a>(&'a self, from: &'a Leaving<'a>) -> BoxFuture<'a, Result<Left, StageError>> {
        async move {
            from.runtime.page.freeze().await?;
            from.dust().await;
            from.runtime.page.wake().await?;
            from.runtime.settle_within(WAKING).await?;
            Ok(Left::InPlace)
        }
        .boxed()
    }
}
