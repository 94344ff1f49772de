//! `ui_run`: results, failures, limits, separation of sessions, output.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::bench::Bench;

#[test]
fn values_come_back_as_json_text_and_data() {
    let mut bench = Bench::running(
        "Contact = session:prototype('Contact', {})
         session:createAppVariable({type = 'App', contacts = {Contact:new{firstName = 'Alice'}}})",
    );
    for (code, text) in [
        ("return 1+1", "2"),
        ("return {a = 1, b = {true}}", r#"{"a":1,"b":[true]}"#),
        ("return {1, 2}", "[1,2]"),
        ("return {}", "{}"),
        ("local nothing", "null"),
        ("return session:getApp().contacts[1].firstName", "\"Alice\""),
        ("return {1,2,x=3}", r#"{"1":1,"2":2,"x":3}"#),
    ] {
        assert_eq!(bench.text("ui_run", json!({"code": code})), text, "{code}");
    }
    let data = bench.client.data(
        "ui_run",
        json!({"code": "return 1, 'two'", "session_id": 1}),
    );
    assert_eq!(data["sessionId"], "1");
    assert_eq!(data["rest"], json!(["two"]));
    for code in [
        "return print",
        "local t = {} t.t = t return t",
        "return io.stdout",
        "return 0/0",
        "return 1/0",
        "return '\\xff'",
        "return coroutine.create(print)",
        "return {f = print}",
    ] {
        assert!(bench.run(code)["non-json"].is_string(), "{code}");
    }
    let data = bench
        .client
        .data("ui_run", json!({"code": "return {a = 1, f = print}"}));
    assert_eq!(data["partial"]["a"], 1);
    assert!(data["partial"]["f"]["non-json"].is_string());
}

#[test]
fn failures_tell_line_and_traceback() {
    let mut bench = Bench::running("");
    let fail =
        |bench: &mut Bench, code: &str| bench.client.failure("ui_run", json!({"code": code}));
    let failure = fail(&mut bench, "local x = {} return x.y.z");
    let message = failure["message"].as_str().unwrap();
    assert!(
        message.starts_with("ui_run:1: attempt to index a nil value (field 'y')."),
        "{message}"
    );
    assert_eq!(failure["details"]["line"], 1);
    assert!(
        failure["details"]["traceback"]
            .as_str()
            .unwrap()
            .contains("ui_run:1")
    );
    let failure = fail(&mut bench, "x =");
    assert_eq!(failure["details"]["kind"], "syntax");
    let failure = fail(&mut bench, "error({code=42})");
    assert_eq!(failure["details"]["error_value"], json!({"code": 42}));
    assert!(
        failure["message"].as_str().unwrap().contains("code = 42"),
        "{failure}"
    );
    let failure = bench
        .client
        .failure("ui_run", json!({"code": "return 1", "sessionId": "no"}));
    assert!(
        failure["message"]
            .as_str()
            .unwrap()
            .starts_with("Session no not found."),
        "{failure}"
    );
    assert_eq!(failure["details"]["known"], json!(["1"]));
    let failure = bench
        .client
        .failure("ui_run", json!({"code": "return 1", "sessionId": "../x"}));
    assert_eq!(failure["error_code"], "UI_SESSION_ID_INVALID");
    let failure = bench.client.failure("ui_run", json!({"cod": "x"}));
    assert_eq!(failure["error_code"], "MCP_INVALID_PARAMS");
    assert_eq!(failure["details"]["faults"].as_array().unwrap().len(), 2);
}

#[test]
fn hostile_code_ends_and_harms_nobody() {
    // A child process is the one thing that is waited for, and only the human can allow it.
    let mut bench = Bench::with(|command| {
        command
            .env("GREENROOM_BROWSER", "true")
            .arg("--lua-full-access")
    });
    bench.start();
    bench
        .client
        .data("ui_open_browser", json!({"sessionId": "two"}));
    for code in [
        "while true do end",
        "while true do pcall(function() while true do end end) end",
        "coroutine.wrap(function() while true do pcall(function() while true do end end) end end)()",
    ] {
        let started = Instant::now();
        let failure = bench
            .client
            .failure("ui_run", json!({"code": code, "timeout_ms": 300}));
        assert_eq!(failure["error_code"], "LUA_TIMEOUT", "{code}: {failure}");
        assert_eq!(failure["details"]["limit_ms"], 300);
        assert!(started.elapsed() < Duration::from_secs(2), "{code}");
    }
    let failure = bench
        .client
        .failure("ui_run", json!({"code": "return string.rep('x', 1 << 30)"}));
    assert!(
        failure["message"]
            .as_str()
            .unwrap()
            .starts_with("not enough memory."),
        "{failure}"
    );
    assert_eq!(failure["details"]["limit_bytes"], 64 << 20);
    assert_eq!(bench.run("x = 1 return 1"), 1);
    assert_eq!(bench.run_in("two", "return tostring(x)"), "nil");

    let hang =
        "string.find(string.rep('a', 30), string.rep('a?', 30) .. string.rep('a', 30) .. 'b')";
    let failure = bench
        .client
        .failure("ui_run", json!({"code": hang, "timeout_ms": 200}));
    assert_eq!(failure["details"]["still_running"], false, "{failure}");
    assert_eq!(bench.run("return 3"), 3, "the session is free again");

    let waiting = json!({"code": "os.execute('sleep 5')", "timeout_ms": 200});
    let failure = bench.client.failure("ui_run", waiting);
    assert_eq!(failure["details"]["still_running"], true, "{failure}");
    let failure = bench
        .client
        .failure("ui_run", json!({"code": "return 1", "timeout_ms": 100}));
    assert!(
        failure["message"]
            .as_str()
            .unwrap()
            .starts_with("Session 1 is busy."),
        "{failure}"
    );
    assert_eq!(bench.run_in("two", "return 2"), 2);
    let status = bench.client.data("ui_status", json!({}));
    assert!(
        status["sessions"][0]["busy_ms"].as_u64().unwrap() > 200,
        "{status}"
    );
    // Stopping ends the code that runs: nothing computes on.
    let endless = json!({"code": "while true do end", "timeout_ms": 60_000, "sessionId": "two"});
    let endless = bench.client.send_call("ui_run", endless);
    bench.client.data("ui_stop", json!({}));
    bench.client.wait(endless);
    let pid = bench.client.pid();
    let quiet = || {
        let before = processor_ticks(pid);
        std::thread::sleep(Duration::from_millis(300));
        processor_ticks(pid) - before < 10
    };
    let end = Instant::now() + Duration::from_secs(10);
    while !quiet() {
        assert!(Instant::now() < end, "a core burns after ui_stop");
    }
}

/// What a process has used of the processors, in ticks of 10 ms.
fn processor_ticks(pid: u32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    let after_name = stat.rsplit(") ").next().unwrap();
    let fields: Vec<&str> = after_name.split(' ').collect();
    fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
}

#[test]
fn output_stays_off_the_protocol() {
    let mut bench = Bench::with(|command| command.arg("--lua-full-access"));
    bench.write("lua/main.lua", "io.write('first\\n')");
    bench.start();
    // The client fails on any line that is not JSON-RPC.
    bench.run(
        "print('a', 1, nil) io.stdout:write('x\\n') io.stderr:write('bad\\n')
        os.execute('echo hi; echo err >&2') return tostring(io.read())",
    );
    assert_eq!(bench.read("log/lua.log"), "first\na\t1\tnil\nx\nhi\n");
    assert_eq!(bench.read("log/lua-err.log"), "bad\nerr\n");
    assert_eq!(bench.run("return tostring(io.read())"), "nil");
    std::fs::remove_file(bench.base_dir().join("log/lua.log")).unwrap();
    bench.run("print('again')");
    assert_eq!(bench.read("log/lua.log"), "again\n");
}

#[test]
fn a_long_run_delays_nothing_else() {
    let mut bench = Bench::running("");
    let slow = bench.client.send_call(
        "ui_run",
        json!({"code": "local t = os.time() while os.time() - t < 5 do end return 'slow'"}),
    );
    let next = bench
        .client
        .send_call("ui_run", json!({"code": "return 'next'"}));
    let mut pings: Vec<Duration> = (0..50)
        .map(|_| {
            let started = Instant::now();
            bench.client.request("ping", json!({}));
            started.elapsed()
        })
        .collect();
    assert!(!bench.client.has_answer(slow) && !bench.client.has_answer(next));
    pings.sort();
    // The machine may be slow for a moment; the run is slow for all of them.
    assert!(pings[25] < Duration::from_millis(100), "{pings:?}");
    let slow_answer = bench.client.wait(slow);
    assert_eq!(
        slow_answer["result"]["structuredContent"]["data"]["result"],
        "slow"
    );
    let next_answer = bench.client.wait(next);
    assert_eq!(
        next_answer["result"]["structuredContent"]["data"]["result"],
        "next"
    );
}

#[test]
fn the_end_of_input_is_the_end_of_the_ui() {
    let mut bench = Bench::running("session:setInterval(function() end, 5)");
    let port = bench.port();
    let ended = bench.client.finish();
    assert!(ended.status.success());
    assert!(ended.took < Duration::from_secs(2), "{:?}", ended.took);
    assert!(std::net::TcpStream::connect(("127.0.0.1", port)).is_err());
}

#[test]
fn code_that_ran_can_be_kept_for_later_sessions() {
    let mut bench = Bench::new();
    bench.configure();
    for folder in ["html", "lua", "viewdefs"] {
        assert!(
            bench.base_dir().join(folder).is_dir(),
            "ui_configure makes {folder}"
        );
    }
    bench.client.data("ui_start", json!({}));
    let mut keep = |code: &str| {
        let data = bench
            .client
            .data("ui_run", json!({"code": code, "persist": true}));
        assert!(
            data["file"].as_str().unwrap().ends_with("lua/main.lua"),
            "{data}"
        );
    };
    keep("App = session:prototype('App', {n = 1})");
    keep("session:createAppVariable(App:new{}) return session:getApp().n");
    keep("function App:twice() return 2 * self.n end -- done");
    keep("function App:twice() return 2 * self.n end -- done");
    let refused = bench
        .client
        .failure("ui_run", json!({"code": "error('no')", "persist": true}));
    assert_eq!(refused["error_code"], "LUA_ERROR");
    let text = std::fs::read_to_string(bench.base_dir().join("lua/main.lua")).unwrap();
    assert!(
        !text.contains("error('no')"),
        "what failed is not kept: {text}"
    );
    assert_eq!(
        text.matches("App:twice").count(),
        1,
        "the same code once: {text}"
    );
    bench.client.data("ui_stop", json!({}));
    bench.client.data("ui_start", json!({}));
    assert_eq!(bench.run("return session:getApp():twice()"), json!(2));
}
