//! The desk of questions of a house: its lines are rows, fenced by the epoch of its place.

use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use greenroom_dialog::shared_desk::SharedDesk;
use greenroom_stdx::IgnorePoison as _;
use greenroom_store::shared::FileCopies as _;
use sqlx::Row as _;

use crate::cluster::{Cluster, within};
use crate::error::ClusterError;
use crate::house_share::HouseShare;

/// The name of the place.
pub(crate) const DESK: &str = "desk";
/// Its folder below the data directory of the house.
const FOLDER: &str = "dialogs";
/// For so long a line waits for a database that does not answer; a restart takes less.
const PATIENCE: Duration = Duration::from_secs(8);
/// Between two tries.
const PAUSE: Duration = Duration::from_millis(100);

/// The row of the place, if it is still this server's; a takeover waits until the lock is gone.
const HELD: &str = "SELECT 1 AS held FROM place \
    WHERE house = $1 AND name = 'desk' AND server = $2 AND epoch = $3 FOR SHARE";

/// This server's time with the desk of a house.
#[derive(Debug)]
pub struct DeskStay {
    share: Arc<HouseShare>,
    epoch: i64,
    /// The number of the next line. A try whose answer was lost is repeated under the same one.
    next: Mutex<i64>,
}

impl HouseShare {
    /// Goes on with the desk, whose place this server took with this epoch: its lines so far, and
    /// where the next ones go.
    pub async fn stay_at_desk(
        self: &Arc<Self>,
        epoch: i64,
    ) -> Result<(Vec<u8>, Arc<DeskStay>), ClusterError> {
        // Questions go on without the images of earlier answers.
        if let Err(error) = self.fetch_files(FOLDER).await {
            tracing::warn!(target: "cluster", house = self.house, %error, "files of the desk are missing");
        }
        let me = Arc::clone(self);
        self.cluster
            .run(within(async move {
                let rows =
                    sqlx::query("SELECT seq, text FROM desk_line WHERE house = $1 ORDER BY seq")
                        .bind(&me.house)
                        .fetch_all(&me.cluster.pool)
                        .await?;
                let next = rows.last().map_or(0, |row| row.get::<i64, _>(0) + 1);
                let lines = rows
                    .iter()
                    .flat_map(|row| row.get::<Vec<u8>, _>(1))
                    .collect();
                me.cluster.hold_desk(&me.house, epoch);
                let next = Mutex::new(next);
                Ok((
                    lines,
                    Arc::new(DeskStay {
                        share: me,
                        epoch,
                        next,
                    }),
                ))
            }))
            .await
    }
}

impl DeskStay {
    /// Has a statement done, again if the database does not answer; refused if the desk has passed on.
    fn done(&self, statement: Statement, seq: i64, text: &[u8]) -> io::Result<()> {
        let begun = Instant::now();
        loop {
            let (share, epoch) = (Arc::clone(&self.share), self.epoch);
            let text = text.to_vec();
            let done = self.share.cluster.wait_for(within(async move {
                statement
                    .run(&share.cluster, &share.house, epoch, seq, text)
                    .await
            }));
            match done {
                Ok(true) => return Ok(()),
                Ok(false) => {
                    self.share.cluster.lose_desk(&self.share.house, self.epoch);
                    return Err(io::Error::other("another server has the questions now"));
                }
                Err(error) if begun.elapsed() > PATIENCE => return Err(io::Error::other(error)),
                Err(_) => std::thread::sleep(PAUSE),
            }
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Statement {
    Append,
    Replace,
}

impl Statement {
    /// False if the desk is another server's.
    async fn run(
        self,
        cluster: &Cluster,
        house: &str,
        epoch: i64,
        seq: i64,
        text: Vec<u8>,
    ) -> Result<bool, ClusterError> {
        let mut changing = cluster.pool.begin().await?;
        let held = sqlx::query(HELD)
            .bind(house)
            .bind(&cluster.me)
            .bind(epoch)
            .fetch_optional(&mut *changing)
            .await?;
        if held.is_none() {
            return Ok(false);
        }
        if let Self::Replace = self {
            sqlx::query("DELETE FROM desk_line WHERE house = $1")
                .bind(house)
                .execute(&mut *changing)
                .await?;
        }
        sqlx::query(
            "INSERT INTO desk_line (house, seq, text) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        )
        .bind(house)
        .bind(seq)
        .bind(text)
        .execute(&mut *changing)
        .await?;
        changing.commit().await?;
        Ok(true)
    }
}

impl SharedDesk for DeskStay {
    fn append(&self, line: &[u8]) -> io::Result<()> {
        let mut next = self.next.lock().ignore_poison();
        self.done(Statement::Append, *next, line)?;
        *next += 1;
        Ok(())
    }

    fn replace(&self, lines: &[u8]) -> io::Result<()> {
        let mut next = self.next.lock().ignore_poison();
        self.done(Statement::Replace, 0, lines)?;
        *next = 1;
        Ok(())
    }

    fn publish(&self, file: &Path) {
        if let Ok(path) = file.strip_prefix(&self.share.root)
            && let Some(path) = path.to_str()
        {
            self.share.publish(path);
        }
    }
}
