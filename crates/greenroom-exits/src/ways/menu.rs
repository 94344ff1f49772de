//! `menu`: another activity is chosen from the menu of the LMS.

use futures::FutureExt as _;
use futures::future::BoxFuture;
use greenroom_stage::StageError;
use scorm_session::{ActivityKind, LearnerRequest};

use super::{Leaving, Left, Way};

pub(super) struct Menu;

impl Way for Menu {
    fn name(&self) -> &'static str {
        "menu"
    }

    fn says(&self) -> &'static str {
        "chooses another activity from the menu of the LMS"
    }

    fn obstacle(&self, from: &Leaving<'_>) -> Option<String> {
        let other = other(from);
        let none = || "the menu of the LMS offers no other activity here".to_owned();
        other.is_none().then(none)
    }

    fn leave<'a>(&'a self, from: &'a Leaving<'a>) -> BoxFuture<'a, Result<Left, StageError>> {
        async move {
            let target = other(from).unwrap_or_default();
            from.navigate(&LearnerRequest::Choice { target }).await
        }
        .boxed()
    }
}

/// Another activity that the learner can choose.
fn other(from: &Leaving<'_>) -> Option<String> {
    let live = &from.runtime.live;
    let (navigation, overview) =
        live.read(|replica| (replica.engine.navigation(), replica.engine.overview()));
    // A cluster delivers one of its activities, which may be the one that is left.
    let is_leaf = |identifier: &str| {
        let mut activities = overview.activities.iter();
        activities.any(|one| {
            one.identifier == identifier
                && matches!(one.kind, ActivityKind::Sco | ActivityKind::Asset)
        })
    };
    let mut entries = navigation.menu.iter().flatten();
    let found = entries
        .find(|one| one.visible && one.selectable && !one.current && is_leaf(&one.identifier));
    found.map(|one| one.identifier.clone())
}
