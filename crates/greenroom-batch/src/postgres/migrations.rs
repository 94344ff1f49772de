//! The tables of batches, from version to version; never back.
//!
//! They lie in a schema of their own, beside what other parts of Greenroom keep in the same database.

use sqlx::{AssertSqlSafe, Connection as _, PgConnection, PgPool};

/// Each is carried out once, in this order; one that was released is never changed.
const MIGRATIONS: &[(i32, &str)] = &[
    (1, include_str!("migrations/0001_batches.sql")),
    (2, include_str!("migrations/0002_ends_in_order.sql")),
];

/// The version of the tables that this program works with.
pub(crate) const NEWEST: i32 = 2;
/// Holds off others that start at the same moment; any number that nobody else uses.
const LOCK: i64 = 0x6772_6265_7463_6801;

/// Brings the tables to the newest version.
pub(crate) async fn migrate(pool: &PgPool) -> Result<(), sqlx::Error> {
    let mut connection = pool.acquire().await?;
    migrate_to(&mut connection, NEWEST).await
}

/// Brings the tables to a version; a newer one stays.
pub(crate) async fn migrate_to(
    connection: &mut PgConnection,
    version: i32,
) -> Result<(), sqlx::Error> {
    let mut transaction = connection.begin().await?;
    sqlx::query("select pg_advisory_xact_lock($1)")
        .bind(LOCK)
        .execute(&mut *transaction)
        .await?;
    for statement in [
        "create schema if not exists greenroom_batch",
        "create table if not exists greenroom_batch.migration (
           version integer primary key, at timestamptz not null default now())",
    ] {
        sqlx::query(statement).execute(&mut *transaction).await?;
    }
    let done: Option<i32> =
        sqlx::query_scalar("select max(version) from greenroom_batch.migration")
            .fetch_one(&mut *transaction)
            .await?;
    let done = done.unwrap_or(0);
    for (number, sql) in MIGRATIONS {
        if (done + 1..=version).contains(number) {
            sqlx::raw_sql(AssertSqlSafe(*sql))
                .execute(&mut *transaction)
                .await?;
            sqlx::query("insert into greenroom_batch.migration (version) values ($1)")
                .bind(number)
                .execute(&mut *transaction)
                .await?;
        }
    }
    transaction.commit().await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn migrations_are_numbered_from_one_to_the_newest() {
        let numbers: Vec<i32> = MIGRATIONS.iter().map(|(number, _)| *number).collect();
        let want: Vec<i32> = (1..=NEWEST).collect();
        assert_eq!(numbers, want);
    }
}
