//! The tables from version to version.

use greenroom_cluster::{ClusterError, schema};
use greenroom_testkit::Postgres;
use sqlx::{Connection as _, PgConnection, Row as _};

#[tokio::test]
async fn of_the_previous_version_are_brought_forward_with_their_rows() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let mut database = PgConnection::connect(&postgres.url()).await.unwrap();
    schema::apply_until(&mut database, schema::VERSION - 1)
        .await
        .unwrap();
    for row in [
        "INSERT INTO server (id, address, lease_until) VALUES ('a', 'x:1', now())",
        "INSERT INTO session (id, house, server, facts) VALUES ('s', 'anna', 'a', '{}')",
        "INSERT INTO line (session, stream, seq, epoch, text) VALUES ('s', 0, 0, 1, 'first')",
        "INSERT INTO saved_state (house, name, bytes, changed) VALUES ('anna', 'mcp_a.json', '{}', 1)",
    ] {
        sqlx::query(row).execute(&mut database).await.unwrap();
    }
    // Servers that start at the same time wait for each other.
    let starting = (0..4).map(|_| {
        let url = postgres.url();
        tokio::spawn(async move {
            let mut database = PgConnection::connect(&url).await.unwrap();
            schema::apply(&mut database).await.unwrap();
        })
    });
    for started in starting.collect::<Vec<_>>() {
        started.await.unwrap();
    }
    let row = sqlx::query(
        "SELECT v.draining, s.epoch, l.text, convert_from(t.bytes, 'UTF8') \
         FROM server v, session s, line l, saved_state t",
    )
    .fetch_one(&mut database)
    .await
    .unwrap();
    let kept: (bool, i64, Vec<u8>, String) = (row.get(0), row.get(1), row.get(2), row.get(3));
    assert_eq!(kept, (false, 1, b"first".to_vec(), "{}".to_owned()));
    let versions = sqlx::query("SELECT version FROM greenroom_schema ORDER BY version")
        .fetch_all(&mut database)
        .await
        .unwrap();
    let versions: Vec<i32> = versions.iter().map(|row| row.get(0)).collect();
    assert_eq!(versions, (1..=schema::VERSION).collect::<Vec<_>>());
}

#[tokio::test]
async fn of_a_later_version_are_left_alone() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let mut database = PgConnection::connect(&postgres.url()).await.unwrap();
    schema::apply(&mut database).await.unwrap();
    sqlx::query("INSERT INTO greenroom_schema (version) VALUES (9999)")
        .execute(&mut database)
        .await
        .unwrap();
    let refused = schema::apply(&mut database).await;
    assert!(
        matches!(refused, Err(ClusterError::LaterSchema { there: 9999 })),
        "{refused:?}"
    );
}
