//! `ui_get_state`: the state of a session, read without running code.

use serde_json::{Value, json};

use crate::bench::Bench;

#[test]
fn the_state_is_read_without_running_code() {
    let mut bench = Bench::running("");
    assert_eq!(bench.text("ui_get_state", json!({})), "null");
    bench.run(
        "local app = {type = 'App', items = {{n = 1}}, _hidden = 1} app.items[1].app = app
        session:createAppVariable(app)",
    );
    let data = bench.client.data("ui_get_state", json!({}));
    assert_eq!(data["type"], "App");
    assert_eq!(data["state"]["items"][0]["n"], 1);
    assert!(
        data["state"]["items"][0]["app"]["non-json"].is_string(),
        "{data}"
    );
    assert_eq!(data["state"].get("_hidden"), None::<&Value>);
    assert_eq!(
        bench.text("ui_get_state", json!({"path": "items.1.n"})),
        "1"
    );
}
