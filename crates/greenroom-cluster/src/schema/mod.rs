//! The tables, made and changed forward by numbered files.
//!
//! Every server applies what is missing when it starts, one at a time. A database of a later version
//! is left alone: the server says so and does not start.

use sqlx::{Connection as _, PgConnection, Row as _};

use crate::error::ClusterError;

/// All changes in their order; the first is 1.
const CHANGES: &[&str] = &[
    include_str!("0001_servers_sessions_lines.sql"),
    include_str!("0002_places_and_draining.sql"),
    include_str!("0003_desk_of_questions.sql"),
];

/// One number for all versions of this program.
const LOCK: i64 = 0x6772_6565_6e72;

/// The version that this program needs.
pub const VERSION: i32 = CHANGES.len() as i32;

/// Brings the database to the version of this program.
pub async fn apply(database: &mut PgConnection) -> Result<(), ClusterError> {
    apply_until(database, VERSION).await
}

/// As [`apply`], up to a version.
pub async fn apply_until(database: &mut PgConnection, last: i32) -> Result<(), ClusterError> {
    let mut changing = database.begin().await?;
    // Let go of at the end of the transaction, whatever it is.
    sqlx::query("SELECT pg_advisory_xact_lock($1)")
        .bind(LOCK)
        .execute(&mut *changing)
        .await?;
    sqlx::query(
        "CREATE TABLE IF NOT EXISTS greenroom_schema \
         (version int PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())",
    )
    .execute(&mut *changing)
    .await?;
    let there = sqlx::query("SELECT coalesce(max(version), 0) FROM greenroom_schema")
        .fetch_one(&mut *changing)
        .await?;
    let there: i32 = there.get(0);
    if there > VERSION {
        return Err(ClusterError::LaterSchema { there });
    }
    for (number, change) in (1..=last).zip(CHANGES) {
        if number <= there {
            continue;
        }
        sqlx::raw_sql(*change).execute(&mut *changing).await?;
        sqlx::query("INSERT INTO greenroom_schema (version) VALUES ($1)")
            .bind(number)
            .execute(&mut *changing)
            .await?;
        tracing::info!(target: "cluster", version = number, "SCHEMA_CHANGED");
    }
    changing.commit().await?;
    Ok(())
}
