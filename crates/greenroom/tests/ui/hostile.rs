//! Hostile Lua through the real binary: whatever it does, the server, the other sessions, their
//! pages and the protocol go on.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::bench::{APP, Bench, Page, create, update};

/// A server with a session that suffers and one that looks on, with a page.
struct Beside {
    bench: Bench,
    other: Page,
    rounds: u64,
}

impl Beside {
    fn with(arguments: &[&str]) -> Self {
        let mut bench =
            Bench::with(|command| command.args(arguments).env("GREENROOM_BROWSER", "true"));
        bench.write("lua/main.lua", APP);
        bench.write(
            "greenroom.toml",
            "[ui]\ntime_limit_ms = 500\njob_time_limit_ms = 600\nmemory_limit_mb = 16\n",
        );
        bench.start();
        bench
            .client
            .data("ui_open_browser", json!({"sessionId": "two"}));
        let (mut other, _) = bench.page_of("two", "other");
        other.ask(&[create(2, 1, "count"), create(3, 1, "add()?access=action")]);
        Self {
            bench,
            other,
            rounds: 0,
        }
    }

    /// Runs code in session 1; the answer, whatever it is. Every line of stdout is JSON-RPC, or the
    /// client fails.
    fn run(&mut self, code: &str) -> Value {
        let call = self.bench.client.send_call("ui_run", json!({"code": code}));
        self.bench.client.wait(call)
    }

    /// The others noticed nothing: the server answers, and session two runs, is clicked and shows.
    fn is_unharmed(&mut self, after: &str) {
        self.bench.client.request("ping", json!({}));
        self.rounds += 1;
        let began = Instant::now();
        self.other.ask(&[update(3, Value::Null)]);
        let counted = self
            .bench
            .run_in("two", "local n = app.count app.count = -n return n");
        assert_eq!(counted, self.rounds, "{after}");
        let shown = json!(-i64::try_from(self.rounds).unwrap());
        self.other.wait_for(|message| message["value"] == shown);
        let restored = self.bench.run_in("two", "app.count = -app.count return 1");
        assert_eq!(restored, 1);
        assert!(began.elapsed() < Duration::from_secs(5), "{after}");
        assert_eq!(
            self.bench.run_in("two", "return tostring(stolen)"),
            "nil",
            "{after}"
        );
    }

    /// Session 1 is usable as well.
    fn is_usable(&mut self, after: &str) {
        let end = Instant::now() + Duration::from_secs(20);
        // A loop that was cut off may still be running out.
        while self.run("return 1")["result"]["structuredContent"]["data"]["result"] != 1 {
            assert!(Instant::now() < end, "{after}");
        }
    }

    fn ends_well(self) {
        let ended = self.bench.client.finish();
        assert_eq!(ended.status.code(), Some(0));
        assert!(ended.took < Duration::from_secs(2), "{:?}", ended.took);
    }
}

#[test]
fn endless_loops() {
    let mut beside = Beside::with(&[]);
    for code in [
        "while true do end",
        "while true do pcall(function() while true do end end) end",
        "while true do xpcall(error, function() while true do end end) end",
        "coroutine.wrap(function() while true do end end)()",
        "coroutine.wrap(function() while true do pcall(function() while true do end end) end end)()",
        "while true do coroutine.resume(coroutine.create(function() while true do end end)) end",
        "table.sort({3, 1, 2}, function() while true do end end)",
        "string.gsub('aaa', 'a', function() while true do end end)",
        "return setmetatable({f = print}, {__tostring = function() while true do end end})",
    ] {
        let answer = beside.run(code);
        let error = &answer["error"];
        assert_eq!(
            error["data"]["error_code"], "LUA_TIMEOUT",
            "{code}: {answer}"
        );
        beside.is_unharmed(code);
        beside.is_usable(code);
    }
    beside.ends_well();
}

#[test]
fn endless_getters_actions_timers_and_wrappers() {
    let mut beside = Beside::with(&[]);
    let (mut page, _) = beside.bench.page("victim");
    beside.run(
        "function App:hang() while true do pcall(function() while true do end end) end end
         Wrap = {new = function() while true do end end}",
    );
    for path in ["hang()", "hang()?access=action", "title?wrapper=Wrap"] {
        let id = beside.rounds + 10;
        let mut answer = page.ask(&[create(id, 1, path)]);
        if path.ends_with("action") {
            answer = page.ask(&[update(id, Value::Null)]);
        }
        let codes: Vec<&Value> = answer.iter().map(|message| &message["code"]).collect();
        assert!(codes.contains(&&json!("LUA_TIMEOUT")), "{path}: {answer:?}");
        page.ask(&[json!({"type": "destroy", "ids": [id]})]);
        beside.is_unharmed(path);
    }
    beside.run("session:setInterval(function() while true do end end, 1)");
    beside.is_unharmed("timer");
    let logged = beside.bench.read("log/lua-err.log");
    assert!(logged.contains("Execution time limit exceeded"), "{logged}");
    beside.ends_well();
}

#[test]
fn memory_bombs_and_huge_strings() {
    let mut beside = Beside::with(&[]);
    let (mut page, _) = beside.bench.page("victim");
    page.ask(&[create(2, 1, "title")]);
    for (code, error_code) in [
        ("return string.rep('x', 1 << 30)", Some("LUA_MEMORY")),
        (
            "local t = {} while true do t[#t + 1] = {} end",
            Some("LUA_MEMORY"),
        ),
        (
            "local s = 'x' while true do s = s .. s end",
            Some("LUA_MEMORY"),
        ),
        (
            "while true do pcall(string.rep, 'x', 1 << 30) end",
            Some("LUA_TIMEOUT"),
        ),
        (
            "local t = {} while true do t[#t + 1] = coroutine.create(print) end",
            Some("LUA_MEMORY"),
        ),
        (
            "return string.rep('x', 5 << 20)",
            Some("LUA_RESULT_TOO_LARGE"),
        ),
        ("error(string.rep('x', 3 << 20))", Some("LUA_ERROR")),
        (
            "error({text = string.rep('x', 3 << 20)})",
            Some("LUA_ERROR"),
        ),
        ("mcp.pushState(string.rep('x', 1 << 20))", Some("LUA_ERROR")),
        (
            "print(string.rep('x', 3 << 20)) io.stderr:write(string.rep('y', 3 << 20))",
            None,
        ),
        ("app.title = string.rep('\u{1F600}', 1 << 18)", None),
        (
            "app.title = {} for i = 1, 20000 do app.title[i] = string.rep('x', 100) end",
            None,
        ),
        ("app.title = 'small' collectgarbage()", None),
    ] {
        let answer = beside.run(code);
        let got = answer["error"]["data"]["error_code"].as_str();
        assert_eq!(got, error_code, "{code}");
        let bytes = answer.to_string().len();
        assert!(bytes < 1 << 20, "{code}: an answer of {bytes} bytes");
        beside.is_unharmed(code);
        beside.is_usable(code);
    }
    page.wait_for(|message| message["value"] == "small");
    beside.ends_well();
}

#[test]
fn cycles_and_strange_values() {
    let mut beside = Beside::with(&[]);
    let (mut page, _) = beside.bench.page("victim");
    page.ask(&[create(2, 1, "title")]);
    beside.run("t = {1} t[2] = t t[3] = {t} deep = {} local d = deep for i = 1, 5000 do d[1] = {} d = d[1] end");
    for code in [
        "return t",
        "return deep",
        "app.title = t",
        "app.title = deep",
        "app.self = app",
        "mcp.pushState(t)",
        "mcp.pushState(deep)",
        "print(t) error(t)",
        "return ui.json_encode(t)",
        "setmetatable(app, {__index = function(_, k) return app[k] end}) return app.nothing",
        "return setmetatable({}, {__tostring = function(x) return tostring(x) end, __name = t})",
        "session = nil ui = nil mcp = nil print = nil stolen = 1 return string.dump(print or type)",
        "for k in pairs(_G) do if k ~= 'next' then _G[k] = nil end end",
    ] {
        beside.run(code);
        let state = beside.bench.client.send_call("ui_get_state", json!({}));
        beside.bench.client.wait(state);
        beside.is_unharmed(code);
        beside.is_usable(code);
    }
    beside.ends_well();
}

#[test]
fn exits_files_and_processes() {
    let mut beside = Beside::with(&[]);
    for code in [
        "os.exit()",
        "os.exit(true, true)",
        "pcall(os.exit, 1) os.exit(3)",
        "os.execute('echo out; echo err >&2')",
        "io.popen('echo out')",
        "assert(io.open('/dev/stdout', 'w')):write('noise\\n')",
        "assert(io.open('/proc/self/fd/1', 'w')):write('noise\\n')",
        "assert(io.open('../outside', 'w'))",
        "require('ffi')",
        "package.loadlib('libc.so.6', 'system')",
        "debug.sethook()",
        "setmetatable({}, {__gc = function() while true do end end})",
    ] {
        let answer = beside.run(code);
        let error = &answer["error"]["data"]["error_code"];
        assert_eq!(error, "LUA_ERROR", "{code}: {answer}");
        beside.is_unharmed(code);
    }
    beside.ends_well();
}

#[test]
fn children_write_to_the_logs_and_read_nothing() {
    let mut beside = Beside::with(&["--lua-full-access"]);
    for code in [
        "os.execute('echo out; echo err >&2; cat; exit 3')",
        "local p = io.popen('echo seen; echo err >&2; cat') print(p:read('a')) p:close()",
        "os.execute('echo late & ')",
        "assert(io.open('/dev/stdout', 'w')):write('by name\\n'):close()",
        "assert(io.open('/proc/self/fd/1', 'w')):write('by number\\n'):close()",
    ] {
        let answer = beside.run(code);
        assert!(answer["error"].is_null(), "{code}: {answer}");
        beside.is_unharmed(code);
    }
    let written = beside.bench.read("log/lua.log");
    for word in ["out", "seen"] {
        assert!(written.contains(word), "{written}");
    }
    let answer = beside.run("os.exit()");
    assert_eq!(answer["error"]["data"]["error_code"], "LUA_ERROR");
    beside.ends_well();
}
