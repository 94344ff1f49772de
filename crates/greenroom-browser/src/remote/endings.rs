//! Giving browsers back takes a moment, which nobody need wait for but our own end.

use std::sync::Mutex;
use std::time::Duration;

use greenroom_stdx::IgnorePoison as _;
use tokio::task::JoinHandle;

/// How long giving them back may keep us at our own end.
const LET_GO_LIMIT: Duration = Duration::from_secs(5);

/// Browsers elsewhere that are being given back in the background.
#[derive(Debug, Default)]
pub(crate) struct Endings(Mutex<Vec<JoinHandle<()>>>);

impl Endings {
    pub(crate) fn add(&self, ending: JoinHandle<()>) {
        let mut all = self.0.lock().ignore_poison();
        all.retain(|ending| !ending.is_finished());
        all.push(ending);
    }

    /// Waits for them, not for ever.
    pub(crate) async fn wait(&self) {
        let all = std::mem::take(&mut *self.0.lock().ignore_poison());
        let all = futures::future::join_all(all);
        if tokio::time::timeout(LET_GO_LIMIT, all).await.is_err() {
            tracing::warn!("not all browsers elsewhere were given back in time");
        }
    }
}
