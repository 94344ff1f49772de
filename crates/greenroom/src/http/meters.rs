//! What is counted and measured.
//!
//! Without `--metrics` there is nobody who listens, and each of these does next to nothing. No label
//! comes from a caller: whoever could make labels could fill the memory.

use std::time::Duration;

use greenroom_tools::ErrorCode;
use metrics::{counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram};

/// A tool was called.
pub(crate) fn called(tool: &'static str, failed: Option<ErrorCode>, took: Duration) {
    let code = failed.map_or("OK", ErrorCode::as_str);
    counter!("greenroom_calls_total", "tool" => tool, "code" => code).increment(1);
    histogram!("greenroom_call_duration_seconds", "tool" => tool).record(took.as_secs_f64());
}

/// A request was answered. `route` is a pattern of ours.
pub(super) fn requested(route: &str, status: u16) {
    let (route, status) = (route.to_owned(), status.to_string());
    counter!("greenroom_http_requests_total", "route" => route, "status" => status).increment(1);
}

/// Somebody did not come in.
pub(super) fn denied(why: &'static str) {
    counter!("greenroom_denied_total", "reason" => why).increment(1);
}

/// An upload came to its end.
pub(super) fn uploaded(bytes: u64) {
    counter!("greenroom_uploads_total").increment(1);
    counter!("greenroom_upload_bytes_total").increment(bytes);
}

/// The issuer was asked for its keys.
pub(super) fn asked_for_keys(outcome: &'static str) {
    counter!("greenroom_oauth_key_fetches_total", "outcome" => outcome).increment(1);
}

/// What is so at the moment of being asked.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Now {
    pub(super) houses: usize,
    pub(super) sessions: usize,
    pub(super) runtimes: usize,
    pub(super) mcp_sessions: usize,
    pub(super) calls: usize,
    pub(super) journal_appends: u64,
    pub(super) browser_starts: u64,
    pub(super) is_ready: bool,
}

impl Now {
    pub(super) fn note(&self) {
        gauge!("greenroom_houses_open").set(self.houses as f64);
        gauge!("greenroom_sessions_open").set(self.sessions as f64);
        gauge!("greenroom_runtimes_open").set(self.runtimes as f64);
        gauge!("greenroom_mcp_sessions_open").set(self.mcp_sessions as f64);
        gauge!("greenroom_calls_running").set(self.calls as f64);
        gauge!("greenroom_ready").set(f64::from(u8::from(self.is_ready)));
        counter!("greenroom_journal_appends_total").absolute(self.journal_appends);
        counter!("greenroom_browser_starts_total").absolute(self.browser_starts);
    }
}

/// Says what each is.
pub(super) fn describe() {
    describe_counter!("greenroom_calls_total", "Calls of tools by outcome");
    describe_histogram!(
        "greenroom_call_duration_seconds",
        "How long calls of tools took"
    );
    describe_counter!(
        "greenroom_http_requests_total",
        "Requests by route and status"
    );
    describe_counter!("greenroom_denied_total", "Requests that did not come in");
    describe_counter!("greenroom_uploads_total", "Uploads that came to their end");
    describe_counter!("greenroom_upload_bytes_total", "Bytes of these uploads");
    describe_counter!(
        "greenroom_oauth_key_fetches_total",
        "Fetches of the issuer's keys"
    );
    describe_counter!("greenroom_journal_appends_total", "Lines sent to journals");
    describe_counter!(
        "greenroom_browser_starts_total",
        "Browsers started or connected to"
    );
    describe_gauge!("greenroom_houses_open", "Callers who came since the start");
    describe_gauge!("greenroom_sessions_open", "Open sessions of all callers");
    describe_gauge!("greenroom_runtimes_open", "Courses in a browser");
    describe_gauge!(
        "greenroom_mcp_sessions_open",
        "MCP sessions of the older revisions"
    );
    describe_gauge!("greenroom_calls_running", "Calls of tools under way");
    describe_gauge!("greenroom_ready", "1 if /health/ready says so");
}
