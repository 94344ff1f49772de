//! Each limit gives its named error and harms nobody else.

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

#[test]
fn variables_elements_of_a_path_and_large_frames() {
    let mut bench = Bench::running(APP);
    let (mut page, _) = bench.page("p");
    let deep = vec!["a"; 33].join(".");
    assert_eq!(page.ask(&[create(2, 1, &deep)])[0]["code"], "LIMIT");
    let mut refused = Vec::new();
    for from in (3..50_010).step_by(5_000) {
        let many: Vec<Value> = (from..from + 5_000)
            .map(|id| json!({"type": "create", "id": id, "parent": 1, "path": "x", "watch": false}))
            .collect();
        let answer = page.ask(&many);
        refused.extend(
            answer
                .into_iter()
                .filter(|message| message["type"] == "error"),
        );
    }
    assert_eq!(refused[0]["code"], "LIMIT", "{}", refused[0]);
    assert!(
        refused[0]["message"].as_str().unwrap().contains("50000"),
        "{}",
        refused[0]
    );
    // What is too large for one frame comes in several.
    let (mut other, _) = bench.page("other");
    let creates: Vec<Value> = (0..6)
        .map(|n| create(10 + n, 1, &format!("big{n}")))
        .collect();
    other.ask(&creates);
    bench.run("for n = 0, 5 do app['big' .. n] = string.rep('x', 1 << 20) end");
    let mut got = 0;
    let mut frames = 0;
    while got < 6 {
        let frame = other.next();
        frames += 1;
        assert!(frame.to_string().len() <= 8 << 20);
        let messages = frame["messages"].as_array().unwrap();
        got += messages
            .iter()
            .filter(|each| each["type"] == "update")
            .count();
    }
    assert!(frames > 1, "{frames} frames");
}

#[test]
fn the_store_of_definitions_and_static_files() {
    let mut bench = Bench::running(APP);
    let large = format!("<b>{}</b>", "x".repeat((256 << 10) - 20));
    let refused = refused_uploads(&mut bench, 66, &large);
    assert!(!refused.is_empty());
    for error in refused {
        assert_eq!(error["data"]["error_code"], "LIMIT_EXCEEDED");
        assert_eq!(error["data"]["details"]["value"], 16 << 20);
    }
    bench.client.data("ui_stop", json!({}));
    bench.client.data("ui_start", json!({}));
    let refused = refused_uploads(&mut bench, 1_000, "<b></b>");
    let error = refused.first().unwrap();
    assert_eq!(error["data"]["details"]["value"], 1_000, "{error}");
    assert_eq!(bench.run("return 1"), 1);

    let sparse = |name: &str, bytes: u64| {
        bench.write(name, "");
        let file = std::fs::File::options()
            .write(true)
            .open(bench.base_dir().join(name))
            .unwrap();
        file.set_len(bytes).unwrap();
    };
    sparse("html/fits.bin", 64 << 20);
    sparse("html/large.bin", (64 << 20) + 1);
    let accept = [
        ("Accept", "application/octet-stream"),
        ("Range", "bytes=0-1"),
    ];
    assert_eq!(bench.get("/1/fits.bin", &accept).status, 206);
    assert_eq!(bench.get("/1/large.bin", &accept).status, 413);
}

/// Uploads so many definitions at once; the errors of those that were not taken.
fn refused_uploads(bench: &mut Bench, number: usize, content: &str) -> Vec<Value> {
    let calls: Vec<i64> = (0..number)
        .map(|number| {
            let arguments = json!({
                "type": format!("Type{number}"), "namespace": "DEFAULT", "content": content,
            });
            bench.client.send_call("ui_upload_viewdef", arguments)
        })
        .collect();
    calls
        .into_iter()
        .filter_map(|call| bench.client.wait(call).get("error").cloned())
        .collect()
}
