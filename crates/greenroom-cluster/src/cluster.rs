//! One server's place among the others.

use std::collections::BTreeMap;
use std::str::FromStr as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use greenroom_stdx::IgnorePoison as _;
use greenroom_store::{SessionId, ShareFault};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions as _, PgConnection, PgPool};
use tokio::runtime::{Handle, Runtime, RuntimeFlavor};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::appending::Appender;
use crate::error::ClusterError;
use crate::objects::Objects;
use crate::{heartbeat, schema};

/// A server is taken to be dead when it has not renewed its lease for so long.
pub(crate) const LEASE: Duration = Duration::from_secs(6);
/// How often it renews it.
pub(crate) const RENEWED_EVERY: Duration = Duration::from_secs(2);
/// How long one question to the database may take.
pub(crate) const QUESTION: Duration = Duration::from_secs(4);
/// How long a connection may take to be made.
const CONNECTING: Duration = Duration::from_secs(2);
const MOST_CONNECTIONS: u32 = 8;

/// What a server says when it joins.
#[derive(Clone, Debug)]
pub struct Joining {
    /// `postgres://…`
    pub database: String,
    /// `s3://bucket/prefix` or `file:///folder`
    pub artifacts: String,
    /// Where other servers reach this one.
    pub address: String,
}

/// One server's place among the others.
#[derive(Debug)]
pub struct Cluster {
    pub(crate) me: String,
    pub(crate) pool: PgPool,
    pub(crate) options: PgConnectOptions,
    pub(crate) objects: Objects,
    pub(crate) appender: Appender,
    pub(crate) address: String,
    draining: AtomicBool,
    /// The sessions that are this server's, as far as it knows.
    held: Mutex<BTreeMap<SessionId, Held>>,
    /// The desks that are this server's, by house, with the epoch of their place.
    desks: Mutex<BTreeMap<String, i64>>,
    lost: UnboundedSender<Lost>,
    handle: Handle,
    /// Taken when everything ends.
    runtime: Mutex<Option<Runtime>>,
}

/// A session that is this server's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Held {
    pub(crate) house: String,
    pub(crate) epoch: i64,
}

/// What is this server's no longer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lost {
    Session {
        house: String,
        id: SessionId,
    },
    /// The desk of questions of a house.
    Desk {
        house: String,
    },
}

/// Tells what is lost.
pub type Losses = UnboundedReceiver<Lost>;

impl Cluster {
    /// Joins the others. Blocks.
    pub fn join(joining: &Joining) -> Result<(Arc<Self>, Losses), ClusterError> {
        // One library of cryptography for all connections; a second call changes nothing.
        drop(rustls::crypto::ring::default_provider().install_default());
        let options = options(&joining.database)?;
        let objects = Objects::at(&joining.artifacts)?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("cluster")
            .enable_all()
            .build()?;
        let handle = runtime.handle().clone();
        let me = drawn()?;
        let (lost, losses) = unbounded_channel();
        let (appender, appends) = Appender::new();
        let pool = {
            let _inside = handle.enter();
            PgPoolOptions::new()
                .max_connections(MOST_CONNECTIONS)
                .acquire_timeout(CONNECTING)
                .connect_lazy_with(options.clone())
        };
        let cluster = Arc::new(Self {
            me,
            pool,
            options,
            objects,
            appender,
            address: joining.address.clone(),
            draining: AtomicBool::new(false),
            held: Mutex::default(),
            desks: Mutex::default(),
            lost,
            handle: handle.clone(),
            runtime: Mutex::new(Some(runtime)),
        });
        let begun = Arc::clone(&cluster);
        cluster.wait_for(async move {
            let mut database = begun.connect().await?;
            schema::apply(&mut database).await?;
            heartbeat::renew(&begun, &mut database).await?;
            heartbeat::clean_up(&mut database).await
        })?;
        drop(handle.spawn(crate::appending::run(Arc::downgrade(&cluster), appends)));
        drop(handle.spawn(heartbeat::run(Arc::downgrade(&cluster))));
        Ok((cluster, losses))
    }

    /// The name of this server among the others.
    pub fn name(&self) -> &str {
        &self.me
    }

    /// From now on nothing new is begun here.
    pub fn drain(&self) {
        self.draining.store(true, Ordering::SeqCst);
    }

    /// Whether this server is about to end.
    pub fn is_draining(&self) -> bool {
        self.draining.load(Ordering::SeqCst)
    }

    /// Leaves the others, once nothing is held any more.
    pub async fn leave(self: &Arc<Self>) {
        let me = Arc::clone(self);
        let left = self.run(async move {
            sqlx::query("UPDATE server SET lease_until = now(), draining = true WHERE id = $1")
                .bind(&me.me)
                .execute(&me.pool)
                .await?;
            Ok(())
        });
        if let Err(error) = left.await {
            tracing::warn!(target: "cluster", %error, "the others find out by the lease");
        }
    }

    /// A connection of its own.
    pub(crate) async fn connect(&self) -> Result<PgConnection, ClusterError> {
        match tokio::time::timeout(CONNECTING, self.options.connect()).await {
            Ok(connected) => Ok(connected?),
            Err(_) => Err(sqlx::Error::PoolTimedOut.into()),
        }
    }

    /// Does work on the threads of the cluster.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, ClusterError>> + Send + 'static,
    ) -> Result<T, ClusterError> {
        let done = self.handle.spawn(work).await;
        done.unwrap_or(Err(ClusterError::GivenUp))
    }

    /// As [`Cluster::run`], and waits for it.
    pub(crate) fn wait_for<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, ClusterError>> + Send + 'static,
    ) -> Result<T, ClusterError> {
        let (done, outcome) = mpsc::channel();
        drop(self.handle.spawn(async move { done.send(work.await) }));
        let receive = || outcome.recv().unwrap_or(Err(ClusterError::GivenUp));
        let in_runtime = Handle::try_current()
            .is_ok_and(|current| current.runtime_flavor() == RuntimeFlavor::MultiThread);
        if in_runtime {
            tokio::task::block_in_place(receive)
        } else {
            receive()
        }
    }

    /// As [`Cluster::wait_for`], for the seams.
    pub(crate) fn ask<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, ClusterError>> + Send + 'static,
    ) -> Result<T, ShareFault> {
        self.wait_for(within(work)).map_err(|error| error.fault())
    }

    pub(crate) fn hold(&self, id: &SessionId, held: Held) {
        self.held.lock().ignore_poison().insert(id.clone(), held);
    }

    pub(crate) fn held(&self, id: &SessionId) -> Option<Held> {
        self.held.lock().ignore_poison().get(id).cloned()
    }

    pub(crate) fn all_held(&self) -> BTreeMap<SessionId, Held> {
        self.held.lock().ignore_poison().clone()
    }

    pub(crate) fn let_go(&self, id: &SessionId) {
        self.held.lock().ignore_poison().remove(id);
    }

    /// Tells that a session is this server's no longer, once.
    pub(crate) fn lose(&self, id: &SessionId, epoch: i64) {
        let lost = {
            let mut held = self.held.lock().ignore_poison();
            match held.get(id) {
                Some(known) if known.epoch == epoch => held.remove(id),
                _ => None,
            }
        };
        if let Some(lost) = lost {
            tracing::warn!(target: "cluster", session_id = %id, epoch, "SESSION_LOST");
            // Without a listener the server is about to end.
            let (house, id) = (lost.house, id.clone());
            drop(self.lost.send(Lost::Session { house, id }));
        }
    }

    pub(crate) fn hold_desk(&self, house: &str, epoch: i64) {
        let mut desks = self.desks.lock().ignore_poison();
        desks.insert(house.to_owned(), epoch);
    }

    pub(crate) fn all_desks(&self) -> BTreeMap<String, i64> {
        self.desks.lock().ignore_poison().clone()
    }

    /// Tells that a desk is this server's no longer, once.
    pub(crate) fn lose_desk(&self, house: &str, epoch: i64) {
        let mut desks = self.desks.lock().ignore_poison();
        if desks.get(house) == Some(&epoch) {
            desks.remove(house);
            tracing::warn!(target: "cluster", house, epoch, "DESK_LOST");
            // Without a listener the server is about to end.
            drop(self.lost.send(Lost::Desk {
                house: house.to_owned(),
            }));
        }
    }

    pub(crate) fn handle(&self) -> &Handle {
        &self.handle
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.lock().ignore_poison().take() {
            runtime.shutdown_background();
        }
    }
}

/// Bounds a question to the database.
pub(crate) async fn within<T>(
    work: impl Future<Output = Result<T, ClusterError>>,
) -> Result<T, ClusterError> {
    match tokio::time::timeout(QUESTION, work).await {
        Ok(outcome) => outcome,
        Err(_) => Err(sqlx::Error::PoolTimedOut.into()),
    }
}

fn options(address: &str) -> Result<PgConnectOptions, ClusterError> {
    let options = PgConnectOptions::from_str(address)
        .map_err(|error| ClusterError::Unusable(format!("--database: {error}")))?;
    // A client that is cut off must not keep its locks for ever.
    Ok(options.application_name("greenroom").options([
        ("tcp_user_timeout", "6000"),
        ("statement_timeout", "10000"),
        ("idle_in_transaction_session_timeout", "20000"),
    ]))
}

/// 16 hexadecimal digits.
pub(crate) fn drawn() -> Result<String, ClusterError> {
    let mut bytes = [0_u8; 8];
    getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
    Ok(format!("{:016x}", u64::from_be_bytes(bytes)))
}
