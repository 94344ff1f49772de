//! Addresses of the workbench that lead a person to a session.

use crate::Cx;

/// The address at which a person sees a session, good once; without one, why there is none.
pub(crate) async fn of_session(cx: &Cx, session_id: &str) -> (Option<String>, Option<String>) {
    let view = format!("play/{session_id}");
    match cx.app.humans().workbench().await {
        Ok(workbench) => (workbench.address(Some(&view)), None),
        // The workbench of another process shows that process's sessions.
        Err(error) => (
            None,
            Some(format!("no workbench shows this session: {error}")),
        ),
    }
}
