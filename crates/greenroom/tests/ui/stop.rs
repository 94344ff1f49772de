//! `ui_stop`: sessions end, and the port is free again.

use std::net::TcpStream;

use serde_json::json;

use crate::bench::Bench;

#[test]
fn stopping_ends_every_session_and_gives_the_port_back() {
    let mut bench = Bench::new();
    bench.configure();
    let url = bench.text("ui_start", json!({}));
    let address = url.strip_prefix("http://").unwrap();
    assert!(TcpStream::connect(address).is_ok());
    assert_eq!(bench.run("return 1"), 1);
    assert_eq!(
        bench.client.data("ui_stop", json!({})),
        json!({"state": "CONFIGURED", "sessions_ended": 1, "tabs_closed": 0})
    );
    assert!(
        TcpStream::connect(address).is_err(),
        "refused after ui_stop"
    );
    let failure = bench.client.failure("ui_stop", json!({}));
    assert_eq!(failure["error_code"], "UI_NOT_STARTED");
}
