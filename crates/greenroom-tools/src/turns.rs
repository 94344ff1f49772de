//! Calls on one session run in order of arrival.
//!
//! A face that reads requests one by one takes the turn at once, before the call moves to a task
//! of its own, because tasks start in any order.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use futures::future::BoxFuture;
use futures::{FutureExt as _, poll};
use tokio::sync::{Mutex as Queue, OwnedMutexGuard};

/// The queues of all sessions that have a call waiting or running.
#[derive(Debug, Default)]
pub(crate) struct Turns {
    queues: Mutex<BTreeMap<String, Weak<Queue<()>>>>,
}

/// A place in a session's queue. Dropping it gives the place up.
pub struct Turn(Place);

enum Place {
    Waiting(BoxFuture<'static, OwnedMutexGuard<()>>),
    First(OwnedMutexGuard<()>),
}

impl std::fmt::Debug for Turn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Turn")
    }
}

impl Turns {
    /// Takes the next place in the queue of a session.
    pub(crate) async fn take(&self, session_id: &str) -> Turn {
        let mut waiting = self.queue(session_id).lock_owned().boxed();
        // The first poll enters the fair queue of the lock.
        match poll!(&mut waiting) {
            std::task::Poll::Ready(guard) => Turn(Place::First(guard)),
            std::task::Poll::Pending => Turn(Place::Waiting(waiting)),
        }
    }

    fn queue(&self, session_id: &str) -> Arc<Queue<()>> {
        let mut queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner);
        queues.retain(|_, queue| queue.strong_count() > 0);
        if let Some(queue) = queues.get(session_id).and_then(Weak::upgrade) {
            return queue;
        }
        let queue = Arc::new(Queue::new(()));
        queues.insert(session_id.to_owned(), Arc::downgrade(&queue));
        queue
    }
}

impl Turn {
    /// Waits until all earlier calls of the session have ended. The guard ends this call's turn.
    pub(crate) async fn come(self) -> OwnedMutexGuard<()> {
        match self.0 {
            Place::Waiting(waiting) => waiting.await,
            Place::First(guard) => guard,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn turns_come_in_the_order_they_were_taken() {
        let turns = Turns::default();
        let first = turns.take("s").await;
        let second = turns.take("s").await;
        let third = turns.take("s").await;
        let other = turns.take("t").await;
        other.come().await;

        let mut third = third.come().boxed();
        assert!(poll!(&mut third).is_pending());
        drop(second);
        assert!(poll!(&mut third).is_pending(), "the first has not ended");
        let guard = first.come().await;
        assert!(poll!(&mut third).is_pending());
        drop(guard);
        assert!(poll!(&mut third).is_ready());
    }
}
