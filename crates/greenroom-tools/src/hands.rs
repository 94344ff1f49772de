//! Calls that act wait while a person drives the session.

use std::time::{Duration, Instant};

use greenroom_stage::course::driving::Acting;
use greenroom_stdx::now_ms;
use greenroom_web::workbench::driving::{Hold, Holder};

use crate::{Cx, ErrorCode, Tool, ToolError};

/// A call that waited for a person to give back has at least this long to act.
const LEAST_TIME: Duration = Duration::from_secs(10);

/// Waits until no person drives the session, at most as long as the call may take; then this call
/// acts, for the rest of its time.
pub(crate) async fn free<T: Tool>(
    cx: &Cx,
    session_id: &str,
    deadline: Duration,
) -> Result<(Option<Acting>, Duration), ToolError> {
    let Some(seating) = cx.runtimes().seating(session_id) else {
        return Ok((None, deadline));
    };
    seating.wheel.note_agent(cx.client());
    let began = Instant::now();
    let patience = Duration::from_secs(cx.app.config.limits.busy_wait_seconds).min(deadline);
    if seating.wheel.holder().is_some() {
        // Those behind that only read go on meanwhile; those that act come in their order.
        cx.end_turn();
        let in_order = cx.app.turns.take(&format!("hands {session_id}")).await;
        cx.progress("a person drives; waiting for them to give back");
        let first = async {
            let first = in_order.come().await;
            let free = seating
                .wheel
                .free(T::NAME, patience.saturating_sub(began.elapsed()));
            free.await.map(|()| first)
        };
        let first = tokio::time::timeout(patience, first).await;
        let holder = match first {
            Ok(Ok(first)) => {
                let turn = if T::CLOSES_SESSION {
                    cx.app.turns.take_to_close(session_id).await
                } else {
                    cx.app.turns.take(session_id).await
                };
                drop(first);
                if T::ORDERED {
                    cx.begin_turn(turn.come().await);
                }
                cx.progress(format!("{} is running", T::NAME));
                None
            }
            Ok(Err(holder)) => Some(holder),
            Err(_) => seating.wheel.holder(),
        };
        if let Some(holder) = holder {
            return Err(busy(T::NAME, session_id, &holder, began.elapsed()));
        }
    }
    let left = deadline.saturating_sub(began.elapsed()).max(LEAST_TIME);
    Ok((Some(seating.wheel.act(T::NAME)), left))
}

fn busy(tool: &str, session_id: &str, holder: &Holder, waited: Duration) -> ToolError {
    let does = match holder.hold {
        Hold::Drives => "drives the course",
        Hold::Paused => "has paused the agent",
    };
    let for_seconds = now_ms().saturating_sub(holder.since) / 1000;
    let message = format!(
        "{tool} did not act on session {session_id}: {} {does}, for {for_seconds} s now",
        holder.name
    );
    ToolError::new(ErrorCode::SessionBusy, message)
        .detail("session_id", session_id)
        .detail("driver", "person")
        .detail("name", &holder.name)
        .detail("hold", holder.hold)
        .detail("since", holder.since)
        .detail("waited_ms", waited.as_millis() as u64)
        .detail("retryable", true)
}
