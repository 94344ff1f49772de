//! `beforeunload_cancelled`: the learner is asked before leaving, stays, and closes the tab later.

use futures::FutureExt as _;
use futures::future::BoxFuture;
use greenroom_browser::{ContextEvent, DialogKind, DialogPolicy, EvaluateOptions, TargetKind};
use greenroom_stage::StageError;

use super::{Leaving, Left, Way};

use std::time::Duration;

const ASK_LIMIT: Duration = Duration::from_secs(3);

pub(super) struct BeforeunloadCancelled;

impl Way for BeforeunloadCancelled {
    fn name(&self) -> &'static str {
        "beforeunload_cancelled"
    }

    fn says(&self) -> &'static str {
        "is asked before leaving, stays, then closes the tab"
    }

    fn obstacle(&self, from: &Leaving<'_>) -> Option<String> {
        let mut listeners = from.listeners.iter();
        let listens = listeners.any(|one| one.event == "beforeunload");
        (!listens).then(|| "the course does not ask before it is left".to_owned())
    }

    fn leave<'a>(&'a self, from: &'a Leaving<'a>) -> BoxFuture<'a, Result<Left, StageError>> {
        async move {
            // Browsers ask only where the page was used.
            let options = EvaluateOptions::default();
            from.runtime.content()?.evaluate("0", &options).await?;
            let context = &from.runtime.context;
            let mut events = context.events();
            context.set_dialogs(DialogPolicy::Stay, None);
            from.runtime.page.ask_to_close().await?;
            let asked = async {
                while let Some(event) = events.next().await {
                    match event {
                        ContextEvent::Dialog(one) if one.kind == DialogKind::Beforeunload => {
                            return true;
                        }
                        ContextEvent::Gone {
                            kind: TargetKind::Page,
                            ..
                        } => {
                            return false;
                        }
                        _ => {}
                    }
                }
                false
            };
            let asked = tokio::time::timeout(ASK_LIMIT, asked).await;
            context.set_dialogs(DialogPolicy::Accept, None);
            if asked != Ok(true) {
                return Ok(Left::NotPossible(
                    "the course does not ask before it is left".to_owned(),
                ));
            }
            from.runtime.settle_within(ASK_LIMIT).await?;
            from.close_tab().await?;
            Ok(Left::Away)
        }
        .boxed()
    }
}
