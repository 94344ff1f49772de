//! `own_exit`: the control of the course itself that ends it.

use futures::FutureExt as _;
use futures::future::BoxFuture;
use greenroom_stage::StageError;

use super::{Leaving, Left, Way};

pub(super) struct OwnExit;

impl Way for OwnExit {
    fn name(&self) -> &'static str {
        "own_exit"
    }

    fn says(&self) -> &'static str {
        "clicks the exit control of the course"
    }

    fn obstacle(&self, from: &Leaving<'_>) -> Option<String> {
        let shows = from.sight.exit().is_some();
        (!shows).then(|| "the course shows no exit control here".to_owned())
    }

    fn leave<'a>(&'a self, from: &'a Leaving<'a>) -> BoxFuture<'a, Result<Left, StageError>> {
        async move {
            let Some(exit) = from.sight.exit() else {
                return Ok(Left::NotPossible(
                    "the course shows no exit control here".to_owned(),
                ));
            };
            match exit.play(from.runtime).await {
                Ok(true) => Ok(Left::Away),
                Ok(false) => Ok(Left::NotPossible(
                    "the exit control of the course cannot be used here".to_owned(),
                )),
                // The click closed what it was made in.
                Err(_) if !from.runtime.is_playable() => Ok(Left::Away),
                Err(error) => Err(error),
            }
        }
        .boxed()
    }
}
