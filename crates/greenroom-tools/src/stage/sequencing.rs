//! Sequencing of an open course: whether it is offered, and requests that really move the page.

use std::sync::atomic::Ordering;

use scorm_session::NavigationRequest;
use serde_json::Value;

use super::replica::Navigated;
use super::runtime::Runtime;
use crate::{ErrorCode, ToolError};

impl Runtime {
    /// The course has one SCO only.
    pub(crate) fn is_single_sco(&self) -> bool {
        self.live.read(|replica| {
            let course = replica.engine.course();
            let launchable = |id: &_| course.content(*id).is_some();
            course.tree.ids().filter(launchable).count() <= 1
        })
    }

    /// Sequencing is offered: always for several SCOs, for a single one once it was asked for.
    pub(crate) fn has_sequencing(&self) -> bool {
        self.sequencing_begun.load(Ordering::Relaxed) || !self.is_single_sco()
    }

    /// Offers sequencing; says whether it was offered before.
    pub(crate) fn begin_sequencing(&self) -> bool {
        let offered = self.has_sequencing();
        self.sequencing_begun.store(true, Ordering::Relaxed);
        offered
    }

    /// Carries out a request of the learner and waits for the page that it leads to.
    ///
    /// Nothing comes back if the engine had nothing to decide.
    pub(crate) async fn navigate(
        &self,
        request: &NavigationRequest,
    ) -> Result<Option<Navigated>, ToolError> {
        let request = serde_json::to_value(request).unwrap_or_default();
        self.move_page("navigate", &[request]).await
    }

    /// Forgets all tracking and delivers the first activity again.
    pub(crate) async fn reset_tracking(&self) -> Result<Option<Navigated>, ToolError> {
        self.move_page("reset", &[]).await
    }

    async fn move_page(
        &self,
        act: &str,
        arguments: &[Value],
    ) -> Result<Option<Navigated>, ToolError> {
        self.flush()
            .await
            .map_err(|error| error.known_as(ErrorCode::SnBridgeUnavailable))?;
        let before = self.live.read(|replica| replica.navigations);
        let _outcome: Value = self
            .player(act, arguments)
            .await
            .map_err(|error| error.known_as(ErrorCode::SnBridgeUnavailable))?;
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
