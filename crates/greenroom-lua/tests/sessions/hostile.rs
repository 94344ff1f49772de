//! Code that wants to hang, crash or leave its place.

use std::time::{Duration, Instant};

use greenroom_lua::{FailureKind, RunError};
use serde_json::json;

use crate::project::Project;

/// Each of these would go on forever.
const ENDLESS: &[&str] = &[
    "while true do end",
    "while true do pcall(function() while true do end end) end",
    "while true do xpcall(error, function() while true do end end) end",
    "xpcall(function() while true do end end, function() while true do end end)",
    "coroutine.wrap(function() while true do end end)()",
    "while true do coroutine.resume(coroutine.create(function() while true do end end)) end",
    "coroutine.wrap(function() while true do pcall(function() while true do end end) end end)()",
    "local function deep(n) while true do coroutine.resume(coroutine.create(function() deep(n + 1) end)) end end deep(0)",
    "local mt = {__close = function() while true do end end}
     coroutine.wrap(function() local x <close> = setmetatable({}, mt) while true do end end)()",
    "local mt mt = {__close = function()
       local a <close> = setmetatable({}, mt) local b <close> = setmetatable({}, mt) while true do end end}
     local x <close> = setmetatable({}, mt) while true do end",
    "local co = coroutine.create(function() local x <close> = setmetatable({}, {__close = function() while true do end end}) while true do end end)
     pcall(coroutine.resume, co) coroutine.close(co) while true do end",
    "local co = coroutine.create(function() local x <close> = setmetatable({}, {__close = function() while true do end end}) coroutine.yield() end)
     coroutine.resume(co) coroutine.close(co)",
    "return setmetatable({f = print}, {__tostring = function() while true do end end})",
    "table.sort({3, 1, 2, 5, 4}, function() while true do end end)",
    "string.gsub('aaa', 'a', function() while true do end end)",
    "load(function() while true do end end)",
    "local t = setmetatable({}, {__index = function() while true do end end}) return t.x",
    "for _ in function() return 1 end do end",
    "goto a ::a:: goto a",
];

#[tokio::test]
async fn endless_code_ends_at_its_limit() {
    let project = Project::new();
    let session = project.session().await;
    for code in ENDLESS {
        let started = Instant::now();
        let error = project.run(&session, code).await.unwrap_err();
        let took = started.elapsed();
        // A machine under load may be late; then the answer comes from outside.
        assert!(
            matches!(&error, RunError::Lua(failure) if failure.kind == FailureKind::Timeout)
                || matches!(&error, RunError::StillRunning),
            "{code}: {error:?}"
        );
        assert_eq!(error.to_string(), "Execution time limit exceeded");
        assert!(
            took < project.limits.run + Duration::from_millis(400),
            "{code}: {took:?}"
        );
        let (after, _) = session
            .run("return 1".to_owned(), Duration::from_secs(20))
            .await;
        assert_eq!(after.expect(code).result, json!(1), "{code}");
    }
}

#[tokio::test]
async fn nothing_is_too_deep() {
    let mut project = Project::new();
    project.limits.run = Duration::from_secs(5);
    let session = project.session().await;
    let deep = "local t = {} for i = 1, 100000 do t = {a = t} end ";
    for code in [
        // Values that go out.
        "return t",
        "error(t)",
        "print(t)",
        "return (pcall(ui.json_encode, t))",
        "mcp.pushState(t)",
        "session:createAppVariable({type = 'App', deep = t})",
        // Values that come in.
        "return (pcall(ui.json_decode, string.rep('[', 1 << 20)))",
        "return (pcall(ui.json_decode, string.rep('{\"a\":', 1 << 18) .. '1'))",
        // The stack of the machine, through every door into C.
        "local function f() return coroutine.wrap(f)() end f()",
        "local function f() table.sort({1, 2, 3}, f) end f()",
        "local function f() return string.gsub('aaa', 'a', f) end f()",
        "local function f() return load(f) end f()",
        "local function f() return pcall(f) end f()",
        "local m = {} m.__index = function(t, k) return t[k] end return setmetatable({}, m).x",
        "local m = {} m.__tostring = tostring return tostring(setmetatable({}, m))",
        "local m = {} m.__concat = function(a, b) return a .. b end return setmetatable({}, m) .. ''",
        "local m = {} m.__lt = function(a, b) return a < b end return setmetatable({}, m) < setmetatable({}, m)",
        // The compiler.
        "return load('x=' .. string.rep('(', 1 << 20))",
        "return load('x=' .. string.rep('{', 1 << 20))",
        "return load('x=' .. string.rep('not ', 1 << 20) .. '1')",
        "return load('x=1' .. string.rep('^1', 1 << 20))",
        "return load(string.rep('do ', 1 << 20))",
        "return load(string.rep('function f() ', 1 << 18))",
        // Patterns.
        "return string.find(string.rep('a', 200000), string.rep('a?', 200000))",
        "return string.find(string.rep('a', 200000), string.rep('a-', 200000) .. 'b')",
    ] {
        let _ends_somehow = project.run(&session, &format!("{deep}{code}")).await;
        assert_eq!(project.eval(&session, "return 1").await, json!(1), "{code}");
    }
}

#[tokio::test]
async fn memory_is_limited_and_the_session_stays_usable() {
    let mut project = Project::new();
    project.limits.memory_bytes = 8 << 20;
    project.limits.run = Duration::from_secs(5);
    let session = project.session().await;
    for code in [
        "return string.rep('x', 1 << 30)",
        "local t = {} while true do t[#t + 1] = {} end",
        "local s = 'x' while true do s = s .. s end",
        "return table.concat({string.rep('x', 7 << 20), string.rep('y', 7 << 20)})",
        // Much larger as tables than as text.
        "return ui.json_decode('[' .. string.rep('{},', 1 << 19) .. '1]')",
        "return ui.json_decode('{' .. string.rep('\"a\":[[]],', 1 << 17) .. '\"b\":1}' .. string.rep(' ', 1 << 20)) and
           ui.json_decode('[' .. string.rep('\"0123456789\",', 1 << 19) .. '1]')",
    ] {
        let failure = project.fail(&session, code).await;
        assert_eq!(failure.kind, FailureKind::Memory, "{code}: {failure:?}");
        assert_eq!(failure.message, "not enough memory");
        assert_eq!(
            project.eval(&session, "return 1").await,
            json!(1),
            "after {code}"
        );
    }
    let caught = "local ok, e = pcall(string.rep, 'x', 1 << 30) return {ok, tostring(e)}";
    let caught = project.eval(&session, caught).await;
    assert_eq!(caught[0], false);
    assert!(
        caught[1].as_str().unwrap().contains("not enough memory"),
        "{caught}"
    );
}

#[tokio::test]
async fn what_cannot_be_left_is_answered_from_outside() {
    let mut project = Project::new();
    project.full_access = true;
    let (stuck, other) = (
        project.start("1").await.unwrap(),
        project.start("2").await.unwrap(),
    );
    let started = Instant::now();
    let error = project
        .run(&stuck, "os.execute('sleep 3')")
        .await
        .unwrap_err();
    assert!(matches!(error, RunError::StillRunning), "{error:?}");
    assert!(started.elapsed() < project.limits.run + Duration::from_millis(400));
    assert_eq!(project.eval(&other, "return 1").await, json!(1));
    let short = Duration::from_millis(50);
    let (busy, _) = stuck.run("return 1".to_owned(), short).await;
    assert!(
        matches!(busy, Err(RunError::Busy { ref chunk, .. }) if chunk == "ui_run"),
        "{busy:?}"
    );
    assert!(stuck.status().busy.is_some());
}

#[tokio::test]
async fn the_world_outside_is_closed() {
    let project = Project::new();
    let session = project.session().await;
    for (code, words) in [
        ("os.execute('true')", "os.execute is not allowed"),
        ("io.popen('true')", "os.execute is not allowed"),
        ("os.exit()", "os.exit is not allowed"),
        ("setmetatable({}, {__gc = print})", "__gc is not allowed"),
        ("io.lines('../x')", "not allowed"),
        ("dofile('/etc/passwd')", "not allowed"),
        ("require('../x')", "not found"),
    ] {
        let failure = project.fail(&session, code).await;
        assert!(failure.message.contains(words), "{code}: {failure:?}");
        assert!(
            failure.message.starts_with("ui_run:1:"),
            "{code}: {failure:?}"
        );
    }
    for code in [
        "return {tostring(debug), tostring(package.loadlib), tostring(package.cpath)}",
        "return {tostring((load(string.dump(function() end)))), tostring((load('\\27Lua'))), 'nil'}",
        "return {tostring((io.open('../x'))), tostring((loadfile('/etc/passwd'))), tostring((os.remove('/tmp')))}",
    ] {
        assert_eq!(
            project.eval(&session, code).await,
            json!(["nil", "nil", "nil"]),
            "{code}"
        );
    }
    let inside = "local f = assert(io.open('note.txt', 'w')) f:write('hi') f:close()
                  for line in io.lines('note.txt') do return line end";
    assert_eq!(project.eval(&session, inside).await, "hi");
    assert_eq!(project.read("note.txt"), "hi");
    assert_eq!(
        project.fail(&session, "\u{1b}Lua").await.kind,
        FailureKind::Syntax
    );
}

#[tokio::test]
async fn too_much_of_anything_is_told() {
    let project = Project::new();
    let session = project.session().await;
    let failure = project
        .fail(
            &session,
            "for i = 1, 1001 do session:setTimeout(print, 1e9) end",
        )
        .await;
    assert!(
        failure
            .message
            .contains("timers per session is limited to 1000"),
        "{failure:?}"
    );
    let failure = project
        .fail(&session, "mcp.pushState(string.rep('x', 70000))")
        .await;
    assert!(failure.message.contains("Limit reached"), "{failure:?}");
    let large = project
        .run(&session, "return string.rep('x', 5 << 20)")
        .await;
    assert!(
        matches!(large, Err(RunError::TooLarge { bytes }) if bytes > 5 << 20),
        "{large:?}"
    );
    let recursion = "local function f() return 1 + f() end f()".to_owned();
    let (failed, _) = session.run(recursion, Duration::from_secs(20)).await;
    let failure = failed.unwrap_err().to_string();
    let words = ["stack overflow", "not enough memory"];
    assert!(
        words.iter().any(|words| failure.contains(words)),
        "{failure}"
    );
}

#[tokio::test]
async fn a_job_that_panics_ends_neither_its_session_nor_another() {
    let mut project = Project::new();
    // Telling of a panic takes its time.
    (project.limits.job, project.limits.run) = (Duration::from_secs(20), Duration::from_secs(20));
    project.write(
        "lua/main.lua",
        "app = {type = 'App', title = 'x'} session:createAppVariable(app)",
    );
    let (one, two) = (
        project.start("1").await.unwrap(),
        project.start("2").await.unwrap(),
    );
    let frame = |seq: u64, messages: serde_json::Value| {
        serde_json::from_value(json!({"seq": seq, "messages": messages})).unwrap()
    };
    // The way out to this page breaks at the third frame.
    let frames = std::sync::atomic::AtomicU32::new(0);
    let broken = one
        .connect(Box::new(move |_| {
            let before = frames.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            assert!(before != 2, "a fault of ours");
        }))
        .unwrap();
    broken
        .frame(frame(
            1,
            json!([crate::project::hello("broken"), {"type": "watch", "id": 1}]),
        ))
        .unwrap();
    broken
        .frame(frame(2, json!([crate::project::create(2, 1, "title")])))
        .unwrap();
    let (page, _) = crate::project::Page::open(&one, "p");
    page.ask(&[crate::project::create(2, 1, "title")]);
    let error = project.run(&one, "app.title = 'y'").await.unwrap_err();
    assert!(matches!(error, RunError::Fault), "{error:?}");
    assert_eq!(project.eval(&one, "return app.title").await, "y");
    assert_eq!(one.status().busy, None);
    assert_eq!(project.eval(&two, "return app.title").await, "x");
    project.eval(&one, "app.title = 'z'").await;
    while page
        .messages()
        .iter()
        .all(|message| message["value"] != "z")
    {}
}
