//! Keeps the processes of pages within bounds that the browser does not keep.
//!
//! V8 bounds its own heap; array buffers, canvases, nodes and WebAssembly's memory lie outside it.
//! And pages that compute without a pause, or keep the browser busy, would share the processors
//! with everybody else.

use std::collections::HashMap;
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often the processes are looked at. A page can fill about half a gigabyte meanwhile.
const PERIOD: Duration = Duration::from_millis(250);
/// What a page's process needs beside what its scripts ask for.
const BESIDE_SCRIPTS_MB: u64 = 256;
/// A page that computes for so long without a pause gets what others leave of the processors.
const WITHOUT_PAUSE: Duration = Duration::from_secs(1);
/// The share of a processor that counts as no pause.
const BUSY: f64 = 0.7;
/// How far such a page stands back, as of nice(1): its workers may be many.
const NICENESS: libc::c_int = 19;

/// The processes of pages, as they were when last looked at.
#[derive(Debug, Default)]
pub(super) struct Watch {
    limit: u64,
    pages: HashMap<i32, Page>,
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
    pub(super) fn run(mut self, browser: i32, wait: impl Fn(Duration) -> bool) {
        while !wait(PERIOD) {
            let now = Instant::now();
            self.look(&renderers(browser), now);
            if let Some(used) = processor_time(browser) {
                let itself = self.browser.get_or_insert_with(|| Page::new(used, now));
                if itself.computes_without_pause(used, now) {
                    tracing::info!(browser, "a browser is kept busy and stands back");
                    stand_back(browser);
                    self.stands_back.store(true, Ordering::Relaxed);
                }
            }
        }
    }

    fn look(&mut self, renderers: &[i32], now: Instant) {
        self.pages.retain(|pid, _| renderers.contains(pid));
        for &pid in renderers {
            if resident(pid).is_some_and(|bytes| bytes > self.limit) {
                tracing::warn!(pid, limit = self.limit, "a page took too much memory");
                signal(pid, libc::SIGKILL);
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
                stand_back(pid);
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
fn renderers(browser: i32) -> Vec<i32> {
    let (mut found, mut makers) = (Vec::new(), vec![browser]);
    while let Some(maker) = makers.pop() {
        for child in children(maker) {
            let line = fs::read(format!("/proc/{child}/cmdline")).unwrap_or_default();
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

fn children(pid: i32) -> Vec<i32> {
    let mut children = Vec::new();
    for task in tasks(pid) {
        let list = fs::read_to_string(format!("/proc/{pid}/task/{task}/children"));
        let list = list.unwrap_or_default();
        children.extend(
            list.split_whitespace()
                .filter_map(|id| id.parse::<i32>().ok()),
        );
    }
    children
}

fn tasks(pid: i32) -> impl Iterator<Item = i32> {
    let tasks = fs::read_dir(format!("/proc/{pid}/task"));
    let tasks = tasks.into_iter().flatten().flatten();
    tasks.filter_map(|task| task.file_name().to_str()?.parse().ok())
}

/// Memory that is the process's own, in bytes: the program itself is shared by all.
fn resident(pid: i32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let kilobytes = |name: &str| -> Option<u64> {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()?.parse().ok()
    };
    Some((kilobytes("RssAnon:")? + kilobytes("RssShmem:")?) << 10)
}

fn processor_time(pid: i32) -> Option<Duration> {
    /// The kernel counts in hundredths of a second, whatever its own clock does.
    const TICKS_PER_SECOND: u64 = 100;
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // After the name in brackets: the state is field 3, times in user and kernel mode 14 and 15.
    let mut fields = stat.rsplit(')').next()?.split_whitespace().skip(11);
    let user: u64 = fields.next()?.parse().ok()?;
    let kernel: u64 = fields.next()?.parse().ok()?;
    Some(Duration::from_millis(
        (user + kernel) * 1000 / TICKS_PER_SECOND,
    ))
}

/// Lowers the priority of all threads of a process; those that it starts later inherit it.
fn stand_back(pid: i32) {
    for task in tasks(pid) {
        #[expect(
            unsafe_code,
            reason = "setpriority has no safe form in the standard library"
        )]
        // SAFETY: no memory is involved.
        unsafe {
            libc::setpriority(libc::PRIO_PROCESS, task as libc::id_t, NICENESS);
        }
    }
}

fn signal(pid: i32, signal: libc::c_int) {
    #[expect(
        unsafe_code,
        reason = "the standard library signals its own children only"
    )]
    // SAFETY: no memory is involved.
    unsafe {
        libc::kill(pid, signal);
    }
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
    fn a_process_is_measured() {
        let pid = std::process::id() as i32;
        assert!(resident(pid).unwrap() > 100_000);
        assert!(processor_time(pid).is_some());
        assert_eq!(renderers(pid), Vec::<i32>::new());
    }
}
