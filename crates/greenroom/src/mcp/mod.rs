//! MCP: the server, and its transport over stdio. `crate::http` has the other one.
//!
//! rmcp speaks the protocol. What it would answer otherwise than we do (broken lines,
//! wrong shapes, requests before `initialize`) is settled in our own line transport before it.

mod addresses;
mod caller;
mod elsewhere;
mod message;
mod prompts;
mod request_states;
mod resources;
mod server;
mod stdio;
mod tool_list;
mod transport;

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use greenroom_os::endings::Endings;
use greenroom_tools::App;
use rmcp::service::serve_directly_with_ct;
use tokio_util::sync::CancellationToken;

pub(crate) use addresses::{Addresses, media_type};
pub(crate) use caller::Caller;
pub(crate) use elsewhere::Elsewhere;
#[cfg(feature = "cluster")]
pub(crate) use elsewhere::{Answered, Asked};
pub(crate) use message::{Message, read as read_message};
pub(crate) use prompts::{TASKS, Task};
pub(crate) use request_states::RequestStates;
pub(crate) use server::{Server, Tools};
pub(crate) use stdio::LONGEST_LINE;
pub use stdio::Stdio;
pub(crate) use tool_list::text as tool_list;

/// The close sequence of all sessions takes at most this long.
const CLOSE_WITHIN: Duration = Duration::from_secs(10);

/// Serves until end of input or until it is asked to end, then ends cleanly.
pub async fn serve(app: Arc<App>, stdio: Stdio) -> std::io::Result<ExitCode> {
    let mut endings = Endings::listen()?;
    app.clean_up_in_background();
    app.be_reachable_in_background();
    let (input, writer) = stdio.start()?;
    let stop = CancellationToken::new();
    let transport =
        transport::LineTransport::new(Arc::clone(&app), input, writer.outbox(), stop.clone());
    let server = server::Server::new(Arc::clone(&app));
    // Without the handshake of `serve`: a request before `initialize` is served, not refused.
    let running = serve_directly_with_ct(server, transport, None, stop.clone());
    let waiting = running.waiting();
    tokio::pin!(waiting);
    let why = tokio::select! {
        asked = endings.next() => asked,
        _ = &mut waiting => "end of input",
    };
    tracing::info!(target: "mcp", why, "MCP_END");
    stop.cancel();
    if why != "end of input" {
        let _ended = waiting.await;
    }
    if tokio::time::timeout(CLOSE_WITHIN, app.close())
        .await
        .is_err()
    {
        tracing::error!(target: "mcp", "not all sessions were closed in time");
    }
    writer.finish().await;
    Ok(ExitCode::SUCCESS)
}
