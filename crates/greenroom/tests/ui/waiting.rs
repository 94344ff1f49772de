//! `mcp.pushState` and `ui_wait` (J2).

use serde_json::{Value, json};

use crate::bench::{APP, Bench, create, update};

#[test]
fn a_click_reaches_the_agent_also_when_nobody_waited() {
    let mut bench = Bench::running(APP);
    let (mut page, _) = bench.page("p");
    page.ask(&[create(2, 1, "tell()?access=action"), update(2, Value::Null)]);
    let data = bench.client.data("ui_wait", json!({"timeout_seconds": 20}));
    assert_eq!(data["events"][0]["value"], json!({"count": 0}));
    assert_eq!(
        (&data["next_after"], &data["timed_out"]),
        (&json!(1), &json!(false))
    );
    let again = bench.client.data("ui_wait", json!({"timeout_seconds": 0}));
    assert_eq!(
        again["events"], data["events"],
        "what is not confirmed comes again"
    );
    let none = bench
        .client
        .data("ui_wait", json!({"timeout_seconds": 0, "after": 1}));
    assert_eq!(
        (&none["events"], &none["timed_out"]),
        (&json!([]), &json!(true))
    );

    let waiting = bench
        .client
        .send_call("ui_wait", json!({"timeout_seconds": 20, "after": 1}));
    while bench.run("return mcp.pollingEvents()") != true {}
    page.ask(&[update(2, Value::Null)]);
    let answer = bench.client.wait(waiting);
    assert_eq!(
        answer["result"]["structuredContent"]["data"]["events"][0]["seq"],
        2
    );
}

#[test]
fn a_cancelled_wait_consumes_nothing_and_overflow_is_counted() {
    let mut bench = Bench::running(APP);
    let waiting = bench
        .client
        .send_call("ui_wait", json!({"timeout_seconds": 20}));
    while bench.run("return mcp.pollingEvents()") != true {}
    bench
        .client
        .notify("notifications/cancelled", json!({"requestId": waiting}));
    while bench.run("return mcp.pollingEvents()") != false {}
    bench.run("for i = 1, 1005 do mcp.pushState(i) end");
    let data = bench.client.data("ui_wait", json!({"max": 2}));
    assert_eq!(
        (&data["dropped"], &data["events"][0]["value"]),
        (&json!(5), &json!(6))
    );
    assert_eq!(data["events"].as_array().unwrap().len(), 2);
}

#[test]
fn the_page_says_when_nobody_listens() {
    let mut bench = Bench::running(APP);
    let (mut page, _) = bench.page("p");
    bench.run("mcp.pushState('hello')");
    let notice = page.wait_for(|message| message["kind"] == "attention");
    assert_eq!(notice["text"], "The agent is not listening");
    bench.client.data("ui_wait", json!({}));
    let cleared = page.wait_for(|message| message["kind"] == "attention");
    assert_eq!(cleared["text"], "");
}
