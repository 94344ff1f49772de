//! Keeps the processes of pages within bounds that the browser does not keep.
//!
//! V8 bounds its own heap; array buffers, canvases, nodes and WebAssembly's memory lie outside it.
//! And pages that compute without a pause, or keep the browser busy, would share the processors
//! with everybody else.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use greenroom_os::processes::{self, processor_time};

/// How often the processes are looked at. A page can fill about half a gigabyte meanwhile.
const PERIOD: Duration = Duration::from_millis(250);
/// What a page's process needs beside what its scripts ask for.
const BESIDE_SCRIPTS_MB: u64 = 256;
/// A page that computes for so long without a pause gets what others leave of the processors.
const WITHOUT_PAUSE: Duration = Duration::from_secs(1);
/// The share of a processor that counts as no pause.
const BUSY: f64 = 0.7;

/// The processes of pages, as they were when last looked at.
#[derive(Debug, Default)]
pub(super) struct Watch {
    limit: u64,
    pages: HashMap<u32, Page>,
    /// The browser's own process, which only its pages can keep busy.
    browser: Option<Page>,
    /// Said when the browser itself stands back.
    stands_back: Arc<AtomicBool>,
}

#[derive(Debug)]
struct Page {
    seen: Instant,
    /// Processor time that it had used by then.
    used: Duration,
    busy_since: Option<Instant>,
    stands_back: bool,
}

impl Watch {
    pub(super) fn new(scripts_mb: u64, stands_back: Arc<AtomicBool>) -> Self {
        Self {
            limit: (scripts_mb + BESIDE_SCRIPTS_MB) << 20,
            pages: HashMap::new(),
            browser: None,
            stands_back,
        }
    }

    /// Looks at the pages of `browser` until `wait` says that it has ended.
    pub(super) fn run(mut self, browser: u32, wait: impl Fn(Duration) -> bool) {
        while !wait(PERIOD) {
            let now = Instant::now();
            self.look(&renderers(browser), now);
            if let Some(used) = processor_time(browser) {
                let itself = self.browser.get_or_insert_with(|| Page::new(used, now));
                if itself.computes_without_pause(used, now) {
                    tracing::info!(browser, "a browser is kept busy and stands back");
                    processes::stand_back(browser);
                    self.stands_back.store(true, Ordering::Relaxed);
                }
            }
        }
    }

    fn look(&mut self, renderers: &[u32], now: Instant) {
        self.pages.retain(|pid, _| renderers.contains(pid));
        for &pid in renderers {
            if processes::own_memory(pid).is_some_and(|bytes| bytes > self.limit) {
                tracing::warn!(pid, limit = self.limit, "a page took too much memory");
                // One that has ended by itself cannot be ended.
                drop(processes::kill(pid));
                continue;
            }
            let Some(used) = processor_time(pid) else {
                continue;
            };
            let page = self
                .pages
                .entry(pid)
                .or_insert_with(|| Page::new(used, now));
            if page.computes_without_pause(used, now) {
                tracing::info!(pid, "a page computes without a pause and stands back");
                processes::stand_back(pid);
            }
        }
    }
}

impl Page {
    fn new(used: Duration, now: Instant) -> Self {
        Self {
            seen: now,
            used,
            busy_since: None,
            stands_back: false,
        }
    }

    /// Whether it is time that it stands back, which happens once.
    fn computes_without_pause(&mut self, used: Duration, now: Instant) -> bool {
        let passed = now.duration_since(self.seen);
        let busy = !passed.is_zero()
            && used.saturating_sub(self.used).as_secs_f64() > BUSY * passed.as_secs_f64();
        (self.seen, self.used) = (now, used);
        if !busy {
            self.busy_since = None;
            return false;
        }
        let since = *self.busy_since.get_or_insert(now);
        let due = !self.stands_back && now.duration_since(since) >= WITHOUT_PAUSE;
        self.stands_back |= due;
        due
    }
}

/// The processes of the pages: children of the browser or of those that it makes them with.
fn renderers(browser: u32) -> Vec<u32> {
    let (mut found, mut makers) = (Vec::new(), vec![browser]);
    while let Some(maker) = makers.pop() {
        for child in processes::children(maker) {
            let line = processes::command_line(child);
            // Processes that were forked write their words anew, with spaces between them.
            let line = String::from_utf8_lossy(&line);
            let is = |kind: &str| line.split(['\0', ' ']).any(|word| word == kind);
            if is("--type=renderer") {
                found.push(child);
            } else if is("--type=zygote") {
                makers.push(child);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_page_that_never_pauses_stands_back_and_once() {
        let began = Instant::now();
        let told = |used: fn(u32) -> Duration| {
            let mut page = Page::new(Duration::ZERO, began);
            let looks = 1..=20_u32;
            looks
                .filter(|look| page.computes_without_pause(used(*look), began + PERIOD * *look))
                .collect::<Vec<u32>>()
        };
        assert_eq!(told(|look| PERIOD * look), vec![5]);
        assert_eq!(told(|look| PERIOD * look / 2), Vec::<u32>::new());
        // Every fourth period is a pause.
        assert_eq!(told(|look| PERIOD * (look - look / 4)), Vec::<u32>::new());
    }

    #[test]
    fn a_process_without_pages_has_none() {
        assert_eq!(renderers(std::process::id()), Vec::<u32>::new());
    }
}
