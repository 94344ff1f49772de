//! Files of houses: bytes in the object store, and a row that says which bytes count.

use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use futures::TryStreamExt as _;
use greenroom_stdx::{IgnorePoison as _, private_files};
use object_store::ObjectStoreExt as _;
use object_store::buffered::BufWriter;
use sha2::{Digest as _, Sha256};
use sqlx::Row as _;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use crate::cluster::{drawn, within};
use crate::error::ClusterError;
use crate::house_share::HouseShare;

/// A file as its row has it.
#[derive(Clone, Debug)]
struct FileRow {
    path: String,
    key: String,
    bytes: u64,
    sha256: String,
}

impl HouseShare {
    /// Stores a file as it is now. The row is written last: what has none was never stored.
    pub(crate) async fn store(&self, path: &str) -> Result<(), ClusterError> {
        let local = self.local(path)?;
        let objects = &self.cluster.objects;
        let key = format!("{}/{}", self.house, drawn()?);
        let mut file = match tokio::fs::File::open(&local).await {
            Ok(file) => file,
            // It was removed meanwhile, which is what all may know.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error.into()),
        };
        let mut object = BufWriter::new(Arc::clone(&objects.store), objects.path(&key));
        let (mut hash, mut bytes) = (Sha256::new(), 0_u64);
        let mut part = vec![0; 1 << 16];
        loop {
            let read = file.read(&mut part).await?;
            if read == 0 {
                break;
            }
            hash.update(&part[..read]);
            bytes += read as u64;
            object.write_all(&part[..read]).await.map_err(of_objects)?;
        }
        object.shutdown().await.map_err(of_objects)?;
        let sha256 = hexadecimal(&hash.finalize());
        let (cluster, house, path) = (&self.cluster, &self.house, path.to_owned());
        let old = within(async {
            let row = sqlx::query(
                "WITH old AS (SELECT key FROM file WHERE house = $1 AND path = $2), new AS ( \
                 INSERT INTO file (house, path, key, bytes, sha256) VALUES ($1, $2, $3, $4, $5) \
                 ON CONFLICT (house, path) DO UPDATE SET key = excluded.key, \
                 bytes = excluded.bytes, sha256 = excluded.sha256, written_at = now()) \
                 SELECT key FROM old",
            )
            .bind(house)
            .bind(&path)
            .bind(&key)
            .bind(bytes as i64)
            .bind(&sha256)
            .fetch_optional(&cluster.pool)
            .await?;
            Ok(row.map(|row| row.get::<String, _>(0)))
        })
        .await?;
        self.fetched.lock().ignore_poison().insert(path, key);
        if let Some(old) = old {
            self.discard(&old).await;
        }
        Ok(())
    }

    /// Brings a file here, or all below a folder, as all have it. False if nobody has any.
    pub async fn fetch_files(self: &Arc<Self>, path: &str) -> Result<bool, ClusterError> {
        let (me, path) = (Arc::clone(self), path.trim_end_matches('/').to_owned());
        self.cluster
            .run(async move {
                let rows = me.rows(&path).await?;
                for row in &rows {
                    me.bring(row).await?;
                }
                let is_upload = path.starts_with("uploads/");
                if rows.is_empty() && is_upload {
                    // It was removed elsewhere.
                    let local = me.local(&path)?;
                    if local.is_file() {
                        std::fs::remove_file(&local)?;
                    }
                }
                Ok(!rows.is_empty())
            })
            .await
    }

    /// Paths and lengths of all files below a folder.
    pub async fn list_files(
        self: &Arc<Self>,
        folder: &str,
    ) -> Result<Vec<(String, u64)>, ClusterError> {
        let (me, folder) = (Arc::clone(self), folder.to_owned());
        self.cluster
            .run(async move {
                let rows = me.rows(&folder).await?;
                Ok(rows.into_iter().map(|row| (row.path, row.bytes)).collect())
            })
            .await
    }

    /// Removes a file for all, or all below a folder.
    pub async fn remove_files(self: &Arc<Self>, path: &str) -> Result<(), ClusterError> {
        let (me, path) = (Arc::clone(self), path.to_owned());
        self.cluster
            .run(async move {
                for row in me.rows(&path).await? {
                    within(async {
                        sqlx::query("DELETE FROM file WHERE house = $1 AND path = $2")
                            .bind(&me.house)
                            .bind(&row.path)
                            .execute(&me.cluster.pool)
                            .await?;
                        Ok(())
                    })
                    .await?;
                    me.fetched.lock().ignore_poison().remove(&row.path);
                    me.discard(&row.key).await;
                }
                Ok(())
            })
            .await
    }

    /// Stores what changed below a folder since it was last stored or fetched.
    pub async fn store_changed(self: &Arc<Self>, folder: &str) -> Result<(), ClusterError> {
        let (me, folder) = (Arc::clone(self), folder.to_owned());
        self.cluster
            .run(async move {
                let local = me.local(&folder)?;
                let known = me.rows(&folder).await?;
                let mut here = Vec::new();
                files_below(&local, &mut here)?;
                for file in here {
                    let Ok(inside) = file.strip_prefix(&me.root) else {
                        continue;
                    };
                    let path = inside.to_string_lossy().replace('\\', "/");
                    let row = known.iter().find(|row| row.path == path);
                    if !row.is_some_and(|row| is_same(&file, row)) {
                        me.store(&path).await?;
                    }
                }
                Ok(())
            })
            .await
    }

    async fn rows(&self, path: &str) -> Result<Vec<FileRow>, ClusterError> {
        let path = path.trim_end_matches('/');
        let rows = within(async {
            Ok(sqlx::query(
                "SELECT path, key, bytes, sha256 FROM file \
                 WHERE house = $1 AND (path = $2 OR starts_with(path, $3)) ORDER BY path",
            )
            .bind(&self.house)
            .bind(path)
            .bind(format!("{path}/"))
            .fetch_all(&self.cluster.pool)
            .await?)
        })
        .await?;
        let row = |row: &sqlx::postgres::PgRow| FileRow {
            path: row.get(0),
            key: row.get(1),
            bytes: row.get::<i64, _>(2) as u64,
            sha256: row.get(3),
        };
        Ok(rows.iter().map(row).collect())
    }

    async fn bring(&self, row: &FileRow) -> Result<(), ClusterError> {
        let local = self.local(&row.path)?;
        let is_known = self.fetched.lock().ignore_poison().get(&row.path) == Some(&row.key);
        if is_known && local.is_file() {
            return Ok(());
        }
        let note = || {
            let mut known = self.fetched.lock().ignore_poison();
            known.insert(row.path.clone(), row.key.clone());
        };
        if is_same(&local, row) {
            note();
            return Ok(());
        }
        let folder = local.parent().unwrap_or(&self.root);
        private_files::create_dir(folder)?;
        let object = self.cluster.objects.path(&row.key);
        let found = self.cluster.objects.store.get(&object).await?;
        let part = folder.join(format!(".part-{}", drawn()?));
        let fetched = self.write_part(&part, found.into_stream(), row).await;
        let placed = match fetched {
            Ok(()) => std::fs::rename(&part, &local).map_err(ClusterError::from),
            Err(error) => Err(error),
        };
        if placed.is_err() {
            drop(std::fs::remove_file(&part));
        }
        placed?;
        note();
        Ok(())
    }

    async fn write_part<B: AsRef<[u8]>>(
        &self,
        part: &Path,
        mut bytes: impl futures::Stream<Item = object_store::Result<B>> + Unpin,
        row: &FileRow,
    ) -> Result<(), ClusterError> {
        let mut file = tokio::fs::File::create(part).await?;
        let mut hash = Sha256::new();
        while let Some(more) = bytes.try_next().await? {
            hash.update(more.as_ref());
            file.write_all(more.as_ref()).await?;
        }
        file.sync_all().await?;
        if hexadecimal(&hash.finalize()) != row.sha256 {
            return Err(ClusterError::Altered {
                path: row.path.clone(),
            });
        }
        Ok(())
    }

    /// An object that no row names any more.
    async fn discard(&self, key: &str) {
        let objects = &self.cluster.objects;
        if let Err(error) = objects.store.delete(&objects.path(key)).await {
            tracing::warn!(target: "cluster", key, %error, "an object was not removed");
        }
    }

    /// The file of a path, which leads nowhere else.
    fn local(&self, path: &str) -> Result<PathBuf, ClusterError> {
        let plain = |part: Component<'_>| matches!(part, Component::Normal(_));
        let relative = Path::new(path);
        if path.is_empty() || !relative.components().all(plain) {
            return Err(ClusterError::Unusable(format!(
                "`{path}` is no path below the data directory"
            )));
        }
        Ok(self.root.join(relative))
    }
}

fn of_objects(error: io::Error) -> ClusterError {
    ClusterError::Objects(object_store::Error::Generic {
        store: "objects",
        source: Box::new(error),
    })
}

fn is_same(local: &Path, row: &FileRow) -> bool {
    let length = local.metadata().map(|facts| facts.len());
    length.is_ok_and(|length| length == row.bytes)
        && std::fs::File::open(local).is_ok_and(|mut file| {
            let mut hash = Sha256::new();
            let mut part = vec![0; 1 << 16];
            loop {
                match io::Read::read(&mut file, &mut part) {
                    Ok(0) => return hexadecimal(&hash.finalize()) == row.sha256,
                    Ok(read) => hash.update(&part[..read]),
                    Err(_) => return false,
                }
            }
        })
}

/// All files below a folder, or the file itself; links are passed over.
fn files_below(path: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    let Ok(facts) = path.symlink_metadata() else {
        return Ok(());
    };
    if facts.is_file() {
        found.push(path.to_owned());
    } else if facts.is_dir() {
        for entry in std::fs::read_dir(path)? {
            files_below(&entry?.path(), found)?;
        }
    }
    Ok(())
}

fn hexadecimal(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    let digits = digits.map(|digit| char::from(DIGITS[usize::from(digit)]));
    digits.collect()
}
