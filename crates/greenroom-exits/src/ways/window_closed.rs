//! `window_closed`: the tab is closed, and the browser quits with its last window.

use futures::FutureExt as _;
use futures::future::BoxFuture;
use greenroom_stage::StageError;

use super::{Leaving, Left, Way};

use std::time::Duration;

const QUIT_LIMIT: Duration = Duration::from_secs(5);

pub(super) struct WindowClosed;

impl Way for WindowClosed {
    fn name(&self) -> &'static str {
        "window_closed"
    }

    fn says(&self) -> &'static str {
        "closes the window, and the browser with it"
    }

    fn leave<'a>(&'a self, from: &'a Leaving<'a>) -> BoxFuture<'a, Result<Left, StageError>> {
        async move {
            from.close_tab().await?;
            // A browser lets the handlers of its pages run before it ends.
            from.dust().await;
            from.runtime.context.quit_browser(QUIT_LIMIT).await?;
            Ok(Left::Away)
        }
        .boxed()
    }
}
