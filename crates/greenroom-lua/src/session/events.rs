//! What Lua code reports to the agent: events that wait until they are confirmed.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use greenroom_stdx::{IgnorePoison as _, now_ms};
use serde::Serialize;
use serde_json::Value;
use tokio::sync::Notify;

use crate::limits::EVENTS;

/// One event.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Event {
    pub seq: u64,
    /// Milliseconds since 1970.
    pub at: u64,
    pub value: Value,
}

/// The events of one session.
#[derive(Debug, Default)]
pub struct Events {
    queue: Mutex<Queue>,
    arrived: Notify,
}

#[derive(Debug, Default)]
struct Queue {
    events: VecDeque<Event>,
    last: u64,
    dropped: u64,
    waiting: usize,
    /// The session has ended; nothing will come any more.
    closed: bool,
    /// When nobody waited any more.
    last_wait: Option<Instant>,
    /// When the oldest unconfirmed event came while nobody waited.
    unheard_since: Option<Instant>,
}

/// What a wait brought.
#[derive(Clone, Debug, PartialEq)]
pub struct Waited {
    pub events: Vec<Event>,
    pub next_after: u64,
    pub dropped: u64,
    pub timed_out: bool,
}

impl Events {
    pub(crate) fn push(&self, value: Value) {
        let mut queue = self.lock();
        queue.last += 1;
        let event = Event {
            seq: queue.last,
            at: now_ms(),
            value,
        };
        queue.events.push_back(event);
        if queue.events.len() > EVENTS {
            queue.events.pop_front();
            queue.dropped += 1;
        }
        if queue.unheard_since.is_none() {
            queue.unheard_since = Some(Instant::now());
        }
        drop(queue);
        self.arrived.notify_waiters();
    }

    /// Confirms events up to `after`, then waits for later ones. Dropping the future consumes nothing.
    pub async fn wait(&self, after: Option<u64>, max: usize, patience: Duration) -> Waited {
        let _listening = self.listen();
        if let Some(after) = after {
            self.confirm(after);
        }
        let deadline = tokio::time::Instant::now() + patience;
        loop {
            let arrived = self.arrived.notified();
            tokio::pin!(arrived);
            arrived.as_mut().enable();
            if let Some(found) = self.look(max) {
                return found;
            }
            if self.lock().closed {
                return self.nothing(after);
            }
            if tokio::time::timeout_at(deadline, arrived).await.is_err() {
                return self.look(max).unwrap_or_else(|| self.nothing(after));
            }
        }
    }

    /// Lets every wait end.
    pub(crate) fn close(&self) {
        self.lock().closed = true;
        self.arrived.notify_waiters();
    }

    /// How many events wait.
    pub fn queued(&self) -> usize {
        self.lock().events.len()
    }

    /// Whether an agent waits now.
    pub fn polling(&self) -> bool {
        self.lock().waiting > 0
    }

    /// Time since the last wait ended.
    pub fn since_last_wait(&self) -> Option<Duration> {
        let queue = self.lock();
        if queue.waiting > 0 {
            Some(Duration::ZERO)
        } else {
            queue.last_wait.map(|ended| ended.elapsed())
        }
    }

    /// How long events have waited with nobody listening.
    pub fn unheard_for(&self) -> Option<Duration> {
        let queue = self.lock();
        if queue.waiting > 0 || queue.events.is_empty() {
            return None;
        }
        let since = queue.unheard_since.max(queue.last_wait)?;
        Some(since.elapsed())
    }

    fn confirm(&self, after: u64) {
        let mut queue = self.lock();
        while queue.events.front().is_some_and(|event| event.seq <= after) {
            queue.events.pop_front();
        }
        if queue.events.is_empty() {
            queue.unheard_since = None;
        }
    }

    fn look(&self, max: usize) -> Option<Waited> {
        let queue = self.lock();
        let events: Vec<Event> = queue.events.iter().take(max).cloned().collect();
        let last = events.last()?.seq;
        Some(Waited {
            events,
            next_after: last,
            dropped: queue.dropped,
            timed_out: false,
        })
    }

    fn nothing(&self, after: Option<u64>) -> Waited {
        Waited {
            events: Vec::new(),
            next_after: after.unwrap_or(0),
            dropped: self.lock().dropped,
            timed_out: true,
        }
    }

    fn listen(&self) -> Listening<'_> {
        self.lock().waiting += 1;
        Listening(self)
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().ignore_poison()
    }
}

/// Counts a wait for as long as it lasts.
struct Listening<'a>(&'a Events);

impl Drop for Listening<'_> {
    fn drop(&mut self) {
        let mut queue = self.0.lock();
        queue.waiting -= 1;
        queue.last_wait = Some(Instant::now());
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[tokio::test]
    async fn events_stay_until_they_are_confirmed() {
        let events = Events::default();
        for number in 1..=3 {
            events.push(json!(number));
        }
        let first = events.wait(None, 2, Duration::ZERO).await;
        assert_eq!((first.events.len(), first.next_after), (2, 2));
        let again = events.wait(None, 2, Duration::ZERO).await;
        assert_eq!(again.events, first.events);
        let rest = events.wait(Some(2), 2, Duration::ZERO).await;
        assert_eq!(rest.events[0].value, json!(3));
        let none = events.wait(Some(3), 2, Duration::ZERO).await;
        assert!(none.timed_out && none.events.is_empty() && none.next_after == 3);
    }

    #[tokio::test]
    async fn too_many_are_dropped_oldest_first() {
        let events = Events::default();
        for number in 0..EVENTS + 5 {
            events.push(json!(number));
        }
        let waited = events.wait(None, 1, Duration::ZERO).await;
        assert_eq!((waited.dropped, waited.events[0].seq), (5, 6));
    }

    #[tokio::test]
    async fn a_wait_ends_when_an_event_comes() {
        let events = std::sync::Arc::new(Events::default());
        let waiting = tokio::spawn({
            let events = std::sync::Arc::clone(&events);
            async move { events.wait(None, 1, Duration::from_secs(30)).await }
        });
        while !events.polling() {
            tokio::task::yield_now().await;
        }
        events.push(json!("x"));
        assert_eq!(waiting.await.unwrap().events[0].value, "x");
        assert!(!events.polling());
    }
}
