//! What lint finds in the courses of Home, judged in the background, one course at a time.
//!
//! A course is looked at while somebody looks at Home, and judged again when the stamp of its files
//! is another one.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use greenroom_report::examiner::Bounds;
use greenroom_report::stamp;
use greenroom_stdx::{IgnorePoison as _, now_ms};
use greenroom_store::SourcePackage;
use greenroom_web::workbench::courses::CourseFindings;
use tokio::runtime::Handle;
use tokio::sync::Semaphore;

use super::super::development::Developments;
use super::super::runtimes::Runtimes;
use crate::StageError;

/// How long one course may be judged.
const LONGEST: Duration = Duration::from_mins(1);
/// How often the files of a course are looked at, counted from the end of the last look.
const LOOK_AGAIN: Duration = Duration::from_secs(5);
/// A course that was just opened is to be seen first; its files can wait this long.
const FIRST: Duration = Duration::from_secs(1);
/// How many courses are remembered: more than Home lists.
const MOST: usize = 100;

/// What is known of courses.
#[derive(Debug)]
pub(super) struct Checks {
    runtimes: Arc<Runtimes>,
    developments: Arc<Developments>,
    known: Mutex<BTreeMap<PathBuf, Known>>,
    /// One course at a time: a person's machine has other things to do.
    turn: Semaphore,
}

#[derive(Debug, Default)]
struct Known {
    stamp: Option<u64>,
    findings: CourseFindings,
    /// Absent while it is being looked at.
    looked: Option<Instant>,
}

impl Checks {
    pub(super) fn new(runtimes: Arc<Runtimes>, developments: Arc<Developments>) -> Arc<Self> {
        Arc::new(Self {
            runtimes,
            developments,
            known: Mutex::default(),
            turn: Semaphore::new(1),
        })
    }

    /// What was found in a course. Has it looked at in the background, if that was long ago.
    pub(super) fn of(self: &Arc<Self>, course: &Path) -> CourseFindings {
        let mut all = self.known.lock().ignore_poison();
        if let Some(known) = all.get_mut(course) {
            let is_due = known.looked.is_some_and(|at| at.elapsed() >= LOOK_AGAIN);
            if is_due {
                known.looked = None;
                self.begin(course);
            }
            return known.findings.clone();
        }
        if all.len() >= MOST {
            // Oldest looks first; what is still at work stays.
            let oldest = all.iter().filter(|(_, known)| known.looked.is_some());
            let oldest = oldest.min_by_key(|(_, known)| known.looked);
            let Some(oldest) = oldest.map(|(path, _)| path.clone()) else {
                return CourseFindings::Unchecked;
            };
            all.remove(&oldest);
        }
        let known = Known {
            findings: CourseFindings::Checking,
            ..Known::default()
        };
        all.insert(course.to_owned(), known);
        self.begin(course);
        CourseFindings::Checking
    }

    fn begin(self: &Arc<Self>, course: &Path) {
        // Without a runtime nobody is served, and nobody looks.
        let Ok(runtime) = Handle::try_current() else {
            return;
        };
        let (me, course) = (Arc::clone(self), course.to_owned());
        runtime.spawn(async move {
            tokio::time::sleep(FIRST).await;
            let Ok(_turn) = me.turn.acquire().await else {
                return;
            };
            let (checks, path) = (Arc::clone(&me), course.clone());
            let look = tokio::task::spawn_blocking(move || checks.look(&path)).await;
            let found = look.unwrap_or_else(|error| Some(failed(&StageError::from(error))));
            let mut all = me.known.lock().ignore_poison();
            let Some(known) = all.get_mut(&course) else {
                return;
            };
            known.looked = Some(Instant::now());
            if let Some((stamp, findings)) = found {
                known.stamp = stamp;
                known.findings = findings;
                drop(all);
                me.runtimes.note_change();
            }
        });
    }

    /// The findings of a course; nothing if its files are the same as before. Blocks.
    fn look(&self, course: &Path) -> Option<(Option<u64>, CourseFindings)> {
        let limits = self.runtimes.sessions().limits().package;
        let package = match SourcePackage::read(course, &limits) {
            Ok(package) => package,
            Err(error) => return Some(failed(&StageError::from(error))),
        };
        let now = stamp(package.path(), package.package());
        let before = self.known.lock().ignore_poison();
        if before.get(course).and_then(|known| known.stamp) == Some(now) {
            return None;
        }
        drop(before);
        let judged = self
            .developments
            .judge_package(&package, &Bounds::within(LONGEST));
        Some(match judged {
            Ok(judged) => {
                let findings = CourseFindings::Checked {
                    errors: judged.errors,
                    warnings: judged.warnings,
                    notes: judged.notes,
                    checked_at: now_ms(),
                };
                (Some(now), findings)
            }
            Err(error) => failed(&error),
        })
    }
}

fn failed(error: &StageError) -> (Option<u64>, CourseFindings) {
    let why = error.to_string();
    (None, CourseFindings::Failed { why })
}
