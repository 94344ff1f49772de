//! `ui_start`: the server binds, and gives its port back.

use std::net::TcpStream;

use serde_json::json;

use crate::bench::{APP, Bench};

#[test]
fn starting_binds_and_stopping_releases() {
    let mut bench = Bench::new();
    bench.write("lua/main.lua", "\nlocal x = nil + 1");
    bench.configure();
    let failure = bench.client.failure("ui_start", json!({}));
    assert_eq!(failure["error_code"], "LUA_ERROR");
    assert!(
        failure["message"]
            .as_str()
            .unwrap()
            .starts_with("lua/main.lua:2: "),
        "{failure}"
    );
    assert_eq!(
        bench.client.data("ui_status", json!({}))["state"],
        "CONFIGURED"
    );
    bench.write("lua/main.lua", APP);
    let url = bench.text("ui_start", json!({}));
    let port: u16 = url
        .strip_prefix("http://127.0.0.1:")
        .unwrap()
        .parse()
        .unwrap();
    assert_eq!(bench.get("/1/", &[("Accept", "text/html")]).status, 200);
    assert!(TcpStream::connect(("::1", port)).is_err(), "127.0.0.1 only");
    bench.client.data("ui_stop", json!({}));
    assert!(
        TcpStream::connect(("127.0.0.1", port)).is_err(),
        "refused after ui_stop"
    );

    bench.write("greenroom.toml", &format!("[ui]\nport = {port}\n"));
    let taken = std::net::TcpListener::bind(("127.0.0.1", port)).unwrap();
    bench.configure();
    let failure = bench.client.failure("ui_start", json!({}));
    assert!(
        failure["message"]
            .as_str()
            .unwrap()
            .starts_with(&format!("Cannot listen on 127.0.0.1:{port}.")),
        "{failure}"
    );
    drop(taken);
    let refused = TcpStream::connect(("127.0.0.1", port));
    assert!(refused.is_err(), "refused before ui_start");
    assert_eq!(bench.text("ui_start", json!({})), url);
}
