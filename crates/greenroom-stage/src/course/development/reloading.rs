//! A course whose files were saved is loaded again, in the same session.

use std::sync::Arc;
use std::time::Duration;

use greenroom_stdx::IgnorePoison as _;
use serde_json::json;

use super::super::opening::LaunchRequest;
use super::following::Saved;
use super::{Development, Developments};
use crate::StageError;

/// How long a call of the session may go on before the course is loaded again under it.
const LONGEST_WAIT: Duration = Duration::from_secs(2);

impl Developments {
    /// Loads the course again. Where that cannot be, it stays as it is, and who listens is told why.
    pub(super) async fn load_again(
        &self,
        development: &Development,
        saved: &Saved,
        drop_state: bool,
    ) {
        let session = &development.session;
        let loaded = self.try_to_load(development, drop_state).await;
        let (kind, payload) = match &loaded {
            Ok(false) => return,
            Ok(true) => (
                "course:reloaded",
                json!({"files": saved.files, "count": saved.count, "state_kept": !drop_state}),
            ),
            Err(error) => (
                "course:not_reloaded",
                json!({"files": saved.files, "why": error.to_string()}),
            ),
        };
        {
            let mut live = development.live.lock().ignore_poison();
            live.held_back = loaded.as_ref().err().map(ToString::to_string);
            live.reloads += u64::from(loaded.is_ok());
        }
        if let Err(error) = session.emit(kind, Some(payload)) {
            tracing::warn!(%error, "an event is lost");
        }
    }

    /// False if nothing plays. What a person plays is loaded again by their own page.
    async fn try_to_load(
        &self,
        development: &Development,
        drop_state: bool,
    ) -> Result<bool, StageError> {
        let session = &development.session;
        let id = session.id().as_str();
        // A manifest that is half written takes no course away.
        let (runtimes, checked) = (Arc::clone(&self.runtimes), Arc::clone(session));
        tokio::task::spawn_blocking(move || runtimes.check_launch(&checked)).await??;
        if self.runtimes.person(id).is_some() {
            return Ok(true);
        }
        let turn = (self.turns.0)(id.to_owned());
        // A call that does not come to its end does not keep the author waiting.
        let _turn = tokio::time::timeout(LONGEST_WAIT, turn).await;
        let plays = self.runtimes.find(id).map(|runtime| runtime.launch.clone());
        let lost = development.lost.lock().ignore_poison().take();
        let Some(mut options) = plays.or(lost) else {
            return Ok(false);
        };
        *development.lost.lock().ignore_poison() = Some(options.clone());
        options.activity_unless_resumed = !drop_state;
        self.runtimes.close(id, "reload").await?;
        let request = LaunchRequest {
            options,
            new_attempt: drop_state,
            keep: true,
            trace: true,
        };
        self.runtimes.open(session, request).await?;
        development.lost.lock().ignore_poison().take();
        Ok(true)
    }
}
