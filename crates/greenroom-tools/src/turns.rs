//! Calls on one session run in order of arrival.
//!
//! A call that closes the session waits for those before it only as long as they come to their
//! ends; one that does not is ended, and those behind it are.
//!
//! A face that reads requests one by one takes the turn at once, before the call moves to a task
//! of its own, because tasks start in any order.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use futures::future::BoxFuture;
use futures::{FutureExt as _, poll};
use greenroom_stdx::IgnorePoison as _;
use tokio::sync::{Mutex as Lock, OwnedMutexGuard, watch};
use tokio_util::sync::CancellationToken;

/// How long the running call of a session that is to be closed may go on.
const PATIENCE: Duration = Duration::from_secs(2);

/// The queues of all sessions that have a call waiting or running.
#[derive(Debug, Default)]
pub(crate) struct Turns {
    queues: Mutex<BTreeMap<String, Weak<Queue>>>,
}

/// The calls of one session.
#[derive(Debug)]
struct Queue {
    lock: Arc<Lock<()>>,
    /// Counts calls that have ended.
    ended: watch::Sender<u64>,
    /// Ends the calls that have come so far.
    end: Mutex<CancellationToken>,
}

/// A place in a session's queue. Dropping it gives the place up.
pub struct Turn {
    place: Place,
    queue: Arc<Queue>,
    /// Fires when the session is closed over this call.
    end: CancellationToken,
    /// Ends the calls before this one, if it closes the session.
    before: Option<CancellationToken>,
}

enum Place {
    Waiting(BoxFuture<'static, OwnedMutexGuard<()>>),
    First(OwnedMutexGuard<()>),
}

/// A call whose turn it is, until this is dropped.
#[derive(Debug)]
pub(crate) struct Running {
    lock: Option<OwnedMutexGuard<()>>,
    queue: Arc<Queue>,
}

impl Drop for Running {
    fn drop(&mut self) {
        // The next one comes before those who count hear of it.
        self.lock.take();
        self.queue.ended.send_modify(|count| *count += 1);
    }
}

impl std::fmt::Debug for Turn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Turn")
    }
}

impl Turns {
    /// Takes the next place in the queue of a session.
    pub(crate) async fn take(&self, session_id: &str) -> Turn {
        let queue = self.queue(session_id);
        let end = queue.end().clone();
        queue.enter(end, None).await
    }

    /// As [`Turns::take`], for a call that closes the session.
    pub(crate) async fn take_to_close(&self, session_id: &str) -> Turn {
        let queue = self.queue(session_id);
        let end = CancellationToken::new();
        let before = std::mem::replace(&mut *queue.end(), end.clone());
        queue.enter(end, Some(before)).await
    }

    fn queue(&self, session_id: &str) -> Arc<Queue> {
        let mut queues = self.queues.lock().ignore_poison();
        queues.retain(|_, queue| queue.strong_count() > 0);
        if let Some(queue) = queues.get(session_id).and_then(Weak::upgrade) {
            return queue;
        }
        let queue = Arc::new(Queue {
            lock: Arc::default(),
            ended: watch::Sender::new(0),
            end: Mutex::default(),
        });
        queues.insert(session_id.to_owned(), Arc::downgrade(&queue));
        queue
    }
}

impl Queue {
    fn end(&self) -> std::sync::MutexGuard<'_, CancellationToken> {
        self.end.lock().ignore_poison()
    }

    async fn enter(
        self: Arc<Self>,
        end: CancellationToken,
        before: Option<CancellationToken>,
    ) -> Turn {
        let mut waiting = Arc::clone(&self.lock).lock_owned().boxed();
        // The first poll enters the fair queue of the lock.
        let place = match poll!(&mut waiting) {
            std::task::Poll::Ready(guard) => Place::First(guard),
            std::task::Poll::Pending => Place::Waiting(waiting),
        };
        Turn {
            place,
            queue: self,
            end,
            before,
        }
    }
}

impl Turn {
    /// Fires when the session is closed over this call.
    pub(crate) fn end(&self) -> CancellationToken {
        self.end.clone()
    }

    /// Waits until all earlier calls of the session have ended. The guard ends this call's turn.
    pub(crate) async fn come(self) -> Running {
        let lock = match (self.place, self.before) {
            (Place::First(guard), _) => guard,
            (Place::Waiting(waiting), None) => waiting.await,
            (Place::Waiting(waiting), Some(before)) => {
                come_over(waiting, &self.queue, &before).await
            }
        };
        Running {
            lock: Some(lock),
            queue: self.queue,
        }
    }
}

/// Waits for the calls before, and ends them when one takes too long.
async fn come_over(
    mut waiting: BoxFuture<'static, OwnedMutexGuard<()>>,
    queue: &Queue,
    before: &CancellationToken,
) -> OwnedMutexGuard<()> {
    let mut ended = queue.ended.subscribe();
    loop {
        tokio::select! {
            biased;
            guard = &mut waiting => return guard,
            changed = tokio::time::timeout(PATIENCE, ended.changed()) => {
                if changed.is_err() {
                    before.cancel();
                    return waiting.await;
                }
            }
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

    #[tokio::test(start_paused = true)]
    async fn who_closes_waits_for_calls_that_end_and_ends_the_one_that_does_not() {
        let turns = Turns::default();
        let first = turns.take("s").await;
        let (first_end, first) = (first.end(), first.come().await);
        let second = turns.take("s").await;
        let second_end = second.end();
        let closing = turns.take_to_close("s").await;
        let later = turns.take("s").await;
        let closes = tokio::spawn(closing.come());
        tokio::time::sleep(PATIENCE * 3 / 4).await;
        drop(first);
        let second = second.come().await;
        tokio::time::sleep(PATIENCE * 3 / 4).await;
        assert!(!first_end.is_cancelled() && !second_end.is_cancelled());
        second_end.cancelled().await;
        drop(second);
        closes.await.unwrap();
        assert!(!later.end().is_cancelled());
    }
}
