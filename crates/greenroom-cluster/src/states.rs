//! Saved states: rows, of which each server has a copy in its folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use greenroom_stdx::{IgnorePoison as _, private_files};
use greenroom_store::shared::{StateCopies, StateLock};
use greenroom_store::{SessionId, ShareFault};
use sha2::{Digest as _, Sha256};
use sqlx::{PgConnection, Postgres, Row as _, Transaction};

use crate::cluster::Cluster;
use crate::error::ClusterError;
use crate::house_share::HouseShare;

/// What the folder of a house has.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    /// The newest change that is in the folder.
    changed: i64,
    /// What each file had when it was last written here from a row.
    hashes: BTreeMap<String, Vec<u8>>,
}

/// A change: when it was made, what of, and what it holds now.
type Change = (i64, String, Option<Vec<u8>>);

impl StateCopies for HouseShare {
    fn fetch(&self, folder: &Path) -> Result<(), ShareFault> {
        // Held to the end, so that an older answer never replaces a newer one.
        let mut seen = self.seen.lock().ignore_poison();
        let (cluster, house, after) = (Arc::clone(&self.cluster), self.house.clone(), seen.changed);
        let changes = self.cluster.ask(async move {
            let mut database = cluster.pool.acquire().await?;
            changes(&mut database, &house, after).await
        })?;
        write(&mut seen, folder, changes).map_err(|error| error.fault())
    }

    fn lock(&self, folder: &Path, session: Option<&str>) -> Result<Box<dyn StateLock>, ShareFault> {
        let session = session.and_then(SessionId::parse);
        let mut seen = self.seen.lock().ignore_poison();
        let (cluster, house, after) = (Arc::clone(&self.cluster), self.house.clone(), seen.changed);
        let of_session = session.clone();
        let (transaction, changes, is_own) = self.cluster.ask(async move {
            let mut transaction = cluster.pool.begin().await?;
            sqlx::query("SELECT pg_advisory_xact_lock(hashtextextended($1, 1))")
                .bind(&house)
                .execute(&mut *transaction)
                .await?;
            let is_own = match of_session {
                Some(id) => is_own(&cluster, &mut transaction, &id).await?,
                None => true,
            };
            let changes = changes(&mut transaction, &house, after).await?;
            Ok((transaction, changes, is_own))
        })?;
        // From here on whoever returns lets go of the transaction where it can be.
        let writing = Writing {
            cluster: Arc::clone(&self.cluster),
            house: self.house.clone(),
            seen: Arc::clone(&self.seen),
            transaction: Some(transaction),
            noted: Vec::new(),
        };
        if let Some(id) = session.filter(|_| !is_own) {
            return Err(ShareFault::Lost(id));
        }
        write(&mut seen, folder, changes).map_err(|error| error.fault())?;
        Ok(Box::new(writing))
    }
}

/// Whether a session that is known is this server's; held so until the end of the transaction.
async fn is_own(
    cluster: &Cluster,
    database: &mut PgConnection,
    id: &SessionId,
) -> Result<bool, ClusterError> {
    let row = sqlx::query("SELECT server, epoch FROM session WHERE id = $1 FOR SHARE")
        .bind(id.as_str())
        .fetch_optional(database)
        .await?;
    // A session that was never shared is nobody else's.
    let Some(row) = row else { return Ok(true) };
    let (server, epoch): (String, i64) = (row.get(0), row.get(1));
    let held = cluster.held(id);
    Ok(server == cluster.me && held.is_some_and(|held| held.epoch == epoch))
}

async fn changes(
    database: &mut PgConnection,
    house: &str,
    after: i64,
) -> Result<Vec<Change>, ClusterError> {
    let rows = sqlx::query(
        "SELECT changed, name, bytes FROM saved_state WHERE house = $1 AND changed > $2 \
         ORDER BY changed",
    )
    .bind(house)
    .bind(after)
    .fetch_all(database)
    .await?;
    let change = |row: sqlx::postgres::PgRow| (row.get(0), row.get(1), row.get(2));
    Ok(rows.into_iter().map(change).collect())
}

/// Brings changes into the folder.
fn write(seen: &mut Seen, folder: &Path, changes: Vec<Change>) -> Result<(), ClusterError> {
    if changes.is_empty() {
        return Ok(());
    }
    private_files::create_dir(folder)?;
    for (changed, name, bytes) in changes {
        let Some(path) = place(folder, &name) else {
            tracing::error!(target: "cluster", name, "a saved state has no file name");
            continue;
        };
        if let Some(bytes) = bytes {
            seen.hashes.insert(name, Sha256::digest(&bytes).to_vec());
            private_files::replace(&path, &bytes)?;
        } else {
            seen.hashes.remove(&name);
            match std::fs::remove_file(&path) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(error.into());
                }
                _ => {}
            }
        }
        seen.changed = seen.changed.max(changed);
    }
    Ok(())
}

/// A name leads nowhere else.
fn place(folder: &Path, name: &str) -> Option<PathBuf> {
    let is_plain = !name.is_empty() && !name.contains(['/', '\\', '\0']) && !name.starts_with('.');
    is_plain.then(|| folder.join(name))
}

#[derive(Debug)]
struct Writing {
    cluster: Arc<Cluster>,
    house: String,
    seen: Arc<Mutex<Seen>>,
    transaction: Option<Transaction<'static, Postgres>>,
    noted: Vec<(String, Option<Vec<u8>>)>,
}

impl StateLock for Writing {
    fn note(&mut self, name: &str, bytes: Option<Vec<u8>>) {
        let hash = bytes.as_ref().map(|bytes| Sha256::digest(bytes).to_vec());
        let seen = self.seen.lock().ignore_poison();
        if hash.is_some() && seen.hashes.get(name) == hash.as_ref() {
            return;
        }
        drop(seen);
        self.noted.push((name.to_owned(), bytes));
    }

    fn commit(mut self: Box<Self>) -> Result<(), ShareFault> {
        let (house, noted) = (self.house.clone(), std::mem::take(&mut self.noted));
        let transaction = self.transaction.take();
        let kept = self.cluster.ask(async move {
            let Some(mut transaction) = transaction else {
                return Ok(());
            };
            for (name, bytes) in noted {
                sqlx::query(
                    "INSERT INTO saved_state (house, name, bytes, changed) \
                     VALUES ($1, $2, $3, nextval('saved_state_change')) \
                     ON CONFLICT (house, name) DO UPDATE \
                     SET bytes = excluded.bytes, changed = excluded.changed",
                )
                .bind(&house)
                .bind(name)
                .bind(bytes)
                .execute(&mut *transaction)
                .await?;
            }
            transaction.commit().await?;
            Ok(())
        });
        if kept.is_err() {
            // The folder has what nobody else may have: it is made again from the rows.
            self.seen.lock().ignore_poison().changed = 0;
        }
        kept
    }
}

impl Drop for Writing {
    fn drop(&mut self) {
        if let Some(transaction) = self.transaction.take() {
            // Rolls back on the threads that the connection belongs to.
            drop(
                self.cluster
                    .handle()
                    .spawn(async move { drop(transaction) }),
            );
        }
    }
}
