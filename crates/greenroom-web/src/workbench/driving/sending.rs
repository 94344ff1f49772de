//! Frames on their way over a socket.

use super::{FrameHeader, Frames, Pace};
use crate::workbench::outbox::{Outbox, Overflow};
use std::time::Duration;

/// How often who is calm is given a frame.
const CALM: Duration = Duration::from_secs(1);

/// The newest frame whenever the one before has gone: who reads slowly gets fewer, and none waits.
pub(crate) async fn send_frames(
    outbox: &Outbox,
    session_id: &str,
    mut frames: Frames,
    pace: Pace,
) -> Result<(), Overflow> {
    frames.newest.mark_changed();
    loop {
        if frames.newest.changed().await.is_err() {
            return Ok(());
        }
        outbox.idle().await?;
        let frame = frames.newest.borrow_and_update().clone();
        if let Some(frame) = frame {
            outbox.send_bytes(FrameHeader::message(session_id, &frame))?;
            if pace == Pace::Calm {
                tokio::time::sleep(CALM).await;
            }
        }
    }
}
