//! `browser_killed`: the browser process is killed, as by a crash or a power cut.

use futures::FutureExt as _;
use futures::future::BoxFuture;
use greenroom_stage::StageError;

use super::{Leaving, Left, Way};

pub(super) struct BrowserKilled;

impl Way for BrowserKilled {
    fn name(&self) -> &'static str {
        "browser_killed"
    }

    fn says(&self) -> &'static str {
        "kills the browser"
    }

    fn leave<'a>(&'a self, from: &'a Leaving<'a>) -> BoxFuture<'a, Result<Left, StageError>> {
        async move {
            from.runtime.context.kill_browser().await;
            Ok(Left::Away)
        }
        .boxed()
    }
}
