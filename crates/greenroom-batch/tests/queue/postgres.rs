//! The queue in a database, and what only it can show.

use std::time::Duration;

use greenroom_batch::{JobQueue as _, PostgresQueue, Recovery};
use greenroom_testkit::Postgres;
use sqlx::{Connection as _, PgConnection};

use super::script::{self, Act, Script, Subject, Worker};

#[derive(Clone)]
struct InDatabase(String);

impl Subject for InDatabase {
    type Queue = PostgresQueue;

    async fn connect(&self) -> PostgresQueue {
        let recovery = Recovery {
            heartbeat: Duration::from_millis(200),
            sweep: Duration::from_millis(400),
            silence: Duration::from_secs(2),
        };
        PostgresQueue::connect_with(&self.0, recovery)
            .await
            .unwrap()
    }
}

fn subject() -> Option<(InDatabase, Postgres)> {
    let postgres = Postgres::start()?;
    Some((InDatabase(postgres.url()), postgres))
}

super::suite::suite!(subject);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_is_killed_loses_nothing_and_the_batch_goes_on() {
    let Some((subject, mut postgres)) = subject() else {
        return;
    };
    let queue = subject.connect().await;
    let batch = script::batch(5);
    queue.enqueue(&batch, script::jobs(40)).await.unwrap();
    let script = Script::new(|_, _| Act::Done);
    let worker = Worker::start(&subject, 2, &script);
    script.until_begun(5).await;
    let killing = tokio::task::spawn_blocking(move || {
        postgres.kill_and_restart();
        postgres
    });
    let _postgres = killing.await.unwrap();
    let ended = script::until_done(&queue, &batch).await;
    assert_eq!(ended.len(), 40);
    worker.stop();
}

#[tokio::test]
async fn text_that_a_database_would_refuse_is_kept() {
    let Some((subject, _postgres)) = subject() else {
        return;
    };
    let queue = subject.connect().await;
    let batch = script::batch(1);
    queue.enqueue(&batch, script::jobs(1)).await.unwrap();
    let script = Script::titled("a \0 and \u{1f600}");
    let worker = Worker::start(&subject, 1, &script);
    let ended = script::until_done(&queue, &batch).await;
    let key = ended[0].key.clone().unwrap();
    let kept = queue.kept(&key).await.unwrap().unwrap();
    assert_eq!(kept.judged.title.as_deref(), Some("a \0 and \u{1f600}"));
    worker.stop();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_worker_with_nothing_to_do_leaves_the_database_alone() {
    let Some((subject, postgres)) = subject() else {
        return;
    };
    let queue = subject.connect().await;
    let batch = script::batch(1);
    queue.enqueue(&batch, script::jobs(1)).await.unwrap();
    let script = Script::new(|_, _| Act::Done);
    let worker = Worker::start(&subject, 2, &script);
    script::until_done(&queue, &batch).await;
    let mut connection = PgConnection::connect(&postgres.url()).await.unwrap();
    let before = transactions(&mut connection).await;
    // What it does in this time is counted; nothing is waited for.
    tokio::time::sleep(WATCHED).await;
    let asked = transactions(&mut connection).await - before;
    assert!(
        asked < 40 * WATCHED.as_secs() as i64,
        "{asked} transactions"
    );
    worker.stop();
}

/// How long a worker is watched.
const WATCHED: Duration = Duration::from_secs(3);

async fn transactions(connection: &mut PgConnection) -> i64 {
    let count = "select xact_commit from pg_stat_database where datname = current_database()";
    let count = sqlx::query_scalar(count).fetch_one(connection).await;
    count.unwrap()
}
