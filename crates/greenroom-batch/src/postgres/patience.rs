//! A database that restarts is waited for.

use std::time::{Duration, Instant};

use super::database;
use crate::queue::QueueError;

/// How long.
const PATIENCE: Duration = Duration::from_mins(1);
const BETWEEN: Duration = Duration::from_millis(500);

/// Does it, again as long as only the connection fails.
pub(super) async fn patiently<T, F: Future<Output = Result<T, sqlx::Error>>>(
    mut ask: impl FnMut() -> F,
) -> Result<T, QueueError> {
    let begun = Instant::now();
    loop {
        match ask().await {
            Ok(answer) => return Ok(answer),
            Err(error) if is_passing(&error) && begun.elapsed() < PATIENCE => {
                tracing::warn!(target: "greenroom", %error, "the database is away; waiting for it");
                tokio::time::sleep(BETWEEN).await;
            }
            Err(error) => return Err(database(&error)),
        }
    }
}

/// Will it pass by itself?
pub(super) fn is_passing(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::Protocol(_)
        | sqlx::Error::WorkerCrashed => true,
        sqlx::Error::Database(error) => error.code().is_some_and(|code| {
            // Connection lost, server stopping or starting, too many connections, deadlock.
            code.starts_with("08")
                || matches!(
                    code.as_ref(),
                    "57P01" | "57P02" | "57P03" | "53300" | "40P01" | "40001"
                )
        }),
        _ => false,
    }
}
