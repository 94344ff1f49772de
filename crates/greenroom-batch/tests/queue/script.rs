//! Workers that do what a test says.

use std::collections::BTreeMap;
use std::future::Future;
use std::sync::{Arc, Mutex};

use futures::future::BoxFuture;
use greenroom_batch::{
    Batch, Ended, Handled, Handler, Job, JobQueue, Judged, Kept, Kind, Outcome, Stop,
};
use tokio::runtime::Runtime;
use tokio::sync::watch;

/// A queue that can be connected to more than once.
pub(crate) trait Subject: Clone + Send + Sync + 'static {
    type Queue: JobQueue;
    fn connect(&self) -> impl Future<Output = Self::Queue> + Send;
}

/// What a worker does with a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    Done,
    Fail,
    /// For as long as the worker lives.
    Hang,
}

type Plan = dyn Fn(&str, usize) -> Act + Send + Sync;

/// Hears what was begun, and does what the plan says of package and try.
pub(crate) struct Script {
    plan: Box<Plan>,
    title: String,
    begun: Mutex<BTreeMap<String, usize>>,
    count: watch::Sender<usize>,
}

impl Script {
    pub(crate) fn new(plan: impl Fn(&str, usize) -> Act + Send + Sync + 'static) -> Arc<Self> {
        Arc::new(Self {
            plan: Box::new(plan),
            title: "title".to_owned(),
            begun: Mutex::default(),
            count: watch::Sender::new(0),
        })
    }

    #[cfg(feature = "cluster")]
    pub(crate) fn titled(title: &str) -> Arc<Self> {
        Arc::new(Self {
            plan: Box::new(|_, _| Act::Done),
            title: title.to_owned(),
            begun: Mutex::default(),
            count: watch::Sender::new(0),
        })
    }

    /// Waits until so many jobs were begun.
    pub(crate) async fn until_begun(&self, count: usize) {
        let mut counting = self.count.subscribe();
        counting.wait_for(|begun| *begun >= count).await.unwrap();
    }

    /// How often each package was begun.
    pub(crate) fn begun(&self) -> BTreeMap<String, usize> {
        self.begun.lock().unwrap().clone()
    }
}

impl Handler for Script {
    fn handle(&self, batch: Arc<Batch>, job: Job) -> BoxFuture<'_, Handled> {
        let nth = {
            let mut begun = self.begun.lock().unwrap();
            let nth = begun.entry(job.location.clone()).or_default();
            *nth += 1;
            *nth
        };
        self.count.send_modify(|count| *count += 1);
        Box::pin(async move {
            match (self.plan)(&job.location, nth) {
                Act::Hang => std::future::pending().await,
                Act::Fail => Handled::Failed {
                    reason: format!("broke at try {nth}"),
                },
                Act::Done => done(&batch, &job, &self.title),
            }
        })
    }
}

fn done(batch: &Batch, job: &Job, title: &str) -> Handled {
    let key = key(&job.location);
    Handled::Done {
        ended: Ended {
            number: job.number,
            shown: job.shown.clone(),
            outcome: Outcome::Passed,
            key: Some(key.clone()),
            reason: None,
            reused: false,
            attempts: 1,
            seconds: 0.1,
        },
        kept: Some(Box::new(Kept {
            key,
            content_hash: "sha256:0".to_owned(),
            kind: batch.kind.as_str().to_owned(),
            greenroom: "0".to_owned(),
            settings: String::new(),
            judged: Judged {
                passed: true,
                title: Some(title.to_owned()),
                ..Judged::default()
            },
        })),
    }
}

/// A key as those of results; packages `same-…` share one.
pub(crate) fn key(location: &str) -> String {
    let name = if location.contains("same") {
        "same"
    } else {
        location
    };
    let number = name.bytes().fold(7_u64, |sum, byte| {
        sum.wrapping_mul(131).wrapping_add(u64::from(byte))
    });
    format!("{number:064x}")
}

pub(crate) fn batch(attempts: u32) -> Batch {
    Batch {
        id: "check-of-test".to_owned(),
        kind: Kind::Check,
        settings: serde_json::json!({"level": "strict"}),
        attempts,
        timeout_seconds: 60,
        again: false,
    }
}

pub(crate) fn job(number: u64, location: &str) -> Job {
    Job {
        number,
        location: location.to_owned(),
        shown: format!("./{location}"),
        stamp: Some("1".to_owned()),
    }
}

pub(crate) fn jobs(count: u64) -> Vec<Job> {
    (0..count)
        .map(|number| job(number, &format!("{number}.zip")))
        .collect()
}

/// All ends in the order of the jobs, once the batch is done.
pub(crate) async fn until_done(queue: &impl JobQueue, batch: &Batch) -> Vec<Ended> {
    loop {
        let progress = queue.progress(&batch.id).await.unwrap();
        if progress.is_done() {
            let mut ended = queue.ended(&batch.id, &mut 0).await.unwrap();
            ended.sort_by_key(|ended| ended.number);
            return ended;
        }
        queue.changed().await;
    }
}

/// A worker that can die: all that it runs is in a runtime of its own.
pub(crate) struct Worker {
    runtime: Runtime,
    working: tokio::task::JoinHandle<()>,
    stop: Stop,
}

impl Worker {
    pub(crate) fn start(subject: &impl Subject, at_once: usize, script: &Arc<Script>) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .unwrap();
        let stop = Stop::default();
        let (subject, script) = (subject.clone(), Arc::clone(script));
        let stopped = stop.clone();
        let working = runtime.spawn(async move {
            let queue = subject.connect().await;
            queue.work(at_once, script, stopped).await.unwrap();
        });
        Self {
            runtime,
            working,
            stop,
        }
    }

    /// Ends it in the middle of whatever it does.
    pub(crate) async fn kill(self) {
        self.working.abort();
        let _was_cancelled = self.working.await;
        self.runtime.shutdown_background();
    }

    /// Lets it end what it has begun.
    pub(crate) async fn stop_and_wait(self) {
        self.stop.stop();
        self.working.await.unwrap();
        self.runtime.shutdown_background();
    }

    pub(crate) fn stop(self) {
        self.stop.stop();
        self.runtime.shutdown_background();
    }
}
