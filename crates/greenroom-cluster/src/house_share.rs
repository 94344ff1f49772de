//! One caller's part of what servers share.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use greenroom_stdx::IgnorePoison as _;
use greenroom_store::shared::{
    Copied, FileCopies, Leases, LeftSession, LineCopies, Lines, NewLines, Settled, SharedSession,
};
use greenroom_store::{ClosedSession, SessionId, ShareFault, Shared};
use serde_json::Value;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;

use crate::appending::Rows;
use crate::cluster::Cluster;
use crate::leases;
use crate::states::Seen;

/// For so long an answer waits for its files to be stored.
const SETTLING: Duration = Duration::from_secs(10);
/// What could not be stored is tried again so often.
const AGAIN: Duration = Duration::from_secs(5);
/// And no more than so many files are remembered for that.
const MOST_LEFT: usize = 1000;

/// One caller's part.
#[derive(Debug)]
pub struct HouseShare {
    pub(crate) cluster: Arc<Cluster>,
    pub(crate) house: String,
    /// The data directory of the house.
    pub(crate) root: PathBuf,
    pub(crate) seen: Arc<Mutex<Seen>>,
    /// Which object each file here has the bytes of.
    pub(crate) fetched: Mutex<BTreeMap<String, String>>,
    /// Files on their way.
    errands: OnceLock<UnboundedSender<Errand>>,
    /// What did not arrive since it was last told.
    failed: Mutex<Vec<String>>,
}

/// Something that is done in its turn.
#[derive(Debug)]
enum Errand {
    Store(String),
    /// Everything before is done.
    Told(oneshot::Sender<()>),
}

impl HouseShare {
    /// The part of a house whose data directory is at `root`.
    pub fn new(cluster: &Arc<Cluster>, house: &str, root: PathBuf) -> Arc<Self> {
        let share = Arc::new(Self {
            cluster: Arc::clone(cluster),
            house: house.to_owned(),
            root,
            seen: Arc::default(),
            fetched: Mutex::default(),
            errands: OnceLock::new(),
            failed: Mutex::default(),
        });
        let (errands, waiting) = unbounded_channel();
        // It is new: nobody has set it.
        drop(share.errands.set(errands));
        drop(cluster.handle().spawn(run(Arc::downgrade(&share), waiting)));
        share
    }

    /// As the store takes it.
    pub fn seams(self: &Arc<Self>) -> Shared {
        Shared {
            leases: Arc::clone(self) as Arc<dyn Leases>,
            lines: Arc::clone(self) as Arc<dyn LineCopies>,
            states: Arc::clone(self) as Arc<dyn greenroom_store::shared::StateCopies>,
            files: Arc::clone(self) as Arc<dyn FileCopies>,
        }
    }

    /// The cluster that it is a part of.
    pub fn cluster(&self) -> &Arc<Cluster> {
        &self.cluster
    }

    /// Whose it is.
    pub fn house(&self) -> &str {
        &self.house
    }

    fn send(&self, errand: Errand) {
        if let Some(errands) = self.errands.get() {
            // Without a receiver the cluster was left.
            drop(errands.send(errand));
        }
    }
}

/// Stores files in the order in which they were handed in.
async fn run(share: std::sync::Weak<HouseShare>, mut errands: UnboundedReceiver<Errand>) {
    let mut left: Vec<String> = Vec::new();
    loop {
        let next = tokio::select! {
            next = errands.recv() => next,
            () = tokio::time::sleep(AGAIN), if !left.is_empty() => {
                let Some(share) = share.upgrade() else { return };
                let mut still = Vec::new();
                for path in std::mem::take(&mut left) {
                    if share.store(&path).await.is_err() {
                        still.push(path);
                    }
                }
                left = still;
                continue;
            }
        };
        let (Some(errand), Some(share)) = (next, share.upgrade()) else {
            return;
        };
        match errand {
            Errand::Store(path) => {
                if let Err(error) = share.store(&path).await {
                    tracing::warn!(target: "cluster", house = share.house, path, %error, "FILE_NOT_STORED");
                    let told = format!(
                        "CLUSTER_UNAVAILABLE: {path} is on one server only until the object store has it ({error})"
                    );
                    share.failed.lock().ignore_poison().push(told);
                    if left.len() < MOST_LEFT && !left.contains(&path) {
                        left.push(path);
                    }
                }
            }
            Errand::Told(done) => drop(done.send(())),
        }
    }
}

impl FileCopies for HouseShare {
    fn publish(&self, path: &str) {
        self.send(Errand::Store(path.to_owned()));
    }

    fn settled(&self) -> Settled<'_> {
        let (done, told) = oneshot::channel();
        self.send(Errand::Told(done));
        Box::pin(async move {
            let in_time = tokio::time::timeout(SETTLING, told).await;
            let mut failed = std::mem::take(&mut *self.failed.lock().ignore_poison());
            if in_time.is_err() {
                failed.push(
                    "files of this answer are still on their way to the object store".to_owned(),
                );
            }
            failed
        })
    }
}

impl Leases for HouseShare {
    fn begin(&self, session: &SharedSession) -> Result<(), ShareFault> {
        let (cluster, house) = (Arc::clone(&self.cluster), self.house.clone());
        let session = session.clone();
        self.cluster
            .ask(async move { leases::begin(&cluster, &house, &session).await })
    }

    fn note_course(&self, id: &SessionId, launch: Option<&Value>) -> Result<(), ShareFault> {
        let (cluster, of) = (Arc::clone(&self.cluster), id.clone());
        let launch = launch.map(Value::to_string);
        let noted = self
            .cluster
            .ask(async move { leases::note_course(&cluster, &of, launch).await })?;
        if noted {
            Ok(())
        } else {
            Err(ShareFault::Lost(id.clone()))
        }
    }

    fn end(&self, id: &SessionId, closed: ClosedSession) -> Result<(), ShareFault> {
        // What was told before belongs to it.
        self.flush(id);
        let (cluster, id) = (Arc::clone(&self.cluster), id.clone());
        self.cluster
            .ask(async move { leases::end(&cluster, &id, closed).await })
    }

    fn release(&self, id: &SessionId) -> Result<(), ShareFault> {
        self.flush(id);
        let (cluster, id) = (Arc::clone(&self.cluster), id.clone());
        self.cluster
            .ask(async move { leases::release(&cluster, &id).await })
    }

    fn take_orphans(
        &self,
        namespace: &str,
        course_id: Option<&str>,
    ) -> Result<Vec<LeftSession>, ShareFault> {
        let (cluster, house) = (Arc::clone(&self.cluster), self.house.clone());
        let (namespace, course_id) = (namespace.to_owned(), course_id.map(str::to_owned));
        self.cluster.ask(async move {
            leases::take_orphans(&cluster, &house, &namespace, course_id.as_deref()).await
        })
    }
}

impl HouseShare {
    /// Waits for the lines of a session that are on their way, whatever becomes of them.
    fn flush(&self, id: &SessionId) {
        let (done, told) = std::sync::mpsc::channel();
        let tell: Copied = Box::new(move |_| {
            // Who no longer waits does not want to know.
            let _nobody_waits = done.send(());
        });
        let nothing = NewLines {
            id: id.clone(),
            epoch: self.epoch(id),
            of: Lines::Events,
            first: 0,
            lines: Vec::new(),
        };
        self.append(nothing, tell);
        let _in_time = told.recv_timeout(SETTLING);
    }
}

impl LineCopies for HouseShare {
    fn epoch(&self, id: &SessionId) -> u64 {
        self.cluster.held(id).map_or(0, |held| held.epoch as u64)
    }

    fn append(&self, new: NewLines, done: Copied) {
        if self.epoch(&new.id) != new.epoch {
            return done(Err(ShareFault::Lost(new.id)));
        }
        let rows = Rows {
            session: new.id,
            epoch: new.epoch as i64,
            stream: leases::number(new.of),
            first: new.first as i64,
            lines: new.lines,
        };
        self.cluster.appender.send(rows, done);
    }

    fn read(&self, id: &SessionId, of: Lines, from: u64) -> Result<Vec<Vec<u8>>, ShareFault> {
        let (cluster, id) = (Arc::clone(&self.cluster), id.clone());
        self.cluster
            .ask(async move { leases::lines(&cluster.pool, &id, of, from).await })
    }
}
