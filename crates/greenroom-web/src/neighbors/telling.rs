//! What a process that plays tells a workbench by itself.

use super::reachable::Played;
use super::wire::FromPlayer;
use crate::workbench::driving::Seat;
use crate::workbench::outbox::{Outbox, Overflow};
use serde_json::json;
use std::time::Duration;
use tokio::sync::watch;

/// A course may make thousands of calls in a second; nobody reads faster than this.
const AT_MOST_EVERY: Duration = Duration::from_millis(50);

/// The open sessions, now and whenever something of them is another.
pub(super) async fn tell_sessions(played: &dyn Played, outbox: &Outbox) -> Result<(), Overflow> {
    let mut changes = played.changes();
    let mut told = None;
    loop {
        changes.mark_unchanged();
        let sessions = played.seated();
        if told.as_ref() != Some(&sessions) {
            told = Some(sessions.clone());
            let message = json!(FromPlayer::Sessions { sessions });
            outbox.send_in_turn(&message).await?;
        }
        if changes.changed().await.is_err() {
            return Ok(());
        }
    }
}

/// Who is at a session.
pub(super) async fn tell_seat(
    outbox: &Outbox,
    session_id: &str,
    mut seat: watch::Receiver<Seat>,
) -> Result<(), Overflow> {
    loop {
        let now = seat.borrow_and_update().clone();
        let message = FromPlayer::Seat {
            session_id: session_id.to_owned(),
            seat: Box::new(now),
        };
        outbox.send_in_turn(&json!(message)).await?;
        if seat.changed().await.is_err() {
            return Ok(());
        }
    }
}

/// That the course of a session did something.
pub(super) async fn tell_moves(
    played: &dyn Played,
    outbox: &Outbox,
    session_id: &str,
) -> Result<(), Overflow> {
    let mut changes = played.changes();
    loop {
        changes.mark_unchanged();
        let mut course = played.moves(session_id);
        loop {
            let message = FromPlayer::Moved {
                session_id: session_id.to_owned(),
            };
            outbox.send_in_turn(&json!(message)).await?;
            tokio::time::sleep(AT_MOST_EVERY).await;
            let is_same = tokio::select! {
                moved = moved(&mut course) => moved,
                changed = changes.changed() => match changed {
                    Ok(()) => false,
                    Err(_) => return Ok(()),
                },
            };
            if !is_same {
                break;
            }
        }
    }
}

/// Waits until a course did something, or for ever where none plays; whether it still plays.
async fn moved(course: &mut Option<watch::Receiver<u64>>) -> bool {
    match course {
        Some(moves) => {
            if moves.changed().await.is_err() {
                *course = None;
            }
            true
        }
        None => std::future::pending().await,
    }
}
