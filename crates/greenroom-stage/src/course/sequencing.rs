//! Sequencing of an open course: whether it is offered, and requests that really move the page.

use std::sync::atomic::Ordering;

use schemars::JsonSchema;
use scorm_session::{EventKind, Launch, LearnerRequest};
use serde::Serialize;

use super::replica::Navigated;
use super::runtime::Runtime;
use crate::{Fault, StageError};

/// The activity in the frame.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Delivered {
    pub identifier: String,
    title: String,
    url: String,
}

impl Runtime {
    /// What is in the frame now.
    pub fn delivered(&self) -> Option<Delivered> {
        let url = self.url();
        self.live.read(|replica| {
            replica.delivery.as_ref().map(|delivery| Delivered {
                identifier: delivery.activity.clone(),
                title: delivery.title.clone(),
                url,
            })
        })
    }

    /// A target that is not an item of the course is not a request that sequencing could judge.
    pub fn check_target(&self, target: &str) -> Result<(), StageError> {
        let known: Vec<String> = self.live.read(|replica| {
            let course = replica.engine.course();
            let identifiers = course.tree.ids().map(|id| course.identifier(id).to_owned());
            identifiers.collect()
        });
        if known.iter().any(|item| item == target) {
            return Ok(());
        }
        let message = format!("the course has no item `{target}`");
        Err(StageError::new(Fault::NavUnsupportedAction, message)
            .hint(format!("The items are {}.", known.join(", ")))
            .detail("known_targets", known))
    }

    /// The course has one SCO only.
    pub fn is_single_sco(&self) -> bool {
        self.live.read(|replica| {
            let course = replica.engine.course();
            let launchable = |id: &_| course.content(*id).is_some();
            course.tree.ids().filter(launchable).count() <= 1
        })
    }

    /// Sequencing is offered: always for several SCOs, for a single one once it was asked for.
    pub fn has_sequencing(&self) -> bool {
        self.sequencing_begun.load(Ordering::Relaxed) || !self.is_single_sco()
    }

    /// Offers sequencing; says whether it was offered before.
    pub fn begin_sequencing(&self) -> bool {
        let offered = self.has_sequencing();
        self.sequencing_begun.store(true, Ordering::Relaxed);
        offered
    }

    /// Carries out a request of the learner and waits for the page that it leads to.
    ///
    /// Nothing comes back if the engine had nothing to decide.
    pub async fn navigate(
        &self,
        request: &LearnerRequest,
    ) -> Result<Option<Navigated>, StageError> {
        if let Some(lms) = self.live.lms_server() {
            lms.check_control(request)?;
        }
        let request = request.clone();
        self.move_page(EventKind::NavigationRequested { request })
            .await
    }

    /// Begins the sequencing session again, as the learner who comes back does.
    pub async fn launch_again(&self, launch: &Launch) -> Result<Option<Navigated>, StageError> {
        let launch = launch.clone();
        self.move_page(EventKind::Launched { launch }).await
    }

    /// Forgets all tracking and delivers the first activity again.
    pub async fn reset_tracking(&self) -> Result<Option<Navigated>, StageError> {
        self.move_page(EventKind::TrackingReset).await
    }

    async fn move_page(&self, event: EventKind) -> Result<Option<Navigated>, StageError> {
        self.flush()
            .await
            .map_err(|error| error.known_as(Fault::SnBridgeUnavailable))?;
        let before = self.live.read(|replica| replica.navigations);
        self.act(event)
            .await
            .map_err(|error| error.known_as(Fault::SnBridgeUnavailable))?;
        let decided = self.live.read(|replica| {
            let decided = replica.navigations > before;
            replica.last_navigation.clone().filter(|_| decided)
        });
        if decided.as_ref().is_some_and(|it| it.outcome.is_ok()) {
            self.settle_delivery().await?;
        }
        Ok(decided)
    }
}
