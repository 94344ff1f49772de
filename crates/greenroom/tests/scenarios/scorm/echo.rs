//! `scorm_echo`: the connection is alive.

use serde_json::json;

use crate::client;

#[test]
fn echo_returns_what_it_got() {
    let mut client = client();
    let arguments =
        json!({"text": "Ünïcödé 漢字 🎭 \u{0}", "deep": {"a": [{"b": [null, true, -1.5]}]}});
    let data = client.data("scorm_echo", arguments.clone());
    assert_eq!(data["echoed"], arguments);
    assert_eq!(data["server_version"], env!("CARGO_PKG_VERSION"));
}
