//! What servers share, on a PostgreSQL of the test's own and a folder in the place of S3.

mod fencing;
mod files;
mod outages;
mod schema;
mod seams;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use greenroom_cluster::{Cluster, HouseShare, Joining, Losses};
use greenroom_store::DataDir;
use greenroom_testkit::Postgres;
use sqlx::{Connection as _, PgConnection};

/// The house of all tests.
const HOUSE: &str = "anna";

/// A server with the house of one caller.
struct Server {
    cluster: Arc<Cluster>,
    share: Arc<HouseShare>,
    lost: Losses,
    home: tempfile::TempDir,
}

impl Server {
    fn join(postgres: &Postgres, objects: &Path) -> Self {
        let joining = Joining {
            database: postgres.url(),
            artifacts: format!("file://{}", objects.display()),
            address: "127.0.0.1:9".to_owned(),
        };
        let (cluster, lost) = Cluster::join(&joining).expect("it joins");
        let home = tempfile::tempdir().expect("a data directory");
        let root = home.path().canonicalize().expect("it exists");
        let share = HouseShare::new(&cluster, HOUSE, root);
        Self {
            cluster,
            share,
            lost,
            home,
        }
    }

    fn data_dir(&self) -> DataDir {
        let root = self.home.path().canonicalize().expect("it exists");
        DataDir::new(root).shared_by(Some(self.share.seams()))
    }
}

/// A database, a folder for objects, and two servers on them; none, and loudly, without PostgreSQL.
fn two_servers() -> Option<(Postgres, tempfile::TempDir, Server, Server)> {
    let postgres = Postgres::start()?;
    let objects = tempfile::tempdir().expect("a folder");
    let a = Server::join(&postgres, objects.path());
    let b = Server::join(&postgres, objects.path());
    Some((postgres, objects, a, b))
}

/// Waits for what the cluster does on its own threads.
fn wait<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.expect("a runtime").block_on(work)
}

/// Runs statements beside the servers.
fn sql(postgres: &Postgres, statement: &'static str) -> u64 {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.expect("a runtime").block_on(async {
        let mut database = PgConnection::connect(&postgres.url())
            .await
            .expect("it answers");
        let done = sqlx::query(statement).execute(&mut database).await;
        done.expect("it is done").rows_affected()
    })
}

/// Tries until it succeeds, not for ever.
fn until<T>(mut look: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begun.elapsed() < Duration::from_secs(30), "it did not come");
        std::thread::sleep(Duration::from_millis(50));
    }
}
