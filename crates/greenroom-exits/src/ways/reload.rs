//! `reload`: the reload button of the browser.

use futures::FutureExt as _;
use futures::future::BoxFuture;
use greenroom_browser::ContextEvent;
use greenroom_stage::StageError;

use super::{Leaving, Left, Way};

use std::time::Duration;

const RELOAD_LIMIT: Duration = Duration::from_secs(5);

pub(super) struct Reload;

impl Way for Reload {
    fn name(&self) -> &'static str {
        "reload"
    }

    fn says(&self) -> &'static str {
        "reloads the page of the LMS"
    }

    fn leave<'a>(&'a self, from: &'a Leaving<'a>) -> BoxFuture<'a, Result<Left, StageError>> {
        async move {
            let mut events = from.runtime.context.events();
            let frame = from.runtime.page.main_frame().id().clone();
            from.runtime.page.reload().await?;
            let loaded = async {
                while let Some(event) = events.next().await {
                    if matches!(&event, ContextEvent::Navigated { frame: at, .. } if *at == frame) {
                        return;
                    }
                }
            };
            // A player that holds its page has closed the course instead.
            let _held = tokio::time::timeout(RELOAD_LIMIT, loaded).await;
            Ok(Left::Away)
        }
        .boxed()
    }
}
