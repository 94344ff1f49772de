//! Each limit gives its named error and harms nobody else (I2).

use serde_json::{Value, json};

use crate::bench::{APP, Bench, Page, create, hello};

#[test]
fn limits_of_a_page() {
    let mut bench = Bench::running(APP);
    let port = bench.port();
    let (mut page, _) = bench.page("p");
    let long = page.ask(&[create(2, 1, &"a".repeat(513))]);
    assert_eq!(long[0]["code"], "LIMIT");
    let mut huge = Page::connect(port, "1");
    huge.send(&[hello("huge")]);
    huge.next();
    let text =
        json!({"seq": 2, "ack": 0, "messages": [{"type": "x", "fill": "x".repeat(1 << 20)}]});
    huge.send_text(text.to_string());
    assert_eq!(
        huge.wait_for(|message| message["type"] == "error")["code"],
        "LIMIT"
    );
    assert_eq!(huge.closed(), 4003);
    let mut garbage = Page::connect(port, "1");
    garbage.send_text("no JSON".to_owned());
    assert_eq!(garbage.closed(), 4400);
    assert_eq!(page.ask(&[create(3, 1, "title")])[0]["value"], "Hello");
}

#[test]
fn tabs_and_sessions_are_counted() {
    let mut bench = Bench::with(|command| command.env("GREENROOM_BROWSER", "true"));
    bench.start();
    let port = bench.port();
    let mut tabs: Vec<Page> = (0..32).map(|_| Page::connect(port, "1")).collect();
    for (number, tab) in tabs.iter_mut().enumerate() {
        tab.ask(&[hello(&number.to_string())]);
    }
    assert_eq!(Page::connect(port, "1").closed(), 4003);
    drop(tabs);
    for number in 2..=64 {
        bench
            .client
            .data("ui_open_browser", json!({"sessionId": number}));
    }
    let failure = bench
        .client
        .failure("ui_open_browser", json!({"sessionId": "more"}));
    assert!(
        failure["message"]
            .as_str()
            .unwrap()
            .starts_with("Limit reached."),
        "{failure}"
    );
    assert_eq!(
        failure["details"],
        json!({"limit": "sessions", "value": 64})
    );
    assert_eq!(bench.run("return 1"), 1);
}

#[test]
fn sizes_of_calls() {
    let mut bench = Bench::running("");
    let code = format!("return 1 --{}", "x".repeat(1 << 20));
    let failure = bench.client.failure("ui_run", json!({"code": code}));
    assert_eq!(failure["error_code"], "LIMIT_EXCEEDED");
    let failure = bench
        .client
        .failure("ui_run", json!({"code": "return string.rep('x', 5 << 20)"}));
    assert!(
        failure["message"]
            .as_str()
            .unwrap()
            .starts_with("Result is too large."),
        "{failure}"
    );
    assert_eq!(failure["details"]["limit"], 4 << 20);
    let content = format!("<b>{}</b>", "x".repeat(256 << 10));
    let upload = |content: Value| json!({"type": "A", "namespace": "DEFAULT", "content": content});
    let failure = bench
        .client
        .failure("ui_upload_viewdef", upload(json!(content)));
    assert_eq!(failure["error_code"], "LIMIT_EXCEEDED");
    let failure = bench.client.failure(
        "ui_upload_viewdef",
        json!({"type": "../x", "namespace": "D", "content": "x"}),
    );
    assert_eq!(failure["error_code"], "MCP_INVALID_PARAMS");
    let failure = bench.client.failure(
        "ui_run",
        json!({"code": "for i = 1, 1001 do session:setTimeout(print, 1e9) end"}),
    );
    assert!(
        failure["message"]
            .as_str()
            .unwrap()
            .contains("timers per session is limited to 1000"),
        "{failure}"
    );
    assert_eq!(bench.run("return 1"), 1);
}
