//! Lines on their way to the database: those of all sessions of a server in one statement.

use std::collections::BTreeSet;
use std::sync::Weak;
use std::time::{Duration, Instant};

use greenroom_store::shared::Copied;
use greenroom_store::{SessionId, ShareFault};
use sqlx::{PgConnection, Row as _};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::cluster::{Cluster, within};
use crate::error::ClusterError;

/// For so long lines wait for a database that does not answer; a restart takes less.
const PATIENCE: Duration = Duration::from_secs(8);
/// Between two tries.
const PAUSE: Duration = Duration::from_millis(100);
/// Lines and bytes of one statement.
const MOST_LINES: usize = 2000;
const MOST_BYTES: usize = 4 << 20;

/// Inserts lines of sessions that are held with the epoch that is known. A takeover changes the row
/// of its session, and waits for the share lock; once it is through, the row is found no more and
/// nothing is inserted. A line that is there already came with a try whose answer was lost.
const APPEND: &str = "\
WITH held AS MATERIALIZED ( \
    SELECT s.id, s.epoch FROM session s \
    JOIN unnest($1::text[], $2::bigint[]) AS w(id, epoch) ON w.id = s.id AND w.epoch = s.epoch \
    WHERE s.server = $3 AND s.ended_at IS NULL \
    FOR SHARE OF s \
), added AS ( \
    INSERT INTO line (session, stream, seq, epoch, text) \
    SELECT l.session, l.stream, l.seq, l.epoch, l.text \
    FROM unnest($4::text[], $5::smallint[], $6::bigint[], $7::bigint[], $8::bytea[]) \
        AS l(session, stream, seq, epoch, text) \
    JOIN held ON held.id = l.session AND held.epoch = l.epoch \
    ON CONFLICT (session, stream, seq) DO NOTHING \
) \
SELECT id, epoch FROM held";

/// Lines of one session.
pub(crate) struct Rows {
    pub(crate) session: SessionId,
    pub(crate) epoch: i64,
    pub(crate) stream: i16,
    pub(crate) first: i64,
    pub(crate) lines: Vec<Vec<u8>>,
}

/// Lines, and who is told what becomes of them.
type Append = (Rows, Copied);

/// Where lines are handed in.
#[derive(Debug)]
pub(crate) struct Appender(UnboundedSender<Append>);

impl Appender {
    pub(crate) fn new() -> (Self, UnboundedReceiver<Append>) {
        let (sender, receiver) = unbounded_channel();
        (Self(sender), receiver)
    }

    pub(crate) fn send(&self, rows: Rows, done: Copied) {
        if let Err(refused) = self.0.send((rows, done)) {
            refused.0.1(Err(ClusterError::GivenUp.fault()));
        }
    }
}

/// Writes what is handed in, until the cluster is left.
pub(crate) async fn run(cluster: Weak<Cluster>, mut appends: UnboundedReceiver<Append>) {
    let mut connection: Option<PgConnection> = None;
    while let Some((first, done)) = appends.recv().await {
        let Some(cluster) = cluster.upgrade() else {
            done(Err(ClusterError::GivenUp.fault()));
            continue;
        };
        let size = |rows: &Rows| rows.lines.iter().map(Vec::len).sum::<usize>();
        let (mut lines, mut bytes) = (first.lines.len(), size(&first));
        let (mut group, mut dones) = (vec![first], vec![done]);
        while lines < MOST_LINES
            && bytes < MOST_BYTES
            && let Ok((next, done)) = appends.try_recv()
        {
            lines += next.lines.len();
            bytes += size(&next);
            group.push(next);
            dones.push(done);
        }
        let begun = Instant::now();
        let kept = loop {
            match within(append(&cluster, &mut connection, &group)).await {
                Ok(held) => break Ok(held),
                Err(error) if begun.elapsed() > PATIENCE => break Err(error),
                Err(error) => {
                    connection = None;
                    tracing::debug!(target: "cluster", %error, "lines wait");
                    tokio::time::sleep(PAUSE).await;
                }
            }
        };
        tell(&cluster, group, dones, &kept);
    }
}

/// The sessions, with epochs, whose lines are kept.
async fn append(
    cluster: &Cluster,
    connection: &mut Option<PgConnection>,
    group: &[Rows],
) -> Result<BTreeSet<(String, i64)>, ClusterError> {
    let mut database = match connection.take() {
        Some(database) => database,
        None => cluster.connect().await?,
    };
    let wanted: BTreeSet<(&str, i64)> = group
        .iter()
        .map(|append| (append.session.as_str(), append.epoch))
        .collect();
    let (ids, epochs): (Vec<&str>, Vec<i64>) = wanted.into_iter().unzip();
    let mut sessions = Vec::new();
    let (mut streams, mut numbers, mut of_epochs) = (Vec::new(), Vec::new(), Vec::new());
    let mut texts: Vec<&[u8]> = Vec::new();
    for append in group {
        for (number, line) in (append.first..).zip(&append.lines) {
            sessions.push(append.session.as_str());
            streams.push(append.stream);
            numbers.push(number);
            of_epochs.push(append.epoch);
            texts.push(line);
        }
    }
    let rows = sqlx::query(APPEND)
        .bind(ids)
        .bind(epochs)
        .bind(&cluster.me)
        .bind(sessions)
        .bind(streams)
        .bind(numbers)
        .bind(of_epochs)
        .bind(texts)
        .fetch_all(&mut database)
        .await?;
    *connection = Some(database);
    Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
}

fn tell(
    cluster: &Cluster,
    group: Vec<Rows>,
    dones: Vec<Copied>,
    kept: &Result<BTreeSet<(String, i64)>, ClusterError>,
) {
    for (rows, done) in group.into_iter().zip(dones) {
        let (session, epoch) = (rows.session, rows.epoch);
        match kept {
            Ok(held) if held.contains(&(session.to_string(), epoch)) => done(Ok(())),
            Ok(_) => {
                cluster.lose(&session, epoch);
                done(Err(ShareFault::Lost(session)));
            }
            Err(error) => {
                // Nobody knows what arrived; whoever is called next takes the session anew.
                cluster.lose(&session, epoch);
                done(Err(error.fault()));
            }
        }
    }
}
