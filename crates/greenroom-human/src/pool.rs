//! Connections towards a parent app: at most ten, used again, closed when idle for long.

use super::client::{Endpoint, RequestError, Sent};
use greenroom_stdx::IgnorePoison as _;
use serde_json::Value;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

/// Connections at a time.
const CONNECTIONS: usize = 10;
/// A connection that nobody used for this long is closed.
const IDLE: Duration = Duration::from_mins(5);
/// How often idle ones are looked for.
const CLEAN_UP_EVERY: Duration = Duration::from_secs(30);

/// The pool.
#[derive(Clone, Debug)]
pub(super) struct Pool {
    address: String,
    /// Who waits is served first come, first served.
    places: Arc<Semaphore>,
    idle: Arc<Mutex<Vec<Idle>>>,
}

#[derive(Debug)]
struct Idle {
    endpoint: Endpoint,
    last_used: Instant,
}

/// A borrowed connection. It goes back to the pool when it is dropped.
#[derive(Debug)]
pub(super) struct Borrowed {
    endpoint: Endpoint,
    idle: Arc<Mutex<Vec<Idle>>>,
    _place: OwnedSemaphorePermit,
}

impl Pool {
    /// A pool for this `ws://` address; connects to nothing yet.
    pub(super) fn new(address: &str) -> Self {
        let pool = Self {
            address: address.to_owned(),
            places: Arc::new(Semaphore::new(CONNECTIONS)),
            idle: Arc::default(),
        };
        if tokio::runtime::Handle::try_current().is_ok() {
            tokio::spawn(clean_up(Arc::downgrade(&pool.idle)));
        }
        pool
    }

    /// Borrows an idle connection, else a new one, else waits for one.
    pub(super) async fn acquire(&self) -> Result<Borrowed, RequestError> {
        let place = Arc::clone(&self.places)
            .acquire_owned()
            .await
            .map_err(|error| RequestError::Lost(error.to_string()))?;
        let known = self.take_idle();
        let endpoint = match known {
            Some(endpoint) => endpoint,
            None => Endpoint::connect_to(&self.address).await?,
        };
        Ok(Borrowed {
            endpoint,
            idle: Arc::clone(&self.idle),
            _place: place,
        })
    }

    fn take_idle(&self) -> Option<Endpoint> {
        let mut idle = self.idle.lock().ignore_poison();
        idle.retain(|idle| idle.endpoint.is_open());
        idle.pop().map(|idle| idle.endpoint)
    }
}

impl Borrowed {
    /// Writes a request. Its reply is matched by id, so the connection need not be kept for it.
    pub(super) fn send(&self, method: &str, params: &Value) -> Sent {
        self.endpoint.send(method, params)
    }
}

impl Drop for Borrowed {
    fn drop(&mut self) {
        self.idle.lock().ignore_poison().push(Idle {
            endpoint: self.endpoint.clone(),
            last_used: Instant::now(),
        });
    }
}

async fn clean_up(idle: std::sync::Weak<Mutex<Vec<Idle>>>) {
    loop {
        tokio::time::sleep(CLEAN_UP_EVERY).await;
        let Some(idle) = idle.upgrade() else {
            return;
        };
        clean(&idle);
    }
}

fn clean(idle: &Mutex<Vec<Idle>>) {
    idle.lock().ignore_poison().retain(|idle| {
        let in_use = idle.last_used.elapsed() <= IDLE || idle.endpoint.owes_replies();
        idle.endpoint.is_open() && in_use
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::StreamExt as _;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// A parent app that counts its connections and answers nothing.
    async fn parent_app() -> (String, Arc<AtomicUsize>) {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("ws://{}/", listener.local_addr().unwrap());
        let count = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&count);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                counted.fetch_add(1, Ordering::Relaxed);
                tokio::spawn(async move {
                    let mut socket = tokio_tungstenite::accept_async(stream).await.unwrap();
                    while let Some(Ok(_)) = socket.next().await {}
                });
            }
        });
        (address, count)
    }

    #[tokio::test]
    async fn ten_connections_are_borrowed_and_the_next_waits_its_turn() {
        let (address, count) = parent_app().await;
        let pool = Pool::new(&address);
        let mut borrowed = Vec::new();
        for _ in 0..CONNECTIONS {
            borrowed.push(pool.acquire().await.unwrap());
        }
        assert_eq!(count.load(Ordering::Relaxed), 10);
        let mut next = Box::pin(pool.acquire());
        assert!(futures::poll!(&mut next).is_pending(), "all are in use");
        borrowed.pop();
        let eleventh = next.await.unwrap();
        assert_eq!(
            count.load(Ordering::Relaxed),
            10,
            "it got the one that was given back"
        );
        drop((borrowed, eleventh));
        assert!(pool.acquire().await.is_ok());
        assert_eq!(
            count.load(Ordering::Relaxed),
            10,
            "idle ones are used again"
        );
    }

    #[tokio::test]
    async fn an_idle_connection_is_closed_unless_a_reply_is_outstanding() {
        let (address, _) = parent_app().await;
        let pool = Pool::new(&address);
        let first = pool.acquire().await.unwrap();
        let second = pool.acquire().await.unwrap();
        let _reply = second.send("tools/call", &serde_json::json!({}));
        drop((first, second));
        pool.idle
            .lock()
            .ignore_poison()
            .iter_mut()
            .for_each(|idle| idle.last_used -= IDLE + CLEAN_UP_EVERY);
        clean(&pool.idle);
        let kept = pool.idle.lock().ignore_poison();
        assert_eq!(kept.len(), 1);
        assert!(kept[0].endpoint.owes_replies());
    }
}
