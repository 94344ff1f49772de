//! `browser_back`: the back button of the browser, as often as it takes to leave the player.

use futures::FutureExt as _;
use futures::future::BoxFuture;
use greenroom_browser::ContextEvent;
use greenroom_stage::StageError;

use super::{Leaving, Left, Way};

use std::time::Duration;

/// Steps back within the course before the player is left.
const MOST_STEPS: usize = 40;
const STEP_LIMIT: Duration = Duration::from_secs(5);

pub(super) struct BrowserBack;

impl Way for BrowserBack {
    fn name(&self) -> &'static str {
        "browser_back"
    }

    fn says(&self) -> &'static str {
        "uses the back button of the browser"
    }

    fn leave<'a>(&'a self, from: &'a Leaving<'a>) -> BoxFuture<'a, Result<Left, StageError>> {
        async move {
            let player = from.runtime.page.url();
            for _ in 0..MOST_STEPS {
                let mut events = from.runtime.context.events();
                if !from.runtime.page.go_back().await? {
                    return Ok(Left::NotPossible(
                        "there is no page to go back to".to_owned(),
                    ));
                }
                let moved = async {
                    while let Some(event) = events.next().await {
                        if matches!(event, ContextEvent::Navigated { .. }) {
                            return;
                        }
                    }
                };
                let moves = tokio::time::timeout(STEP_LIMIT, moved).await.is_ok();
                // A player that holds its page has closed the course instead.
                if from.runtime.page.url() != player || !from.runtime.is_playable() {
                    return Ok(Left::Away);
                }
                if !moves {
                    return Ok(Left::NotPossible("nothing comes of going back".to_owned()));
                }
            }
            Ok(Left::NotPossible(
                "the course fills the history of the browser".to_owned(),
            ))
        }
        .boxed()
    }
}
