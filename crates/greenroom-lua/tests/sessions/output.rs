//! Where print and the standard streams go.

use serde_json::json;

use crate::project::Project;

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
