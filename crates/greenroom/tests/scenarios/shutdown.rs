//! The end: of input, and by signal.

use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;

use super::client;

/// An idle server ends within this.
const SOON: Duration = Duration::from_secs(2);

#[test]
fn end_of_input_ends_the_server_after_the_last_answers() {
    let mut client = client();
    client.send_bytes(
        br#"{"jsonrpc":"2.0","id":"last","method":"tools/call","params":{"name":"system_health"}}"#,
    );
    let ended = client.finish_with(|client| {
        assert!(client.wait("last")["result"].is_object());
    });
    assert_eq!(ended.status.code(), Some(0));
    assert!(ended.took < SOON, "{:?}", ended.took);
}

#[test]
fn signals_end_the_server() {
    for signal in [Signal::TERM, Signal::INT] {
        let mut client = client();
        client.request("ping", json!({}));
        let pid = Pid::from_raw(client.pid().cast_signed()).unwrap();
        kill_process(pid, signal).unwrap();
        let ended = client.wait_for_end();
        assert_eq!(ended.status.code(), Some(0), "{signal:?}: {}", ended.stderr);
        assert!(ended.took < SOON, "{signal:?}: {:?}", ended.took);
    }
}
