//! `ui_wait`: what a page pushes reaches the agent.

use std::time::{Duration, Instant};

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

#[test]
fn progress_is_told_every_fifteen_seconds_and_only_when_asked_for() {
    let mut bench = Bench::running(APP);
    let asked = bench.client.send(
        "tools/call",
        json!({"name": "ui_wait", "arguments": {"timeout_seconds": 40}, "_meta": {"progressToken": "t"}}),
    );
    let progress = bench.client.wait_notification("notifications/progress");
    assert_eq!(progress["progressToken"], "t");
    assert_eq!(progress["message"], "waiting for events of the UI · 15 s");
    let told = progress["progress"].as_f64().unwrap();
    assert!((15.0..16.5).contains(&told), "the first one: {progress}");
    bench.run("mcp.pushState('now')");
    let answer = bench.client.wait(asked);
    assert_eq!(
        answer["result"]["structuredContent"]["data"]["events"][0]["value"],
        "now"
    );
}

#[test]
fn a_client_that_gives_up_is_made_to_wait_less_and_no_workbench_is_opened_for_it() {
    let mut bench = Bench::running(APP);
    let impatient = bench
        .client
        .send_call("ui_wait", json!({"timeout_seconds": 60}));
    // Another wait is the clock.
    bench.client.data("ui_wait", json!({"timeout_seconds": 11}));
    bench
        .client
        .notify("notifications/cancelled", json!({"requestId": impatient}));
    while bench.run("return mcp.pollingEvents()") != false {}
    let learned = bench.client.home().join("dialogs/preferences.json");
    let end = Instant::now() + Duration::from_secs(10);
    while !std::fs::read_to_string(&learned).is_ok_and(|text| text.contains("seconds")) {
        assert!(Instant::now() < end, "nothing was learned");
        bench.client.request("ping", json!({}));
    }
    let began = Instant::now();
    let data = bench.client.data("ui_wait", json!({"timeout_seconds": 60}));
    let took = began.elapsed();
    assert_eq!(data["timed_out"], true);
    // Four fifths of the eleven seconds.
    assert!(
        (Duration::from_secs(8)..Duration::from_secs(11)).contains(&took),
        "{took:?}"
    );
    assert!(!bench.client.home().join("run/workbench.json").exists());
}
