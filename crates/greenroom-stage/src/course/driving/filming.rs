//! The film of a session's page, for all who watch it.
//!
//! One film per session, while somebody watches. It is taken anew when the course goes to another
//! window, when its page ends, and when the course is launched again.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use greenroom_browser::{ContextEvent, FilmOptions};
use greenroom_stdx::IgnorePoison as _;
use greenroom_web::workbench::driving::{Frame, Pace};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::super::runtime::Runtime;
use super::super::runtimes::Runtimes;

/// Enough for text to be read on a sharp screen.
const OPTIONS: FilmOptions = FilmOptions {
    quality: 70,
    longest_side: 1600,
};
/// Time between frames while something moves: eight or more a second, and little work for the
/// machine that the agent uses too.
const LIVE: Duration = Duration::from_millis(80);
const CALM: Duration = Duration::from_secs(1);
/// Without another frame for so long, nothing moves; the last change may have been left out.
const STILL: Duration = Duration::from_millis(200);
/// A page that cannot be filmed is tried again after this.
const PAUSE: Duration = Duration::from_millis(500);

/// The film of one session.
#[derive(Debug, Default)]
pub struct Filming {
    newest: watch::Sender<Option<Arc<Frame>>>,
    number: AtomicU64,
    watchers: Mutex<Watchers>,
}

#[derive(Debug, Default)]
struct Watchers {
    count: u64,
    paces: BTreeMap<u64, Pace>,
    work: Option<JoinHandle<()>>,
}

/// Somebody who watches, until this is dropped.
#[derive(Debug)]
pub struct Watcher {
    filming: Arc<Filming>,
    number: u64,
}

impl Drop for Watcher {
    fn drop(&mut self) {
        let mut watchers = self.filming.watchers.lock().ignore_poison();
        watchers.paces.remove(&self.number);
        if watchers.paces.is_empty()
            && let Some(work) = watchers.work.take()
        {
            work.abort();
        }
    }
}

impl Filming {
    /// Somebody watches from now on.
    pub fn watch(
        self: &Arc<Self>,
        runtimes: &Arc<Runtimes>,
        session_id: &str,
        pace: Pace,
    ) -> (watch::Receiver<Option<Arc<Frame>>>, Watcher) {
        let mut watchers = self.watchers.lock().ignore_poison();
        watchers.count += 1;
        let number = watchers.count;
        watchers.paces.insert(number, pace);
        if watchers.work.as_ref().is_none_or(JoinHandle::is_finished) {
            let film = film_all(
                Arc::clone(self),
                Arc::clone(runtimes),
                session_id.to_owned(),
            );
            watchers.work = Some(tokio::spawn(film));
        }
        let watcher = Watcher {
            filming: Arc::clone(self),
            number,
        };
        (self.newest.subscribe(), watcher)
    }

    /// Whether somebody watches.
    pub fn is_watched(&self) -> bool {
        !self.watchers.lock().ignore_poison().paces.is_empty()
    }

    /// Width and height of the page's window as it was last seen.
    pub fn size(&self) -> Option<(f64, f64)> {
        let newest = self.newest.borrow();
        newest.as_ref().map(|frame| (frame.width, frame.height))
    }

    fn pace(&self) -> Duration {
        let watchers = self.watchers.lock().ignore_poison();
        match watchers.paces.values().min() {
            Some(Pace::Live) => LIVE,
            _ => CALM,
        }
    }

    fn publish(&self, frame: greenroom_browser::FilmFrame) {
        let number = self.number.fetch_add(1, Ordering::Relaxed) + 1;
        self.newest.send_replace(Some(Arc::new(Frame {
            number,
            jpeg: frame.jpeg,
            width: frame.width,
            height: frame.height,
        })));
    }

    /// Whether a frame shows anything else than the last one.
    fn is_news(&self, frame: &greenroom_browser::FilmFrame) -> bool {
        let newest = self.newest.borrow();
        newest.as_ref().is_none_or(|last| last.jpeg != frame.jpeg)
    }
}

/// Films whatever the session plays, until it is ended.
async fn film_all(filming: Arc<Filming>, runtimes: Arc<Runtimes>, session_id: String) {
    let mut changes = runtimes.changed.subscribe();
    loop {
        changes.mark_unchanged();
        let Some(runtime) = runtimes.find(&session_id) else {
            if changes.changed().await.is_err() {
                return;
            }
            continue;
        };
        film(&filming, &runtime).await;
        drop(runtime);
        // Its window may be on the way, or the course over.
        tokio::time::sleep(PAUSE).await;
    }
}

/// Films the window that a course plays in, until it plays in another or in none.
async fn film(filming: &Filming, runtime: &Runtime) {
    let page = runtime.shown_page();
    let Ok(film) = page.film(OPTIONS).await else {
        return;
    };
    let mut events = runtime.context.events();
    let mut moves = true;
    loop {
        tokio::select! {
            frame = film.next() => {
                let Some(frame) = frame else { return };
                if filming.is_news(&frame) {
                    filming.publish(frame);
                    moves = true;
                    tokio::time::sleep(filming.pace()).await;
                }
                moves |= !film.go_on();
            }
            () = tokio::time::sleep(STILL), if moves => {
                moves = false;
                if film.look_again().await.is_err() {
                    return;
                }
            }
            event = events.next() => {
                let may_be_elsewhere = match event {
                    Some(ContextEvent::Navigated { same_document, .. }) => !same_document,
                    Some(ContextEvent::Opened { .. } | ContextEvent::Gone { .. }) => true,
                    Some(_) => false,
                    None => return,
                };
                if may_be_elsewhere && runtime.shown_page().main_frame().id() != page.main_frame().id() {
                    return;
                }
            }
        }
    }
}
