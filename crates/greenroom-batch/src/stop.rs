//! A word that everyone hears: stop.

use std::sync::Arc;

use tokio::sync::watch;

/// Tells workers to take no further job.
#[derive(Clone, Debug)]
pub struct Stop(Arc<watch::Sender<bool>>);

impl Default for Stop {
    fn default() -> Self {
        Self(Arc::new(watch::Sender::new(false)))
    }
}

impl Stop {
    /// Says it.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }

    /// Says it when what is given is dropped.
    pub(crate) fn at_drop(self) -> StopAtDrop {
        StopAtDrop(self)
    }

    /// Was it said?
    pub fn is_stopped(&self) -> bool {
        *self.0.borrow()
    }

    /// Waits until it is said.
    pub async fn stopped(&self) {
        let mut heard = self.0.subscribe();
        // This holds a sender, so that the channel stays open.
        let _said = heard.wait_for(|stopped| *stopped).await;
    }
}

/// See [`Stop::at_drop`].
#[derive(Debug)]
pub(crate) struct StopAtDrop(Stop);

impl Drop for StopAtDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}
