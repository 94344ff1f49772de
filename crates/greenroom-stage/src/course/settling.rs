//! When a delivered page is there: loaded, at rest, and with an RTE session that tools can use.

use std::time::Duration;

use scorm_session::{ApiFunction, EventKind, Origin};

use super::replica::Replica;
use super::runtime::{PlayerState, Runtime, page_load_failed};
use crate::StageError;

/// When a page counts as settled, whatever it still does.
const SETTLE_LIMIT: Duration = Duration::from_secs(5);

impl Runtime {
    /// The content is there, and its own document was found.
    pub(super) fn check_loaded(&self, state: &PlayerState) -> Result<(), StageError> {
        let url = self.url();
        if let Some(failure) = &state.failure {
            return Err(page_load_failed(&url, failure));
        }
        let network = self.context.network();
        let document = network.items.iter().find(|request| request.url == url);
        match document.and_then(|request| request.status_code) {
            Some(status) if status >= 400 => {
                Err(page_load_failed(&url, &format!("HTTP status {status}"))
                    .detail("status", status))
            }
            _ => Ok(()),
        }
    }

    /// Waits until the delivered page is there. Opens the RTE session for a SCO that has not done
    /// so, so that tools can use the API.
    pub(crate) async fn settle_delivery(&self) -> Result<(), StageError> {
        self.come_to_rest(SETTLE_LIMIT).await?;
        self.initialize_if_needed().await
    }

    /// Only a SCO that has not initialized is given the whole time in which it may do so.
    pub(super) async fn come_to_rest(&self, limit: Duration) -> Result<(), StageError> {
        let done = !self.live.read(Replica::is_silent) && self.shown_page().is_still().await?;
        if done {
            return Ok(());
        }
        self.settle_within(limit).await
    }

    /// As [`Runtime::settle_delivery`], for a page that is there already.
    pub(super) async fn initialize_if_needed(&self) -> Result<(), StageError> {
        if !self.launch.auto_initialize || !self.live.read(Replica::is_silent) {
            return Ok(());
        }
        self.flush().await?;
        if self.live.read(Replica::is_silent) {
            self.act(EventKind::ApiCalled {
                function: ApiFunction::Initialize,
                args: vec![Some(String::new())],
                origin: Origin::Tool,
            })
            .await?;
        }
        Ok(())
    }
}
