//! `ui_status`: faults of a page, as long as they last.

use serde_json::{Value, json};

use crate::bench::{APP, Bench, create, update};

#[test]
fn faults_mark_their_variable_until_the_next_success() {
    let mut bench = Bench::running(APP);
    let (mut page, _) = bench.page("p");
    page.ask(&[create(3, 1, "fail()"), create(4, 1, "title")]);
    let failed = page.ask(&[create(2, 1, "fail()?access=action"), update(2, Value::Null)]);
    assert_eq!(failed[0]["code"], "LUA_ERROR");
    assert_eq!(failed[0]["id"], 2);
    assert!(bench.read("log/lua-err.log").contains("stack traceback"));
    let rows = bench.client.data("ui_status", json!({"variables": true}));
    let row = |id: u64| {
        let rows = rows["rows"].as_array().unwrap();
        rows.iter().find(|row| row["id"] == id).unwrap().clone()
    };
    assert!(row(3)["error"].to_string().contains("no way"), "{}", row(3));
    assert_eq!(row(4)["value"], "Hello");
    assert!(row(4)["compute_us"].is_u64() && row(4)["max_compute_us"].is_u64());
    bench.run("function App:fail() end");
    let cleared = page.ask(&[update(2, Value::Null)]);
    assert!(
        cleared
            .iter()
            .any(|message| message["id"] == 2 && message["code"].is_null()),
        "{cleared:?}"
    );
    let status = bench.client.data("ui_status", json!({"variables": true}));
    assert!(
        status["last_errors"][0]["message"]
            .as_str()
            .unwrap()
            .ends_with("no way"),
        "{status}"
    );
    assert_eq!(status["sessions"][0]["tabs"][0]["tab"], "t_p");
    assert_eq!(status["sessions"][0]["type"], "App");
    let row = status["rows"]
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["id"] == 2)
        .unwrap();
    assert_eq!(
        (row["path"].as_str(), row["access"].as_str()),
        (Some("fail()?access=action"), Some("action"))
    );
}
