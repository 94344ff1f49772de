//! Tables of the version before become those of this one, with what is in them.

use greenroom_testkit::Postgres;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};

use super::migrations::{NEWEST, migrate_to};
use super::*;
use crate::batch::Kind;
use crate::ended::Outcome;

#[tokio::test]
async fn a_batch_of_the_version_before_goes_on() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let mut connection = PgConnection::connect(&postgres.url()).await.unwrap();
    migrate_to(&mut connection, NEWEST - 1).await.unwrap();
    let batch = Batch {
        id: "check-old".to_owned(),
        kind: Kind::Check,
        settings: serde_json::json!({}),
        attempts: 2,
        timeout_seconds: 60,
        again: false,
    };
    let ended = Ended {
        number: 0,
        shown: "a.zip".to_owned(),
        outcome: Outcome::Passed,
        key: None,
        reason: None,
        reused: false,
        attempts: 1,
        seconds: 1.0,
    };
    let asked = serde_json::to_string(&batch).unwrap();
    let end = serde_json::to_string(&ended).unwrap();
    let before = format!(
        "insert into greenroom_batch.batch (id, asked) values ('check-old', '{asked}');
         insert into greenroom_batch.job (batch, location, number, shown, stamp, state, outcome, ended) values
           ('check-old', 'a.zip', 0, 'a.zip', '1', 'ended', 'passed', '{end}'),
           ('check-old', 'b.zip', 1, 'b.zip', '1', 'waiting', null, null);"
    );
    sqlx::raw_sql(AssertSqlSafe(before))
        .execute(&mut connection)
        .await
        .unwrap();
    // Several start at the same moment.
    let url = postgres.url();
    let (queue, other) = tokio::join!(PostgresQueue::connect(&url), PostgresQueue::connect(&url));
    let (queue, _) = (queue.unwrap(), other.unwrap());
    let progress = queue.progress("check-old").await.unwrap();
    assert_eq!((progress.total, progress.ended), (2, 1));
    assert_eq!(queue.ended("check-old", &mut 0).await.unwrap(), [ended]);
    let job = |number: u64, location: &str| Job {
        number,
        location: location.to_owned(),
        shown: location.to_owned(),
        stamp: Some("1".to_owned()),
    };
    let jobs = vec![job(0, "a.zip"), job(1, "b.zip")];
    queue.enqueue(&batch, jobs).await.unwrap();
    let progress = queue.progress("check-old").await.unwrap();
    assert_eq!((progress.total, progress.ended), (2, 1));
    // A program of the version before leaves newer tables alone.
    migrate_to(&mut connection, NEWEST - 1).await.unwrap();
    let version: i32 = sqlx::query_scalar("select max(version) from greenroom_batch.migration")
        .fetch_one(&mut connection)
        .await
        .unwrap();
    assert_eq!(version, NEWEST);
}
