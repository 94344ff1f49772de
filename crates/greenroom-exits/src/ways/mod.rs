//! The ways of leaving a course, one file each. To add one: its file, its `mod` line, its row in [`WAYS`].

mod beforeunload_cancelled;
mod browser_back;
mod browser_killed;
mod computer_sleeps;
mod connection_lost_before;
mod connection_lost_during;
mod frame_removed;
mod lms_exit;
mod menu;
mod next_activity;
mod own_exit;
mod reload;
mod server_error;
mod session_timed_out;
mod storage_full;
mod tab_closed;
mod tab_discarded;
mod unload_blocked;
mod window_closed;

use std::sync::Arc;
use std::time::Duration;

use futures::future::BoxFuture;
use greenroom_explore::Sight;
use greenroom_stage::course::lms::LmsFault;
use greenroom_stage::course::runtime::Runtime;
use greenroom_stage::course::runtimes::Runtimes;
use greenroom_stage::{Fault, StageError};
use greenroom_web::stage::{Conditions, Connection};
use scorm_lms::Profile;
use scorm_lms::profile::Leave;
use scorm_session::LearnerRequest;

use crate::eavesdropping::Listener;

/// How long a tab may take to close before it is closed unasked.
const CLOSE_LIMIT: Duration = Duration::from_secs(5);
/// How long nothing may arrive before everything has that will.
const QUIET: Duration = Duration::from_millis(300);
const LONGEST_DUST: Duration = Duration::from_secs(3);

/// All ways, in the order in which reports tell them.
pub static WAYS: &[&dyn Way] = &[
    &own_exit::OwnExit,
    &lms_exit::LmsExit,
    &next_activity::NextActivity,
    &menu::Menu,
    &browser_back::BrowserBack,
    &reload::Reload,
    &tab_closed::TabClosed,
    &window_closed::WindowClosed,
    &frame_removed::FrameRemoved,
    &browser_killed::BrowserKilled,
    &computer_sleeps::ComputerSleeps,
    &tab_discarded::TabDiscarded,
    &connection_lost_before::ConnectionLostBefore,
    &connection_lost_during::ConnectionLostDuring,
    &server_error::ServerError,
    &session_timed_out::SessionTimedOut,
    &unload_blocked::UnloadBlocked,
    &beforeunload_cancelled::BeforeunloadCancelled,
    &storage_full::StorageFull,
];

/// The way of this name.
pub fn find(name: &str) -> Option<&'static dyn Way> {
    WAYS.iter().copied().find(|way| way.name() == name)
}

/// A way of leaving a course.
pub trait Way: Send + Sync {
    fn name(&self) -> &'static str;

    /// What the learner does or meets.
    fn says(&self) -> &'static str;

    /// The pages of the LMS forbid `unload` from the start.
    fn blocks_unload(&self) -> bool {
        false
    }

    /// Why the course cannot be left so where it stands, if that can be seen.
    fn obstacle(&self, _from: &Leaving<'_>) -> Option<String> {
        None
    }

    /// Leaves the course in this way.
    fn leave<'a>(&'a self, from: &'a Leaving<'a>) -> BoxFuture<'a, Result<Left, StageError>>;
}

impl std::fmt::Debug for dyn Way {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// What came of it.
#[derive(Debug)]
pub enum Left {
    /// The course is left.
    Away,
    /// The learner comes back to the tab as it is.
    InPlace,
    /// It cannot be left so here, for this reason.
    NotPossible(String),
}

/// A course that is about to be left.
#[derive(Debug)]
pub struct Leaving<'a> {
    pub(crate) learners: &'a Arc<Runtimes>,
    pub(crate) runtime: &'a Arc<Runtime>,
    pub(crate) conditions: &'a Arc<Conditions>,
    pub(crate) sight: &'a Sight,
    /// What the content listens to.
    pub(crate) listeners: &'a [Listener],
}

impl Leaving<'_> {
    /// The ways in which the course cannot be left here, each with the reason.
    pub(crate) fn obstacles(&self) -> Vec<(&'static str, String)> {
        let all = WAYS.iter();
        all.filter_map(|way| Some((way.name(), way.obstacle(self)?)))
            .collect()
    }

    /// Closes the tab as people do.
    async fn close_tab(&self) -> Result<(), StageError> {
        let page = &self.runtime.page;
        page.ask_to_close().await?;
        if page.gone_within(CLOSE_LIMIT).await.is_err() {
            page.close(false).await?;
        }
        Ok(())
    }

    /// Has the LMS move on to another activity.
    async fn navigate(&self, request: &LearnerRequest) -> Result<Left, StageError> {
        let before = self.runtime.activity();
        let moved = match self.runtime.navigate(request).await {
            // The LMS has no control for it, and says so.
            Err(refused) if refused.fault() == Some(Fault::NavUnsupportedAction) => {
                return Ok(Left::NotPossible(refused.to_string()));
            }
            moved => moved?,
        };
        if let Some(Err(refusal)) = moved.map(|moved| moved.outcome) {
            let why = format!("the LMS refuses it: {}", refusal.message);
            return Ok(Left::NotPossible(why));
        }
        let after = self.runtime.activity();
        if after.is_none() || after == before {
            return Ok(Left::NotPossible("no other activity follows".to_owned()));
        }
        Ok(Left::Away)
    }

    /// Saves fail from now on: those of the LMS's code, or, by the book, the journal.
    fn fail(&self, by_the_book: Connection, of_lms: LmsFault) {
        if self.runtime.live.lms.is_some() {
            self.runtime.lms_fault(Some(of_lms));
        } else {
            self.conditions.set_connection(by_the_book);
        }
    }

    /// What the profile says of how the LMS takes content away; none by the book.
    fn lms_leave(&self) -> Option<(&Profile, &Leave)> {
        let profile = self.runtime.live.lms.as_ref()?.profile();
        Some((profile, &profile.leave.as_ref()?.value))
    }

    /// Waits until what was sent has arrived.
    pub(crate) async fn dust(&self) {
        let mut changes = self.runtime.live.changes();
        let lms = self.runtime.live.lms.as_ref();
        let mut arrivals = lms.map(|lms| lms.arrivals());
        let settles = async {
            let mut news = async || match &mut arrivals {
                Some(arrivals) => tokio::select! {
                    change = changes.changed() => change.is_ok(),
                    arrival = arrivals.changed() => arrival.is_ok(),
                },
                None => changes.changed().await.is_ok(),
            };
            while let Ok(true) = tokio::time::timeout(QUIET, news()).await {}
        };
        // A page that never rests is looked at as it is.
        let _rests = tokio::time::timeout(LONGEST_DUST, settles).await;
    }

    /// The origin of the course.
    fn origin(&self) -> String {
        let url = self.runtime.url();
        let end = url.find("/content/").unwrap_or(url.len());
        url[..end].to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::{WAYS, Way, find};

    #[test]
    fn every_way_is_found_by_its_name_and_says_what_it_does() {
        for way in WAYS {
            let found = find(way.name()).map(Way::name);
            assert_eq!(found, Some(way.name()));
            assert!(!way.says().is_empty());
        }
    }
}
