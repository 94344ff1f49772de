//! The event stream of one session: `events.ndjson`, ids from 1 rising by 1.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use greenroom_stdx::{IgnorePoison as _, now_ms};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::watch;
use tokio::time::Instant;

use crate::error::StoreError;
use crate::shared::{Copies, Lines};

/// The name of the file in the session directory.
pub(crate) const FILE_NAME: &str = "events.ndjson";

/// Something that happened in a session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SessionEvent {
    /// Place in the stream; the first is 1.
    pub id: u64,
    /// What happened, e.g. `session:open`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Facts about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payload: Option<Value>,
    /// When, in milliseconds since the Unix epoch.
    pub time: u64,
}

/// The events of a session directory, oldest first, whether the session is open or closed. A line
/// that is being written is not there yet.
pub fn kept_events(
    directory: &Path,
) -> Result<impl Iterator<Item = serde_json::Result<SessionEvent>> + use<>, StoreError> {
    let path = directory.join(FILE_NAME);
    let file = File::open(&path).map_err(StoreError::read(&path))?;
    let mut file = BufReader::new(file);
    let mut line = Vec::new();
    Ok(std::iter::from_fn(move || {
        line.clear();
        let read = file.read_until(b'\n', &mut line);
        let whole = read.is_ok() && line.ends_with(b"\n");
        whole.then(|| serde_json::from_slice(&line))
    }))
}

/// Which events a poller wants.
#[derive(Debug, Clone)]
pub struct EventQuery {
    /// Only events after this id.
    pub since: u64,
    /// At most this many.
    pub max: usize,
    /// Only these types; empty means all.
    pub types: Vec<String>,
    /// But not these, unless `types` names them.
    pub without: &'static [&'static str],
}

impl EventQuery {
    fn wants(&self, kind: &str) -> bool {
        if self.types.is_empty() {
            return !self.without.contains(&kind);
        }
        self.types.iter().any(|wanted| wanted == kind)
    }
}

/// The answer to a poll.
#[derive(Debug, Clone, PartialEq)]
pub struct EventPage {
    /// Matching events, in order.
    pub events: Vec<SessionEvent>,
    /// The newest id of the stream, whether it matches or not.
    pub latest: u64,
    /// Whether more matching events follow the last one given.
    pub has_more: bool,
}

/// Appends and reads the events of one session.
///
/// The file is the only copy and is opened per use: a thousand idle sessions hold neither their
/// events in memory nor a file descriptor.
#[derive(Debug)]
pub struct EventLog {
    path: PathBuf,
    tail: Mutex<Tail>,
    head: watch::Sender<Head>,
    /// Where they go beside the file, in a cluster.
    copies: OnceLock<Copies>,
}

#[derive(Debug, Default)]
struct Tail {
    /// Where event `n + 1` starts.
    offsets: Vec<u64>,
    /// Where the next event starts.
    end: u64,
}

#[derive(Debug, Clone, Copy)]
struct Head {
    latest: u64,
    ended: bool,
}

impl EventLog {
    pub(crate) fn create(path: PathBuf) -> Result<Self, StoreError> {
        File::create_new(&path).map_err(StoreError::write(&path))?;
        let head = watch::Sender::new(Head {
            latest: 0,
            ended: false,
        });
        Ok(Self {
            path,
            tail: Mutex::default(),
            head,
            copies: OnceLock::new(),
        })
    }

    /// Goes on with the events of another server, which end whole.
    pub(crate) fn restore(path: PathBuf, lines: &[Vec<u8>]) -> Result<Self, StoreError> {
        let bytes = lines.concat();
        std::fs::write(&path, &bytes).map_err(StoreError::write(&path))?;
        let mut tail = Tail::default();
        for line in lines {
            tail.offsets.push(tail.end);
            tail.end += line.len() as u64;
        }
        let head = watch::Sender::new(Head {
            latest: lines.len() as u64,
            ended: false,
        });
        Ok(Self {
            path,
            tail: Mutex::new(tail),
            head,
            copies: OnceLock::new(),
        })
    }

    /// From now on events go there too, and first those that are not there yet.
    pub(crate) fn copy_to(&self, copies: Copies, there: u64) -> Result<(), StoreError> {
        let tail = self.tail.lock().ignore_poison();
        let text = std::fs::read(&self.path).map_err(StoreError::read(&self.path))?;
        let lines = text.split_inclusive(|byte| *byte == b'\n');
        let missing: Vec<Vec<u8>> = lines.skip(there as usize).map(<[u8]>::to_vec).collect();
        if !missing.is_empty() {
            copies.tell(Lines::Events, there, missing);
        }
        // A session is shared once.
        drop(self.copies.set(copies));
        drop(tail);
        Ok(())
    }

    /// Appends an event and wakes those who wait for one. Returns its id.
    pub fn emit(&self, kind: &str, payload: Option<Value>) -> Result<u64, StoreError> {
        let mut tail = self.tail.lock().ignore_poison();
        let id = tail.offsets.len() as u64 + 1;
        let event = SessionEvent {
            id,
            kind: kind.to_owned(),
            payload,
            time: now_ms(),
        };
        let mut line = serde_json::to_vec(&event)
            .map_err(|error| StoreError::write(&self.path)(error.into()))?;
        line.push(b'\n');
        self.append(tail.end, &line)
            .map_err(StoreError::write(&self.path))?;
        let start = tail.end;
        tail.offsets.push(start);
        tail.end += line.len() as u64;
        if let Some(copies) = self.copies.get() {
            copies.tell(Lines::Events, id - 1, vec![line]);
        }
        // Under the lock, so that the ids that waiters see only rise.
        self.head.send_modify(|head| head.latest = id);
        Ok(id)
    }

    /// Writes at `end` rather than in append mode: what a failed write left behind is overwritten.
    fn append(&self, end: u64, line: &[u8]) -> std::io::Result<()> {
        let mut file = OpenOptions::new().write(true).open(&self.path)?;
        file.seek(SeekFrom::Start(end))?;
        file.write_all(line)
    }

    /// The newest id; 0 when nothing happened yet.
    pub fn latest(&self) -> u64 {
        self.head.borrow().latest
    }

    /// Waits for an event after this one; false if none will follow.
    pub async fn beyond(&self, id: u64) -> bool {
        let mut head = self.head.subscribe();
        // The sender lives as long as `self`, so the channel is not closed.
        let head = head.wait_for(|head| head.latest > id || head.ended).await;
        head.is_ok_and(|head| head.latest > id)
    }

    /// No event will follow: waiting polls return.
    pub(crate) fn end(&self) {
        self.head.send_modify(|head| head.ended = true);
    }

    /// Waits for the last event of the session.
    pub(crate) async fn ended(&self) {
        // The sender lives as long as `self`, so the channel is not closed.
        let mut head = self.head.subscribe();
        let _ended = head.wait_for(|head| head.ended).await;
    }

    /// The events that match `query`.
    pub fn page(&self, query: &EventQuery) -> Result<EventPage, StoreError> {
        let (start, end, latest) = {
            let tail = self.tail.lock().ignore_poison();
            let start = usize::try_from(query.since)
                .ok()
                .and_then(|n| tail.offsets.get(n).copied());
            (
                start.unwrap_or(tail.end),
                tail.end,
                tail.offsets.len() as u64,
            )
        };
        let matching = self.read_matching(start, end, query);
        let (events, has_more) = matching.map_err(StoreError::read(&self.path))?;
        Ok(EventPage {
            events,
            latest,
            has_more,
        })
    }

    /// The matching events between two offsets, and whether more than `query.max` match.
    fn read_matching(
        &self,
        start: u64,
        end: u64,
        query: &EventQuery,
    ) -> std::io::Result<(Vec<SessionEvent>, bool)> {
        let mut events = Vec::new();
        if start == end {
            return Ok((events, false));
        }
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(start))?;
        for line in BufReader::new(file).take(end - start).lines() {
            let event: SessionEvent = serde_json::from_str(&line?)?;
            if !query.wants(&event.kind) {
                continue;
            }
            if events.len() == query.max {
                return Ok((events, true));
            }
            events.push(event);
        }
        Ok((events, false))
    }

    /// Like [`EventLog::page`], but waits up to `wait` for the first matching event.
    ///
    /// Returns as soon as there is one, or as soon as the session has ended.
    pub async fn wait_page(
        self: &Arc<Self>,
        mut query: EventQuery,
        wait: Duration,
    ) -> Result<EventPage, StoreError> {
        let deadline = Instant::now() + wait;
        let mut head = self.head.subscribe();
        loop {
            let ended = head.borrow_and_update().ended;
            let log = Arc::clone(self);
            let asked = query.clone();
            let page = tokio::task::spawn_blocking(move || log.page(&asked))
                .await
                .map_err(|error| StoreError::read(&self.path)(std::io::Error::other(error)))??;
            if ended || !page.events.is_empty() || Instant::now() >= deadline {
                return Ok(page);
            }
            // Nothing up to here matches, so it need not be read again.
            query.since = query.since.max(page.latest);
            // A timeout ends the loop by the deadline above.
            let _ = tokio::time::timeout_at(deadline, head.changed()).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn log() -> (tempfile::TempDir, Arc<EventLog>) {
        let folder = tempfile::tempdir().unwrap();
        let log = EventLog::create(folder.path().join("events.ndjson")).unwrap();
        (folder, Arc::new(log))
    }

    fn query(since: u64, max: usize, types: &[&str]) -> EventQuery {
        EventQuery {
            since,
            max,
            types: types.iter().map(|t| (*t).to_owned()).collect(),
            without: &["trace:noise"],
        }
    }

    fn ids(page: &EventPage) -> Vec<u64> {
        page.events.iter().map(|event| event.id).collect()
    }

    #[test]
    fn noise_is_given_to_those_who_name_it() {
        let (_folder, log) = log();
        for kind in ["data:changed", "trace:noise", "data:changed"] {
            log.emit(kind, None).unwrap();
        }
        assert_eq!(ids(&log.page(&query(0, 10, &[])).unwrap()), [1, 3]);
        assert_eq!(
            ids(&log.page(&query(0, 10, &["trace:noise"])).unwrap()),
            [2]
        );
    }

    #[test]
    fn polling_with_the_last_id_gives_every_event_once_in_order() {
        let (_folder, log) = log();
        for n in 0..25 {
            log.emit("data:changed", Some(json!({ "n": n }))).unwrap();
        }
        let mut seen = Vec::new();
        loop {
            let page = log
                .page(&query(seen.last().copied().unwrap_or(0), 10, &[]))
                .unwrap();
            seen.extend(ids(&page));
            assert_eq!(page.latest, 25);
            if !page.has_more {
                break;
            }
        }
        assert_eq!(seen, (1..=25).collect::<Vec<_>>());
        assert_eq!(
            ids(&log.page(&query(99, 10, &[])).unwrap()),
            Vec::<u64>::new()
        );
    }

    #[test]
    fn types_filter_and_say_whether_more_follow() {
        let (_folder, log) = log();
        for kind in ["a", "b", "a", "b", "a"] {
            log.emit(kind, None).unwrap();
        }
        let page = log.page(&query(0, 2, &["a"])).unwrap();
        assert_eq!(
            (ids(&page), page.latest, page.has_more),
            (vec![1, 3], 5, true)
        );
        let page = log.page(&query(3, 2, &["a"])).unwrap();
        assert_eq!((ids(&page), page.has_more), (vec![5], false));
        let page = log.page(&query(1, 2, &["b"])).unwrap();
        assert_eq!((ids(&page), page.has_more), (vec![2, 4], false));
    }

    #[tokio::test(start_paused = true)]
    async fn a_waiter_returns_with_the_first_matching_event() {
        let (_folder, log) = log();
        let waiter = tokio::spawn({
            let log = Arc::clone(&log);
            async move {
                log.wait_page(query(0, 10, &["wanted"]), Duration::from_secs(45))
                    .await
            }
        });
        log.emit("other", None).unwrap();
        tokio::task::yield_now().await;
        log.emit("wanted", None).unwrap();
        assert_eq!(ids(&waiter.await.unwrap().unwrap()), [2]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_waiter_returns_empty_at_its_limit_and_when_the_session_ends() {
        let (_folder, log) = log();
        let begin = Instant::now();
        let page = log
            .wait_page(query(0, 10, &[]), Duration::from_secs(45))
            .await
            .unwrap();
        assert_eq!((page.events.len(), begin.elapsed().as_secs()), (0, 45));

        let waiter = tokio::spawn({
            let log = Arc::clone(&log);
            async move {
                log.wait_page(query(0, 10, &[]), Duration::from_secs(45))
                    .await
            }
        });
        let begin = Instant::now();
        log.end();
        waiter.await.unwrap().unwrap();
        assert!(begin.elapsed() < Duration::from_secs(45));
    }

    #[test]
    fn events_of_many_threads_have_ids_without_gaps() {
        let (_folder, log) = log();
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        log.emit("x", None).unwrap();
                    }
                });
            }
        });
        let page = log.page(&query(0, 1000, &[])).unwrap();
        assert_eq!(ids(&page), (1..=400).collect::<Vec<_>>());
    }
}
