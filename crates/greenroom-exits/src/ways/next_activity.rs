//! `next_activity`: the Continue of the LMS.

use futures::FutureExt as _;
use futures::future::BoxFuture;
use greenroom_stage::StageError;
use scorm_session::LearnerRequest;

use super::{Leaving, Left, Way};

pub(super) struct NextActivity;

impl Way for NextActivity {
    fn name(&self) -> &'static str {
        "next_activity"
    }

    fn says(&self) -> &'static str {
        "goes on to the next activity"
    }

    fn obstacle(&self, from: &Leaving<'_>) -> Option<String> {
        let live = &from.runtime.live;
        let navigation = live.read(|replica| replica.engine.navigation());
        let offers = navigation.is_available("continue");
        (!offers).then(|| "the LMS offers no next activity here".to_owned())
    }

    fn leave<'a>(&'a self, from: &'a Leaving<'a>) -> BoxFuture<'a, Result<Left, StageError>> {
        async move { from.navigate(&LearnerRequest::Continue).await }.boxed()
    }
}
