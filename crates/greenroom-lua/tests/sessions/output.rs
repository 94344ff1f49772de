//! Where print and the standard streams go.

use serde_json::{Value, json};

use crate::project::{Page, Project, action, create, update};

#[tokio::test]
async fn each_stream_has_its_log() {
    let project = Project::new();
    project.write("lua/main.lua", "io.write('first ') print('line')");
    let session = project.session().await;
    project
        .eval(
            &session,
            "print('a', 1, nil, setmetatable({}, {__tostring = function() return 'me' end}))
             io.stdout:write('x', 1, '\\n') io.stderr:write('bad\\n') io.write('y\\n')",
        )
        .await;
    assert_eq!(
        project.read("log/lua.log"),
        "first line\na\t1\tnil\tme\nx1\ny\n"
    );
    assert_eq!(project.read("log/lua-err.log"), "bad\n");
    assert_eq!(
        project
            .eval(&session, "return {tostring(io.read()), tostring(io.read('a')), tostring(io.stdin:read()), io.type(io.stdout), select(2, io.stdout:close())}")
            .await,
        json!(["nil", "nil", "nil", "file", "standard file"])
    );
}

#[tokio::test]
async fn a_log_that_was_truncated_or_deleted_goes_on() {
    let project = Project::new();
    let session = project.session().await;
    project.eval(&session, "print('one')").await;
    project.write("log/lua.log", "");
    project.eval(&session, "print('two')").await;
    assert_eq!(project.read("log/lua.log"), "two\n");
    std::fs::remove_dir_all(project.folder.path().join("log")).unwrap();
    project.eval(&session, "print('three')").await;
    assert_eq!(project.read("log/lua.log"), "three\n");
}

#[tokio::test]
async fn lines_of_two_sessions_never_mix() {
    let mut project = Project::new();
    project.limits.run = std::time::Duration::from_secs(20);
    let (one, two) = (
        project.start("1").await.unwrap(),
        project.start("2").await.unwrap(),
    );
    let code = "for i = 1, 1000 do print(session.id, i, string.rep(session.id, 50)) end";
    tokio::join!(project.eval(&one, code), project.eval(&two, code));
    let text = project.read("log/lua.log");
    assert_eq!(text.lines().count(), 2000);
    for line in text.lines() {
        let id = &line[..1];
        assert!(line.ends_with(&id.repeat(50)), "{line}");
    }
}

#[tokio::test]
async fn a_child_process_writes_to_the_logs() {
    let mut project = Project::new();
    project.full_access = true;
    let session = project.session().await;
    let result = project
        .eval(
            &session,
            "return {os.execute('echo hi; echo bad >&2; cat')}",
        )
        .await;
    assert_eq!(result, json!([true, "exit", 0]));
    let read = project
        .eval(
            &session,
            "local p = io.popen('echo out; echo err >&2') local s = p:read('a') p:close() return s",
        )
        .await;
    assert_eq!(read, "out\n");
    assert_eq!(project.read("log/lua.log"), "hi\n");
    assert_eq!(project.read("log/lua-err.log"), "bad\nerr\n");
}

#[tokio::test]
async fn main_fails_with_its_place() {
    let project = Project::new();
    project.write("lua/main.lua", "\nlocal x = nil + 1");
    let error = project.start("1").await.unwrap_err().to_string();
    assert!(error.starts_with("lua/main.lua:2:"), "{error}");
    project.write("lua/main.lua", "x = = 1");
    let error = project.start("1").await.unwrap_err().to_string();
    assert!(error.starts_with("lua/main.lua:1:"), "{error}");
    project.write("lua/main.lua", "require('lib.part')");
    project.write("lua/lib/part.lua", "loaded_part = true return {x = 1}");
    let session = project.session().await;
    assert_eq!(
        project
            .eval(&session, "return {loaded_part, require('lib.part').x}")
            .await,
        json!([true, 1])
    );
}

#[tokio::test]
async fn errors_that_no_caller_gets_are_logged_with_traceback_once() {
    let project = Project::new();
    project.write(
        "lua/main.lua",
        "P = session:prototype('P', {})
         function P:get() error('in a getter') end
         function P:act() error('in an action') end
         app = P:new()
         session:createAppVariable(app)",
    );
    let session = project.session().await;
    let (page, _) = Page::open(&session, "p");
    page.ask(&[create(2, 1, "get()"), action(3, 1, "act()")]);
    for _ in 0..3 {
        page.ask(&[update(3, Value::Null)]);
    }
    project
        .eval(
            &session,
            "local n = 0
             h = session:setInterval(function()
               n = n + 1
               if n == 3 then session:clearInterval(h) mcp.pushState('done') end
               error('in a timer')
             end, 1)",
        )
        .await;
    let patience = std::time::Duration::from_secs(10);
    session.events().wait(None, 1, patience).await;
    project
        .eval(
            &session,
            "session:prototype('P', {x = 1, mutate = function() error('in mutate') end})",
        )
        .await;
    let log = project.read("log/lua-err.log");
    for place in ["in a getter", "in an action", "in a timer", "in mutate"] {
        assert_eq!(log.matches(place).count(), 1, "{place}: {log}");
    }
    assert_eq!(log.matches("stack traceback").count(), 4, "{log}");
    let counted: Vec<u64> = project.errors.recent().iter().map(|e| e.count).collect();
    assert!(counted.contains(&3), "{counted:?}");
}
