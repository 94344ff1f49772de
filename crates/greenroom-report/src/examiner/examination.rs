//! The lint of one package, again without the piece that ended the worker, until it ends well.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use greenroom_stdx::IgnorePoison as _;
use scorm_lint::{
    Applicability, Files, Fixed, Obstacle, Report, Settings, Work, fix_by, lint_each,
};
use scorm_package::Problem;

use super::bounds::{Bounds, Unfinished};
use super::message::{How, Request};
use super::process::{Outcome, Worker};

/// One piece of work may take this long; half of it after the first that did, and so on.
const STEP: Duration = Duration::from_secs(10);
const SHORTEST_STEP: Duration = Duration::from_secs(1);
/// From so many deaths on, code that looks too deep is not tried.
const CAREFUL_FROM: usize = 3;
/// After so many deaths, no file is tried that is as large as one that was deadly: deep code needs
/// room. After twice as many, only what was read before is read again.
const MOST_DEATHS: usize = 8;
/// Workers that wait for the next package, where nobody says how many.
const USUAL_IDLE: usize = 2;
/// Bytes that each of them may hold on average.
const MOST_HELD_EACH: u64 = 36 << 20;

/// Is this program able to be its own worker?
static HAS_WORKERS: AtomicBool = AtomicBool::new(false);
static IDLE: Mutex<Vec<Worker>> = Mutex::new(Vec::new());
static MOST_IDLE: AtomicUsize = AtomicUsize::new(USUAL_IDLE);

/// From now on packages are examined in worker processes: this program serves as one when it is
/// started with the argument `lint-worker`. Programs that do not, such as tests of this library,
/// lint in their own process.
pub fn use_workers() {
    HAS_WORKERS.store(true, Ordering::Relaxed);
}

/// From now on as many workers wait for their next package as packages are examined at once, since
/// to start one costs as much as to examine a small package.
pub fn keep_workers(at_once: usize) {
    MOST_IDLE.store(at_once.max(USUAL_IDLE), Ordering::Relaxed);
}

/// The files of a package, and the problems of opening it.
#[derive(Clone, Copy)]
pub struct Examination<'a> {
    files: &'a dyn Files,
    problems: &'a [Problem],
    bounds: &'a Bounds,
}

impl std::fmt::Debug for Examination<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Examination")
            .field("bounds", self.bounds)
            .finish_non_exhaustive()
    }
}

impl<'a> Examination<'a> {
    /// Of these files.
    pub fn new(files: &'a dyn Files, problems: &'a [Problem], bounds: &'a Bounds) -> Self {
        Self {
            files,
            problems,
            bounds,
        }
    }

    /// As [`scorm_lint::lint`].
    pub fn lint(&self, settings: &Settings) -> Result<Report, Unfinished> {
        let reports = self.lint_each(std::slice::from_ref(settings))?;
        Ok(reports.into_iter().next().unwrap_or_default())
    }

    /// As [`scorm_lint::fix`].
    pub fn fix(&self, settings: &Settings, up_to: Applicability) -> Result<Fixed, Unfinished> {
        fix_by(self.files, up_to, |files| {
            Examination { files, ..*self }.lint(settings)
        })
    }

    /// As [`scorm_lint::lint_each`].
    pub fn lint_each(&self, settings: &[Settings]) -> Result<Vec<Report>, Unfinished> {
        if !HAS_WORKERS.load(Ordering::Relaxed) {
            return Ok(lint_each(self.files, self.problems, settings));
        }
        let entries = self.files.entries();
        let files = entries.len();
        let mut request = Request {
            entries: Request::entries(entries),
            problems: self.problems.to_vec(),
            settings: settings.to_vec(),
            how: How::default(),
        };
        let mut deaths = Deaths::default();
        loop {
            let mut worker = take_worker()?;
            match worker.lint(self.files, &request, self.bounds, deaths.step()) {
                Outcome::Done(reports) => {
                    give_back(worker);
                    return Ok(reports);
                }
                Outcome::Stopped => return Err(Unfinished::Stopped),
                Outcome::TimeUp { examined } => {
                    // A page is read for its scripts and once more for its styles.
                    deaths.examined.extend(examined);
                    return Err(Unfinished::TimeUp {
                        examined: deaths.examined.len(),
                        files,
                        time: self
                            .bounds
                            .until
                            .map(|until| until.time)
                            .unwrap_or_default(),
                    });
                }
                Outcome::Died { work: None, .. } if worker.is_used() => {}
                Outcome::Died {
                    work,
                    examined,
                    obstacle,
                } => {
                    tracing::warn!(target: "greenroom", ?work, %obstacle, "a lint worker has ended");
                    deaths.examined.extend(examined);
                    if let Err(obstacle) = deaths.learn(&mut request, work, obstacle) {
                        let report = Report::unexamined(&obstacle);
                        return Ok(vec![report; settings.len()]);
                    }
                }
            }
        }
    }
}

/// What the deaths of workers over one package have taught.
#[derive(Debug, Default)]
struct Deaths {
    count: usize,
    slow: u32,
    examined: BTreeSet<String>,
}

impl Deaths {
    /// How long the next piece of work may take.
    fn step(&self) -> Duration {
        (STEP / 2_u32.saturating_pow(self.slow)).max(SHORTEST_STEP)
    }

    /// Says how to go on; an obstacle that cannot be gone around comes back.
    fn learn(
        &mut self,
        request: &mut Request,
        work: Option<Work>,
        obstacle: Obstacle,
    ) -> Result<(), Obstacle> {
        self.count += 1;
        self.slow += u32::from(obstacle == Obstacle::TooSlow);
        let how = &mut request.how;
        if self.count > 2 * MOST_DEATHS {
            return Err(obstacle);
        }
        match work {
            None => return Err(obstacle),
            // It is one of the rules behind this mark.
            Some(Work::Rule(_)) if !how.marks_rules => how.marks_rules = true,
            Some(work) => {
                // A page that is too deep is read without its code; if that ends badly too, not at
                // all.
                let obstacle = match how.left_out.get(&work) {
                    Some(_) => Obstacle::Failed(obstacle.to_string()),
                    None => obstacle,
                };
                if let Work::File(name) = &work {
                    self.examined.remove(name);
                }
                how.left_out.insert(work, obstacle);
            }
        }
        how.is_careful = self.count >= CAREFUL_FROM;
        if self.count >= MOST_DEATHS {
            how.given_up = self.hopeless(&request.entries, &how.left_out);
        }
        Ok(())
    }

    /// The files that are not tried any more.
    fn hopeless(
        &self,
        entries: &[(String, u64)],
        left_out: &BTreeMap<Work, Obstacle>,
    ) -> BTreeSet<String> {
        let is_deadly = |name: &str| left_out.contains_key(&Work::File(name.to_owned()));
        let deadly = entries.iter().filter(|(name, _)| is_deadly(name));
        let smallest = deadly.map(|(_, size)| *size).min();
        let from = match smallest {
            Some(smallest) if self.count < 2 * MOST_DEATHS => smallest,
            _ => 0,
        };
        let untried = entries
            .iter()
            .filter(|(name, size)| *size >= from && !self.examined.contains(name));
        untried.map(|(name, _)| name.clone()).collect()
    }
}

fn take_worker() -> Result<Worker, Unfinished> {
    let idle = IDLE.lock().ignore_poison().pop();
    match idle {
        Some(worker) => Ok(worker),
        None => Ok(Worker::start()?),
    }
}

/// Keeps a worker for the next package, unless it has grown or there are enough.
fn give_back(worker: Worker) {
    let mut idle = IDLE.lock().ignore_poison();
    let held: u64 = idle.iter().map(Worker::resident).sum();
    let most = MOST_IDLE.load(Ordering::Relaxed);
    let is_small = held + worker.resident() <= MOST_HELD_EACH * most as u64;
    if worker.is_fresh() && is_small && idle.len() < most {
        idle.push(worker);
    }
}
